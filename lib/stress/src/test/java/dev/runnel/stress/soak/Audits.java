package dev.runnel.stress.soak;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What is to be checked when all goroutines that it is about have ended. */
final class Audits {

    private final Queue<Runnable> checks = new ConcurrentLinkedQueue<>();

    void add(Runnable check) {
        checks.add(check);
    }

    void run() {
        for (Runnable check = checks.poll(); check != null; check = checks.poll()) {
            check.run();
        }
    }
}
