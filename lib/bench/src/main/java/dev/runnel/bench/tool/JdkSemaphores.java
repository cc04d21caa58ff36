package dev.runnel.bench.tool;

import java.util.concurrent.Semaphore;

/** Not fair, as the JDK has it by default. */
final class JdkSemaphores extends Semaphores<Semaphore> {

    @Override
    public Semaphore of(int permits) {
        return new Semaphore(permits);
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
