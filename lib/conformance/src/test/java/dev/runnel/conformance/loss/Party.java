package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/** A goroutine that others may interrupt while it does its part, but not afterwards. */
final class Party {

    private final GoHandle handle;
    private @Nullable Thread thread;

    Party(Body part) {
        handle = Go.go(() -> {
            begin();
            try {
                part.run();
            } finally {
                end();
            }
        });
    }

    private synchronized void begin() {
        thread = Thread.currentThread();
    }

    private synchronized void end() {
        thread = null;
        Thread.interrupted();
    }

    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    void join() {
        handle.join();
    }
}
