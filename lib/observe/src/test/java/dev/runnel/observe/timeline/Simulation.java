package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceEvent;
import dev.runnel.observe.TraceGoroutine;
import dev.runnel.trace.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Traces of any length as a scheduler would give them: each P in turn does what chance says, by the rules of the
 * format.
 */
final class Simulation {

    private static final List<String> REASONS =
            List.of("running", "chan receive", "chan send", "select", "sleep", "sync.Mutex.Lock");
    private static final int CHANNELS = 40;

    private final int procs;
    private final int most;
    private final Random random;
    private final List<TraceEvent> events = new ArrayList<>();
    private final List<TraceGoroutine> goroutines = new ArrayList<>();
    private final List<Deque<Long>> queues = new ArrayList<>();
    private final List<Long> waiting = new ArrayList<>();
    private final List<Long> outside = new ArrayList<>();
    private final List<Boolean> hasStarted = new ArrayList<>(List.of(true));
    private final long[] now;
    private final long[] runs;
    private final boolean[] idle;

    private Simulation(int procs, int goroutines, long seed) {
        this.procs = procs;
        this.most = goroutines;
        this.random = new Random(seed);
        this.now = new long[procs];
        this.runs = new long[procs];
        this.idle = new boolean[procs];
        Arrays.fill(idle, true);
        for (int p = 0; p < procs; p++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /** A complete trace with at least so many events. */
    static Trace of(int procs, int goroutines, int events, long seed) {
        Simulation simulation = new Simulation(procs, goroutines, seed);
        return simulation.run(events);
    }

    private Trace run(int size) {
        create(0, -1, 0);
        wake(0, 100);
        while (events.size() < size) {
            int p = next();
            if (p < 0) {
                timer();
            } else if (runs[p] == 0) {
                search(p);
            } else {
                act(p, runs[p]);
            }
        }
        long end = Arrays.stream(now).max().orElse(0) + 1000;
        return new Trace(procs, "shared", "nanos", true, end, 0, REASONS, goroutines, events);
    }

    /** The P that is behind all others that are awake; -1 if none is. */
    private int next() {
        int found = -1;
        for (int p = 0; p < procs; p++) {
            if (!idle[p] && (found < 0 || now[p] < now[found])) {
                found = p;
            }
        }
        return found;
    }

    private void timer() {
        long t = Arrays.stream(now).max().orElse(0) + 20_000 + random.nextInt(200_000);
        if (waiting.isEmpty()) {
            Arrays.fill(now, t);
            create(t, -1, 0);
        } else {
            ready(waiting.removeFirst(), t, -1, 0);
        }
        wake(0, t);
    }

    private void search(int p) {
        Long g = queues.get(p).poll();
        for (int other = 0; g == null && other < procs; other++) {
            Deque<Long> victim = queues.get(other);
            if (other != p && !victim.isEmpty()) {
                g = victim.poll();
                int taken = 1;
                while (victim.size() > taken) {
                    queues.get(p).add(victim.poll());
                    taken++;
                }
                add(now[p], EventKind.STOLEN, p, g, other, taken);
            }
        }
        if (g == null) {
            idle[p] = true;
            add(now[p], EventKind.IDLE, p, 0, 0, 0);
            return;
        }
        int id = Math.toIntExact(g);
        add(now[p], hasStarted.get(id) ? EventKind.RUNNING : EventKind.STARTED, p, g, 0, 0);
        hasStarted.set(id, true);
        runs[p] = g;
        pass(p);
    }

    private void act(int p, long g) {
        long t = now[p];
        int chance = random.nextInt(100);
        if (chance < 6 && goroutines.size() < most) {
            create(t, p, g);
            wakeOne(t + 100);
        } else if (chance < 45 && !waiting.isEmpty()) {
            ready(waiting.remove(random.nextInt(Math.min(8, waiting.size()))), t, p, g);
            wakeOne(t + 200);
        } else if (chance < 50) {
            queues.get(p).add(g);
            leave(p, EventKind.YIELDED, 0, 0);
        } else if (chance < 52) {
            outside.add(g);
            leave(p, EventKind.OUT, random.nextInt(2), 0);
        } else if (chance < 60 && !outside.isEmpty()) {
            long back = outside.removeFirst();
            add(t, EventKind.BACK, -1, back, 0, 0);
            queues.get(p).add(back);
        } else if (chance < 62 && goroutines.size() > most / 2 && g != 1 && random.nextInt(6) == 0) {
            leave(p, EventKind.ENDED, random.nextInt(50) == 0 ? 1 : 0, 0);
        } else {
            waiting.add(g);
            int reason = 1 + random.nextInt(REASONS.size() - 1);
            leave(p, EventKind.PARKED, reason, reason <= 2 ? 1 + g % CHANNELS : reason == 5 ? -3 : 0);
        }
        pass(p);
    }

    private void pass(int p) {
        now[p] += 100 + (long) Math.exp(random.nextDouble() * 9);
    }

    private void leave(int p, EventKind kind, long a, long b) {
        add(now[p], kind, p, runs[p], a, b);
        runs[p] = 0;
    }

    private void create(long t, int p, long by) {
        long g = goroutines.size() + 1;
        String name = g == 1
                ? "main"
                : g % 5 == 0 ? null : List.of("reader ", "worker ", "writer ").get((int) (g % 3)) + g / 3;
        goroutines.add(new TraceGoroutine(g, name, by));
        hasStarted.add(false);
        add(t, EventKind.CREATED, p, g, by, 0);
        queues.get(Math.max(0, p)).add(g);
    }

    private void ready(long g, long t, int p, long by) {
        add(t, EventKind.READIED, p, g, by, 0);
        queues.get(Math.max(0, p)).add(g);
    }

    private void wakeOne(long t) {
        for (int p = 0; p < procs; p++) {
            if (idle[p]) {
                wake(p, t);
                return;
            }
        }
    }

    /** The event has the time of what led to it; the P goes on a little later. */
    private void wake(int p, long t) {
        if (idle[p]) {
            idle[p] = false;
            add(events.getLast().time(), EventKind.WOKEN, p, 0, 0, 0);
            now[p] = t;
        }
    }

    private void add(long t, EventKind kind, int p, long g, long a, long b) {
        events.add(new TraceEvent(t, kind, p, g, a, b));
    }
}
