package dev.runnel.stress;

import java.util.concurrent.locks.LockSupport;

/** A platform thread that does something again and again until it is closed. */
final class Helper implements AutoCloseable {

    private final Thread thread;
    private volatile boolean over;

    /** @param pause between two times, in nanoseconds */
    Helper(String name, Round round, long pause, Runnable task) {
        thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            while (!over) {
                round.attempt(task);
                LockSupport.parkNanos(pause);
            }
        });
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
