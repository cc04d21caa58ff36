package dev.runnel.runtime.net;

import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.scheduler.Home;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection that is in memory, and those who wait at it, in either direction. It belongs to the bubble in
 * which it was made.
 */
public final class PipeEnd implements Home.Resident, Numbered {

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Gate in = new PipeGate(this, WaitReason.PIPE_READ);
    private final Gate out = new PipeGate(this, WaitReason.PIPE_WRITE);
    private final Gate toRead = new PipeGate(this, WaitReason.PIPE_READ);
    private final Gate toWrite = new PipeGate(this, WaitReason.PIPE_WRITE);
    private final @Nullable Home home = Home.ofCaller();
    private final String name;

    private PipeEnd(String name) {
        this.name = name;
    }

    /** The two ends of a pipe. */
    public static PipeEnd[] pair() {
        String pipe = "pipe#" + NUMBERS.incrementAndGet();
        return new PipeEnd[] {new PipeEnd(pipe + " client"), new PipeEnd(pipe + " server")};
    }

    /** What comes in. */
    public Gate in() {
        return in;
    }

    /** What goes out. */
    public Gate out() {
        return out;
    }

    /**
     * Where those wait who are to read after the one that reads now; any number may wait. It is never closed, and has
     * no deadline.
     */
    public Gate toRead() {
        return toRead;
    }

    /** As {@link #toRead}, to write. */
    public Gate toWrite() {
        return toWrite;
    }

    /** Ends all other waits at it, for good; returns whether that is news. */
    public boolean close() {
        boolean news = in.close();
        out.close();
        return news;
    }

    /** Whether {@link #close} has been called. */
    public boolean isClosed() {
        return in.isClosed();
    }

    @Override
    public long number() {
        return -1L - System.identityHashCode(this);
    }

    @Override
    public @Nullable Home home() {
        return home;
    }

    @Override
    public String outside() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
