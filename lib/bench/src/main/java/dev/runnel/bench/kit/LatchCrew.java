package dev.runnel.bench.kit;

import java.util.concurrent.CountDownLatch;

/** A latch. */
final class LatchCrew extends Crew {

    private final CountDownLatch latch;

    LatchCrew(int members) {
        latch = new CountDownLatch(members);
    }

    @Override
    public void done() {
        latch.countDown();
    }

    @Override
    public void await() {
        await(latch);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw VirtualThreadKit.interrupted(e);
        }
    }
}
