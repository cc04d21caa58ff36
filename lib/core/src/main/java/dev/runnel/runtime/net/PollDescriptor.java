package dev.runnel.runtime.net;

import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Home;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/** A socket and those who wait for it, in either direction; Go's {@code pollDesc}. */
public final class PollDescriptor implements Home.Homed {

    private final SelectableChannel channel;
    private final Direction in;
    private final Direction out;
    private final Departure departure;
    private volatile String name = "tcp";

    /** The selector knows it, or is about to be told of it. */
    private volatile boolean armed;

    /**
     * The descriptor of a channel that blocks nobody.
     *
     * @param channel the channel
     * @param in the selector's operation for what comes in: data, or a connection
     * @param out the selector's operation for what may go out: data, or that it is connected
     */
    public PollDescriptor(SelectableChannel channel, int in, int out) {
        this.channel = channel;
        this.in = new Direction(this, in);
        this.out = new Direction(this, out);
        this.departure = new Departure(this);
    }

    SelectableChannel channel() {
        return channel;
    }

    /** What comes in. */
    public Direction in() {
        return in;
    }

    /** What goes out. */
    public Direction out() {
        return out;
    }

    /** Sets what dumps call it. */
    public void name(String text) {
        name = text;
    }

    /**
     * Ends all waits for it, and closes the channel: at once if nobody has ever waited for it, else the poller's thread
     * does so soon (I9). If another call does so already, or has done so, that one is waited for.
     *
     * @param wait whether to wait until the channel is closed, and the system has forgotten it; the call that closes it
     *     waits in any case while many leave
     * @throws StackOverflowError if there is no room for that on the stack; nothing has been done then
     */
    public void close(boolean wait) throws IOException {
        StackRoom.require(); // first: a second call would do nothing
        boolean first = in.close();
        out.close();
        if (!armed) {
            channel.close();
        } else if (first) {
            departure.begin(wait);
        } else if (wait) {
            departure.join();
        }
    }

    /** Whether {@link #close} has been called. */
    public boolean isClosed() {
        return in.isClosed();
    }

    /** A direction is about to be armed; under its lock, and before it is closed. */
    void arming() {
        armed = true;
    }

    /** The selector tells of it. Called by whoever polls. */
    void tellIfReady(SelectionKey key, Due due) {
        int ready = key.readyOps();
        in.tellIfReady(key, ready, due);
        out.tellIfReady(key, ready, due);
    }

    /** Somebody outside the bubble answers, or does not. */
    @Override
    public boolean isForeignTo(@Nullable Home bubble) {
        return false;
    }

    @Override
    public boolean isWhollyOf(@Nullable Home bubble) {
        return bubble == null;
    }

    @Override
    public String toString() {
        return name;
    }
}
