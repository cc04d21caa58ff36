package dev.runnel.bench.tool;

import dev.runnel.sync.Semaphore;

final class RunnelSemaphores extends Semaphores<Semaphore> {

    @Override
    public Semaphore of(int permits) {
        return new Semaphore(permits);
    }

    @Override
    public void acquire(Semaphore semaphore, int permits) {
        semaphore.acquire(permits);
    }

    @Override
    public void release(Semaphore semaphore, int permits) {
        semaphore.release(permits);
    }
}
