package dev.runnel.runtime.net;

import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.scheduler.NetPoller;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a socket: those who wait for it to be readable, or writable, and whether the selector is to tell.
 */
public final class Direction extends Gate {

    private final PollDescriptor owner;

    /** What a selector calls it. Changed while nobody waits and it is not armed. */
    private int operation;

    /**
     * Whether it is to be disarmed at once when the selector has told of it: it mostly stays ready for longer than it
     * takes to use that (I4).
     */
    private boolean eager;

    /** Whether the selector tells of this direction, or is about to be asked to. Under the lock. */
    private boolean armed;

    /** The next in the list of those to be armed. */
    @Nullable Direction nextToArm;

    Direction(PollDescriptor owner, int operation) {
        super(owner, WaitReason.IO_WAIT);
        this.owner = owner;
        is(operation);
    }

    private void is(int op) {
        operation = op;
        eager = op != SelectionKey.OP_READ && op != SelectionKey.OP_ACCEPT;
    }

    /** From now on it is about something else: what was connected is written to. Nobody waits. */
    public void become(int op) {
        lock();
        is(op);
        unlock();
    }

    // ---------------------------------------------------------------- waiting

    @Override
    public Outcome await(boolean interruptible, @Nullable CancelHook hook) throws IOException {
        NetPoller.refuseDeterministicRun();
        Poller poller = Poller.get();
        poller.beginWait(); // first, as it may fail
        try {
            return awaitNews(interruptible, hook);
        } finally {
            poller.endWait();
        }
    }

    /** No news is kept: the selector tells of what is ready for as long as it is ready. */
    @Override
    boolean takeNewsLocked() {
        return false;
    }

    @Override
    boolean beginLocked() {
        boolean news = !armed;
        armed = true;
        owner.arming();
        return news;
    }

    @Override
    void ask() {
        Poller.opened().arm(this);
    }

    @Override
    void nobodyWaitsLocked() {}

    // ---------------------------------------------------------------- by whoever polls

    /** Asks the selector to tell of it. Whoever waits for a channel that is closed tries again, and finds that out. */
    void askFor(Selector selector, Due due) {
        lock();
        boolean wanted = armed;
        int op = operation;
        unlock();
        if (!wanted) {
            return;
        }
        try {
            SelectionKey key = owner.channel().keyFor(selector);
            if (key == null) {
                owner.channel().register(selector, op, owner);
            } else {
                // the key may have it from a time when there was no memory to tell the selector
                key.interestOpsAnd(~op);
                key.interestOpsOr(op);
            }
        } catch (ClosedChannelException | CancelledKeyException e) {
            tellOfClose(due);
        }
    }

    private void tellOfClose(Due due) {
        due.makeRoom();
        lock();
        Strand taken = takeLocked(true);
        unlock();
        if (taken != null) {
            due.add(taken);
        }
    }

    /** The selector tells of what is ready. */
    void tellIfReady(SelectionKey key, int ready, Due due) {
        due.makeRoom();
        lock();
        int op = operation;
        if ((ready & op) == 0) {
            unlock();
            return;
        }
        Strand taken = takeLocked(true);
        boolean disarm = taken == null || eager;
        if (disarm) {
            armed = false;
        }
        unlock();
        if (taken != null) {
            due.add(taken);
        }
        if (disarm) {
            key.interestOpsAnd(~op); // whoever arms it again is served after this, by the same party
        }
    }
}
