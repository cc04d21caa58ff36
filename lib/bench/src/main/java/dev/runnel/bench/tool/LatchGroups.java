package dev.runnel.bench.tool;

import java.util.concurrent.CountDownLatch;

/** Latches, whose count cannot grow. */
final class LatchGroups extends Groups<CountDownLatch> {

    @Override
    public CountDownLatch of(int members) {
        return new CountDownLatch(members);
    }

    @Override
    public void add(CountDownLatch group) {
        throw new UnsupportedOperationException("a latch takes no more");
    }

    @Override
    public void done(CountDownLatch group) {
        group.countDown();
    }

    @Override
    public void await(CountDownLatch group) {
        try {
            group.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts here", e);
        }
    }
}
