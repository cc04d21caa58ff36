package dev.runnel.sample.steps;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.runtime.scheduler.Turns;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SpawnPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A run of the program whose turns are written down. Its Ps move one at a time, so nothing here is used by two at once.
 */
final class Watched implements Turns.Observer {

    private final ForkedFib fib = new ForkedFib();
    private final List<Turn> log = new ArrayList<>();
    private final Scheduler scheduler;
    private final Turns turns;
    private final @Nullable Goroutine[] running;

    /** What the P whose turn it is has done in it; empty before the program begins. */
    private String does = "";

    private List<Goroutine> waited = List.of();
    private int stalledJoins;

    private Watched(int procs, SpawnPolicy spawn) {
        running = new Goroutine[procs];
        scheduler = Schedulers.inTurns(
                RuntimeConfig.fromProperties().withProcs(procs).withSpawn(spawn), this);
        turns = Objects.requireNonNull(scheduler.turns());
    }

    /** Runs fib(n). */
    static Run run(int n, int procs, SpawnPolicy spawn) {
        Watched watched = new Watched(procs, spawn);
        int[] result = new int[1];
        watched.scheduler.mainRun().run(() -> result[0] = watched.fib.of(n));
        return new Run(procs, spawn, result[0], List.copyOf(watched.log), watched.stalledJoins);
    }

    @Override
    public void does(int processor, Goroutine g, Act act) {
        running[processor] = g;
        List<Integer> calls = fib.open(g.id());
        int n = calls.getLast();
        does = switch (act) {
            case GO -> name(g) + " forks " + ForkedFib.name(n - 1);
            case RECEIVE -> name(g) + " joins";
            case SEND -> name(g) + " returns";
            default -> throw new IllegalStateException(act + " is no step of this program");
        };
    }

    @Override
    public void steals(int processor, Goroutine g) {
        running[processor] = g;
        does = "steals " + name(g);
    }

    @Override
    public void endOfTurn(int processor, @Nullable Goroutine g) {
        running[processor] = g;
        List<Goroutine> waiting = turns.waiting();
        for (Goroutine waits : waiting) {
            if (!waited.contains(waits)) {
                stalledJoins++;
                does += ", waits";
            }
        }
        waited = waiting;
        if (does.isEmpty()) {
            return; // a P's first look around, before there is anything to do
        }
        int procs = running.length;
        log.add(new Turn(
                processor,
                does,
                IntStream.range(0, procs).mapToObj(this::stack).toList(),
                IntStream.range(0, procs).mapToObj(this::deque).toList(),
                waiting.stream().map(this::name).toList()));
        does = "";
    }

    private List<String> stack(int processor) {
        Goroutine g = running[processor];
        return g == null ? List.of() : calls(g);
    }

    private List<String> calls(Goroutine g) {
        List<Integer> calls = fib.open(g.id());
        return calls.isEmpty()
                ? List.of(name(g))
                : calls.stream().map(ForkedFib::name).toList();
    }

    private List<String> deque(int processor) {
        return turns.queued(processor).stream().map(this::name).toList();
    }

    /** A goroutine that has not started has the name of its first call; any other has that of its innermost call. */
    private String name(Goroutine g) {
        List<Integer> calls = fib.open(g.id());
        return calls.isEmpty() ? String.valueOf(g.name()) : ForkedFib.name(calls.getLast());
    }
}
