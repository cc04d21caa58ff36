package dev.runnel.runtime.net;

import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Home;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/** A socket and who waits for it, in either direction; Go's {@code pollDesc}. */
public final class PollDescriptor implements Home.Homed {

    private final SelectableChannel channel;
    private final Direction in;
    private final Direction out;
    private final Departure departure;
    private volatile String name = "tcp";

    /** The selector knows it, or is about to be told of it. */
    private volatile boolean armed;

    /**
     * Of a channel that blocks nobody.
     *
     * @param channel the channel
     * @param in what a selector calls that something has come in: data, or a connection
     * @param out what it calls that something may go out: data, or that it is connected
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

    /** Says what dumps call it. */
    public void name(String text) {
        name = text;
    }

    /**
     * Ends all waits for it, and closes the channel: at once if nobody has ever waited for it, else the poller's thread
     * does so soon (I9). If another does so already, or has done so, that is waited for.
     *
     * @param wait whether to wait until that is so, and the system has forgotten it; who closes waits in any case while
     *     many leave
     * @throws StackOverflowError if there is no room for that on the stack; nothing has been done then
     */
    public void close(boolean wait) throws IOException {
        StackRoom.require(); // the second time nothing is done any more
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

    /** The selector tells of it; by who polls. */
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
