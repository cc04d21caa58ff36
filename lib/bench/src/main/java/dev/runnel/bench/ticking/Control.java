package dev.runnel.bench.ticking;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A platform thread that parks for a millisecond again and again, from the time when it is made. */
final class Control {

    private static final long TICK = 1_000_000;

    private final List<Long> gaps = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("control").start(this::run);
    private volatile boolean over;

    private void run() {
        long last = System.nanoTime();
        while (!over) {
            LockSupport.parkNanos(TICK);
            long now = System.nanoTime();
            gaps.add(now - last);
            last = now;
        }
    }

    /** Ends it, and gives the times between its ticks. */
    long[] gaps() {
        over = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return gaps.stream().mapToLong(Long::longValue).toArray();
    }
}
