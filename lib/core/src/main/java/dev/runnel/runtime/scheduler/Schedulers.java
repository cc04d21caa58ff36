package dev.runnel.runtime.scheduler;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The schedulers of this JVM that are not closed. */
final class Schedulers {

    private static final Set<Scheduler> ALL = Collections.newSetFromMap(new IdentityHashMap<>());

    private Schedulers() {}

    static synchronized void add(Scheduler scheduler) {
        ALL.add(scheduler);
    }

    static synchronized void remove(Scheduler scheduler) {
        ALL.remove(scheduler);
    }

    static synchronized List<Scheduler> all() {
        return List.copyOf(ALL);
    }

    /**
     * Whether a goroutine of another runtime may run, and so might wake one of this. Those that wait in a {@code run} call
     * do not count.
     */
    static boolean othersMayRun(Scheduler than) {
        List<Scheduler> all = all();
        for (Scheduler other : all) {
            if (other != than) {
                int inRun = (int) all.stream()
                        .filter(s -> s.ending.runnersScheduler() == other)
                        .count();
                if (other.census.standstill(inRun) < 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The threads that wait in a {@code run} call: they do nothing else. */
    static Set<Thread> waitingInRun() {
        Set<Thread> threads = new HashSet<>();
        for (Scheduler scheduler : all()) {
            Thread runner = scheduler.ending.runner();
            if (runner != null) {
                threads.add(runner);
            }
        }
        return threads;
    }
}
