package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The schedulers of this JVM: those that are not closed, the default one, and how others than ordinary ones are made.
 */
public final class Schedulers {

    private static final AtomicLong NAMED = new AtomicLong();
    private static final Set<Scheduler> ALL = new LinkedHashSet<>();
    private static final Object MAKING = new Object();

    /** Written under the monitor of {@link #MAKING}. */
    private static volatile @Nullable Scheduler byDefault;

    private Schedulers() {}

    // ---------------------------------------------------------------- how they are made

    /** What tells a scheduler from the others, unless it has a name of its own. */
    static String nextName() {
        return "runtime-" + NAMED.incrementAndGet();
    }

    /**
     * The scheduler of goroutines that are started outside any other; it lives as long as the JVM. It is made when it
     * is first asked for, and, if that fails, at the next call: a class initializer that fails once fails for ever.
     *
     * @throws IllegalArgumentException if a setting is not allowed
     * @throws IllegalStateException if dedicated carriers are asked for and not possible
     */
    public static Scheduler defaultScheduler() {
        Scheduler made = byDefault;
        return made == null ? makeDefault() : made;
    }

    private static Scheduler makeDefault() {
        if (Thread.holdsLock(MAKING)) { // a service that is told of it
            throw new IllegalStateException("the default runtime cannot be used by whoever is told that it opens");
        }
        synchronized (MAKING) {
            Scheduler made = byDefault;
            if (made == null) {
                made = new Scheduler(RuntimeConfig.fromProperties(), null, false, null, "default");
                byDefault = made;
            }
            return made;
        }
    }

    /**
     * Makes an ordinary one. If a goroutine of a deterministic run asks for it, the director of that run is told: it
     * decides nothing in the new one.
     */
    public static Scheduler own(RuntimeConfig config) {
        Machine m = Machine.current();
        Directed directed = m == null ? null : m.scheduler.directed;
        if (directed != null) {
            directed.makesAnother();
        }
        return new Scheduler(config);
    }

    /**
     * Makes one for a deterministic run, on one P and shared carriers.
     *
     * @param director decides what is otherwise left to chance
     */
    public static Scheduler directed(RuntimeConfig config, Director director) {
        return new Scheduler(config.withProcs(1).withCarriers(CarrierMode.SHARED), director, false);
    }

    /**
     * As {@link #directed}, for a bubble: its channels are its own, and a goroutine that waits on others waits for
     * somebody outside.
     */
    public static Scheduler bubble(RuntimeConfig config, Director director) {
        return new Scheduler(config.withProcs(1).withCarriers(CarrierMode.SHARED), director, true);
    }

    /**
     * Makes one whose Ps move in turn, on shared carriers.
     *
     * @param observer is told of each turn
     */
    public static Scheduler inTurns(RuntimeConfig config, Turns.Observer observer) {
        RuntimeConfig calm = config.withCarriers(CarrierMode.SHARED).withTimeSlice(Duration.ofDays(1));
        return new Scheduler(calm, null, false, observer, "turns");
    }

    // ---------------------------------------------------------------- those that are not closed

    static synchronized void add(Scheduler scheduler) {
        ALL.add(scheduler);
    }

    static synchronized void remove(Scheduler scheduler) {
        ALL.remove(scheduler);
    }

    /** All that are not closed, in the order in which they were made. */
    public static synchronized List<Scheduler> all() {
        return List.copyOf(ALL);
    }

    /** How many Ms they have. */
    static long machines() {
        long count = 0;
        for (Scheduler scheduler : all()) {
            count += scheduler.machines.size();
        }
        return count;
    }

    /** The M whose thread this is; looks at all Ms, so for rare use. */
    static @Nullable Machine machineOf(Thread thread) {
        for (Scheduler scheduler : all()) {
            Machine found = scheduler.machines.of(thread);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** All their goroutines, in Go's layout. */
    public static String dump() {
        StringBuilder text = new StringBuilder();
        for (Scheduler scheduler : all()) {
            text.append(scheduler.view.stats()).append("\n\n").append(scheduler.view.dump());
        }
        return text.toString();
    }

    /** All their goroutines, as JSON: an array with an object for each scheduler. */
    public static String dumpJson() {
        StringJoiner all = new StringJoiner(",\n", "[", "]");
        for (Scheduler scheduler : all()) {
            all.add(scheduler.view.goroutineDump().json());
        }
        return all.toString();
    }

    /**
     * Looks whether a goroutine of another runtime may run, and so might wake one of this. Those that wait for a run do
     * not count; but a runtime that was made later, and stands still likewise, is told of its deadlock first: whoever
     * waits for that goes on then, and may wake one.
     *
     * @return null if one may; else the other runtimes, and how often a P of each was taken up: while that stays as it
     *     is, none of them runs anything
     */
    static @Nullable Map<Scheduler, Long> othersAtRest(Scheduler than) {
        Map<Scheduler, Long> others = new HashMap<>();
        List<Scheduler> all = all();
        Set<Thread> waiting = waitingForRun(all);
        boolean later = false;
        for (Scheduler other : all) {
            if (other == than) {
                later = true;
            } else if (later && other.census.isDeadlockDue()) {
                return null;
            } else {
                int inRun = (int) all.stream()
                        .flatMap(s -> s.mainRun.waiters())
                        .filter(waiter -> waiter.scheduler() == other)
                        .count();
                long wakeUps = other.census.isHeldBy(waiting) ? other.wakeUps() : other.census.standstill(inRun);
                if (other.isClosing() || wakeUps < 0) { // a goroutine that is unwound may do so
                    return null;
                }
                others.put(other, wakeUps);
            }
        }
        return others;
    }

    /** The threads that wait for a run of these. */
    static Set<Thread> waitingForRun(Collection<Scheduler> schedulers) {
        return schedulers.stream()
                .flatMap(scheduler -> scheduler.mainRun.waiters())
                .map(RunWaiter::thread)
                .collect(Collectors.toSet());
    }
}
