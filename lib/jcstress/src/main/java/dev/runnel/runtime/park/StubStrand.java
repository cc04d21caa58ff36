package dev.runnel.runtime.park;

import org.jspecify.annotations.Nullable;

/** A strand that has tickets and does not park. */
public class StubStrand extends Strand {

    @Override
    public boolean tryEnter() {
        return true;
    }

    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public void waiting(WaitReason reason, @Nullable Object on) {}

    @Override
    public WakeCause park(long deadline, boolean interruptible) {
        throw new IllegalStateException("does not park");
    }

    @Override
    public void ready() {}

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

    /** A record in this strand's open wait, at the end of a queue. */
    Waiter enqueuedIn(WaitQueue queue) {
        Waiter waiter = new Waiter(this);
        waiter.open(openTicket(), null);
        queue.enqueue(waiter);
        return waiter;
    }
}
