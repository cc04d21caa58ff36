package dev.runnel.runtime.scheduler;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/** The runtimes of this JVM whose main goroutine someone waits for. */
final class Runs {

    private static final Set<Ending> RUNS = Collections.newSetFromMap(new IdentityHashMap<>());

    private Runs() {}

    static synchronized void begin(Ending run) {
        RUNS.add(run);
    }

    static synchronized void end(Ending run) {
        RUNS.remove(run);
    }

    /** The threads that wait in a {@code run} call: they do nothing else. */
    static synchronized Set<Thread> waitingThreads() {
        Set<Thread> threads = new HashSet<>();
        for (Ending run : RUNS) {
            Thread runner = run.runner();
            if (runner != null) {
                threads.add(runner);
            }
        }
        return threads;
    }
}
