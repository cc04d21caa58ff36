package dev.runnel.bench.kit;

import java.util.concurrent.CountDownLatch;

/** A latch of one. */
final class LatchGate extends Gate {

    private final CountDownLatch latch = new CountDownLatch(1);

    @Override
    public void await() {
        LatchCrew.await(latch);
    }

    @Override
    public void open() {
        latch.countDown();
    }
}
