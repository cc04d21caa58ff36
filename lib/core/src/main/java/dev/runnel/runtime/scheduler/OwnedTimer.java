package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;

/**
 * A timer of a scheduler that its owner sets, moves and cancels, under a lock of the owner's. It is in one heap at
 * most: before it goes into another, it is found to be in none. When it is moved or cancelled, it may have been taken
 * out already, to be fired; then the owner's state decides, under that lock, what the firing comes to.
 */
public abstract class OwnedTimer extends TimerHeap.Timer {

    private final Timers timers;

    /** @param timers the timers that it is one of */
    protected OwnedTimer(Timers timers) {
        this.timers = timers;
    }

    /**
     * Sets it for this time, or moves it there in one step, so that its heap never lacks it; {@link Long#MAX_VALUE} is
     * never.
     */
    public final void setFor(long when) {
        if (when == TimerHeap.NEVER) {
            cancel();
        } else if (!timers.move(this, when)) {
            timers.add(this, when);
        }
    }

    /** What was due lacked memory, and is to be tried again in a moment. By whoever fires it from that heap. */
    public final void tryLater(TimerHeap from) {
        setAgainFor(timers.soon(), from);
    }

    /** As {@link #setFor}, by whoever fires it from that heap: no memory is needed. */
    final void setAgainFor(long when, TimerHeap from) {
        if (when == TimerHeap.NEVER) {
            cancel();
        } else if (!timers.move(this, when)) {
            timers.addAgain(from, this, when);
        }
    }

    /** Takes it out of its heap, if it is in one. */
    public final void cancel() {
        timers.takeOut(this);
    }
}
