package dev.runnel.runtime.park;

import java.util.concurrent.atomic.AtomicInteger;

/** A strand that never really waits: its test ends its waits. */
public final class FakeStrand extends Strand {

    public final AtomicInteger readied = new AtomicInteger();
    private final Runnable whenReadied;

    FakeStrand() {
        this(() -> {});
    }

    /**
     * @param whenReadied what it does when it is made ready
     */
    public FakeStrand(Runnable whenReadied) {
        this.whenReadied = whenReadied;
    }

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
        whenReadied.run();
    }

    @Override
    public boolean maySpin() {
        return false;
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
