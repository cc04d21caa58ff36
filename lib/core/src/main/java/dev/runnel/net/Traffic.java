package dev.runnel.net;

import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.sync.Mutex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;

/** What goes over a connection. Those who read take turns, and so do those who write; one at a time tries, and waits when it must. */
final class Traffic {

    /** The most that goes to or comes from the system at once out of a buffer on the heap: the JDK copies it. */
    private static final int CHUNK = 128 * 1024;

    private final SocketChannel channel;
    private final PollDescriptor poll;
    private final String name;
    private final Mutex reading = new Mutex();
    private final Mutex writing = new Mutex();

    Traffic(SocketChannel channel, PollDescriptor poll, String name) {
        this.channel = channel;
        this.poll = poll;
        this.name = name;
    }

    // ---------------------------------------------------------------- in

    /** Reads what there is, and waits for that. */
    <A extends Exception, B extends Exception> int read(ByteBuffer target, Patience<A, B> patience)
            throws NetException, A, B {
        patience.takeTurn(reading);
        try {
            Outcome may = poll.in().check();
            for (; ; ) {
                if (may != Outcome.READY) {
                    throw NetException.ended("read", name, may);
                }
                if (!target.hasRemaining()) {
                    return 0;
                }
                int n = readSome(target);
                if (n != 0) {
                    return n;
                }
                may = patience.await(poll.in());
            }
        } catch (IOException e) {
            throw failed("read", e);
        } finally {
            reading.unlock();
        }
    }

    private int readSome(ByteBuffer target) throws IOException {
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

    // ---------------------------------------------------------------- out

    /** Writes all of it, and waits until that is possible. */
    <A extends Exception, B extends Exception> int write(ByteBuffer source, Patience<A, B> patience)
            throws NetException, A, B {
        int size = source.remaining();
        patience.takeTurn(writing);
        try {
            Outcome may = poll.out().check();
            for (; ; ) {
                if (may != Outcome.READY) {
                    throw NetException.ended("write", name, may);
                }
                int n;
                do {
                    if (!source.hasRemaining()) {
                        return size;
                    }
                    n = writeSome(source);
                } while (n > 0);
                may = patience.await(poll.out());
            }
        } catch (IOException e) {
            throw failed("write", e);
        } finally {
            writing.unlock();
        }
    }

    private int writeSome(ByteBuffer source) throws IOException {
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

    /** What an operation on the connection throws that the system has failed. */
    NetException failed(String op, IOException thrown) {
        return thrown instanceof ClosedChannelException && poll.isClosed()
                ? NetException.ended(op, name, Outcome.CLOSED)
                : NetException.of(op, name, thrown);
    }
}
