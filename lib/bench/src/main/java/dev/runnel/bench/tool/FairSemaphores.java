package dev.runnel.bench.tool;

import java.util.concurrent.Semaphore;

/** First come, first served. */
final class FairSemaphores extends Semaphores<Semaphore> {

    @Override
    public Semaphore of(int permits) {
        return new Semaphore(permits, true);
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
