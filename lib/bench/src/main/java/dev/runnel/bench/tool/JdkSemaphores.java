package dev.runnel.bench.tool;

import java.util.concurrent.Semaphore;

/** The JDK has them in two kinds; not fair by default. */
final class JdkSemaphores extends Semaphores<Semaphore> {

    private final boolean fair;

    /** @param fair whether they serve first come, first served */
    JdkSemaphores(boolean fair) {
        this.fair = fair;
    }

    @Override
    public Semaphore of(int permits) {
        return new Semaphore(permits, fair);
    }

    @Override
    public void acquire(Semaphore semaphore, int permits) {
        semaphore.acquireUninterruptibly(permits);
    }

    @Override
    public void release(Semaphore semaphore, int permits) {
        semaphore.release(permits);
    }
}
