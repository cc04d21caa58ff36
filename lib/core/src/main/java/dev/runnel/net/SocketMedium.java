package dev.runnel.net;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket, which blocks nobody. */
final class SocketMedium implements Medium {

    /** The most that goes to or comes from the system at once out of a buffer on the heap: the JDK copies it. */
    private static final int CHUNK = 128 * 1024;

    private final Network<?, ?> network;
    private final SocketChannel channel;
    private final PollDescriptor poll;
    private final Turn reading = Turn.ofAll();
    private final Turn writing = Turn.ofAll();
    private String where = "";

    SocketMedium(Network<?, ?> network, SocketChannel channel, PollDescriptor poll) {
        this.network = network;
        this.channel = channel;
        this.poll = poll;
    }

    /** Says which addresses it is between. */
    void between(SocketAddress local, SocketAddress remote) {
        where = network.where(local, remote);
        poll.name(where);
    }

    SocketChannel channel() {
        return channel;
    }

    PollDescriptor poll() {
        return poll;
    }

    @Override
    public Gate in() {
        return poll.in();
    }

    @Override
    public Gate out() {
        return poll.out();
    }

    @Override
    public Turn reading() {
        return reading;
    }

    @Override
    public Turn writing() {
        return writing;
    }

    /** The peer is not part of a deterministic run. */
    @Override
    public void pass(Act act) {
        Checkpoint.passOutside();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int limit = target.limit();
        boolean cut = cut(target);
        try {
            return channel.read(target);
        } finally {
            if (cut) {
                target.limit(limit);
            }
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int limit = source.limit();
        boolean cut = cut(source);
        try {
            return channel.write(source);
        } finally {
            if (cut) {
                source.limit(limit);
            }
        }
    }

    private static boolean cut(ByteBuffer buffer) {
        boolean cut = !buffer.isDirect() && buffer.remaining() > CHUNK;
        if (cut) {
            buffer.limit(buffer.position() + CHUNK);
        }
        return cut;
    }

    /** The system has what was written. */
    @Override
    public boolean hasGone() {
        return true;
    }

    @Override
    public void takeBack(ByteBuffer source) {}

    @Override
    public NetException ended(String op, Outcome why) {
        return NetException.ended(op, where, why);
    }

    @Override
    public NetException asOwn(String op, IOException thrown) {
        return NetException.of(op, where, thrown);
    }

    @Override
    public String toString() {
        return poll.toString();
    }
}
