package dev.runnel.runtime.net;

import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.park.WaitReason;
import org.jspecify.annotations.Nullable;

/**
 * One direction at an end of a pipe. Whoever does something at the other end tells of it once, whether somebody waits
 * or not.
 */
final class PipeGate extends Gate {

    /** Something was told when nobody waited. Under the lock. */
    private boolean news;

    PipeGate(PipeEnd owner, WaitReason reason) {
        super(owner, reason);
    }

    @Override
    public Outcome await(boolean interruptible, @Nullable CancelHook hook) {
        return awaitNews(interruptible, hook);
    }

    @Override
    boolean takeNewsLocked() {
        boolean told = news;
        news = false;
        return told;
    }

    @Override
    boolean beginLocked() {
        return false;
    }

    @Override
    void ask() {}

    @Override
    void nobodyWaitsLocked() {
        news = true;
    }
}
