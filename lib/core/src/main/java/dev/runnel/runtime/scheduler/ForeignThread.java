package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.WakeCause;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that is not a goroutine, as a strand: it needs no P and parks itself. The object lives as long as the
 * thread: besides the thread only selects that are kept, and the channels at which it waits, refer to it.
 */
final class ForeignThread extends Strand {

    private volatile @Nullable Thread thread;
    private volatile boolean released;

    ForeignThread bound() {
        if (thread == null) {
            thread = Thread.currentThread();
        }
        return this;
    }

    /** The thread, once it has used a channel. */
    @Nullable Thread thread() {
        return thread;
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
    public void waiting(WaitReason reason, @Nullable Object on) {
        released = false;
    }

    @Override
    public WakeCause park(long deadline, boolean interruptible) {
        ForeignThreads.beginOperation();
        boolean interrupted = false;
        try {
            while (!released) {
                if (deadline == NO_DEADLINE) {
                    LockSupport.park(this);
                } else {
                    long left = deadline - System.nanoTime();
                    if (left <= 0) {
                        if (claimOpenWait()) {
                            return WakeCause.TIMEOUT;
                        }
                        LockSupport.park(this); // claimed by another: the release is on its way
                    } else {
                        LockSupport.parkNanos(this, left);
                    }
                }
                if (Thread.interrupted()) {
                    if (interruptible && claimOpenWait()) {
                        return WakeCause.INTERRUPT;
                    }
                    interrupted = true;
                }
            }
        } catch (Throwable e) { // a stack that is too deep to be unmounted
            if (claimOpenWait()) {
                throw e;
            }
            while (!released) { // another has ended the wait: the release is on its way
                Thread.onSpinWait();
            }
        } finally {
            ForeignThreads.endOperation();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        WakeCause why = cause();
        if (why == null) {
            throw new IllegalStateException("a wait that ended without a cause");
        }
        return why;
    }

    @Override
    public void ready() {
        Thread waiting = thread;
        released = true;
        LockSupport.unpark(waiting);
    }

    @Override
    public boolean maySpin() {
        return !Lingering.ONE_PROCESSOR;
    }

    @Override
    public int below(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
