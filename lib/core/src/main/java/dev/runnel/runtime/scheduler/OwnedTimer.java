package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * A timer of a scheduler that its owner sets, moves and cancels, under a lock of the owner's. In one heap at most: {@code heap}
 * is the last that it was put into, and before it goes into another it is found to be no longer in that one. It may have been
 * taken out to be fired when it is moved or cancelled; the owner's state decides then, under that lock, what the firing
 * comes to.
 */
public abstract class OwnedTimer extends TimerHeap.Timer {

    private final Scheduler scheduler;

    private @Nullable TimerHeap heap; // under the owner's lock

    /**
     * @param scheduler whose clock it goes by
     */
    protected OwnedTimer(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Sets it for this time, or moves it there in one step, so that its heap never lacks it; {@link Long#MAX_VALUE} is never. */
    public final void setFor(long when) {
        if (when == TimerHeap.NEVER) {
            cancel();
        } else if (heap == null || !scheduler.moveTimer(heap, this, when)) {
            heap = scheduler.addTimer(this, when);
        }
    }

    /** Takes it out of its heap, if it is in one. */
    public final void cancel() {
        if (heap != null) {
            heap.remove(this);
            heap = null;
        }
    }
}
