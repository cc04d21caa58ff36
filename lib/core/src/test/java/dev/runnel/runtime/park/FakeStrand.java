package dev.runnel.runtime.park;

import java.util.concurrent.atomic.AtomicInteger;

/** A strand that never really waits: its test ends its waits. */
final class FakeStrand extends Strand {

    final AtomicInteger readied = new AtomicInteger();

    @Override
    public boolean tryEnter() {
        return true;
    }

    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public void waiting(WaitReason reason, Object on) {}

    @Override
    public WakeCause park(long deadline, boolean interruptible) {
        throw new AssertionError("a fake strand does not park");
    }

    @Override
    public void ready() {
        readied.incrementAndGet();
    }

    @Override
    public int below(int bound) {
        return 0;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    /** A record of this strand for its open wait. */
    Waiter record() {
        Waiter waiter = new Waiter(this);
        waiter.open(openTicket(), null);
        return waiter;
    }

    /** A record of a strand that waits for just this. */
    static Waiter waiting() {
        FakeStrand strand = new FakeStrand();
        strand.openWait();
        return strand.record();
    }
}
