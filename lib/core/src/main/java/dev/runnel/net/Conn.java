package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.net.Direction;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.runtime.park.Strand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A connection; Go's {@code net.TCPConn}. Any goroutine or thread may use it. One may read while another writes; those who read
 * at once take turns, and so do those who write: what one call writes is not mixed with another's.
 *
 * <p>An interrupt ends no wait but those with a cancellation. What is sent is not held back for more (TCP's no-delay), and the
 * peer is asked whether it still lives when nothing has come for 15 seconds, and each 15 after that (keep-alive), unless that is changed.
 */
public final class Conn implements ByteChannel {

    private final SocketChannel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final String name;
    private final PollDescriptor poll;
    private final Traffic traffic;

    private Conn(SocketChannel channel, PollDescriptor poll) throws IOException {
        this.channel = channel;
        this.poll = poll;
        local = (InetSocketAddress) channel.getLocalAddress();
        remote = (InetSocketAddress) channel.getRemoteAddress();
        name = Address.show(local) + "->" + Address.show(remote);
        poll.name("tcp " + name);
        traffic = new Traffic(channel, poll, name);
    }

    /** One that a listener has accepted. Closes it if that fails. */
    static Conn accepted(SocketChannel channel, String listener) throws NetException {
        return of(
                channel, new PollDescriptor(channel, SelectionKey.OP_READ, SelectionKey.OP_WRITE), "accept", listener);
    }

    /** One that is connected. Closes it if that fails. */
    static Conn of(SocketChannel channel, PollDescriptor poll, String op, String address) throws NetException {
        boolean connected = false;
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            KeepAlive.on(channel);
            Conn made = new Conn(channel, poll);
            connected = true;
            return made;
        } catch (IOException e) {
            throw NetException.of(op, address, e);
        } finally {
            if (!connected) {
                Net.closeInVain(channel);
            }
        }
    }

    /** The address on this side. */
    public InetSocketAddress localAddress() {
        return local;
    }

    /** The peer's address. */
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    // ---------------------------------------------------------------- reading

    /**
     * Reads what there is, at least one byte, and waits for that. The array may be filled in part.
     *
     * @return how many bytes; -1 if the peer has ended this direction and all was read; 0 if there is no room for any
     * @throws NetException.Closed if this connection is closed, before or meanwhile
     * @throws NetException.Timeout if the read deadline has passed, nothing was read then; or if the peer does not answer any more
     * @throws NetException.Reset if the peer has given up the connection
     * @throws NetException if it fails otherwise
     */
    public int read(byte[] target) throws NetException {
        return read(ByteBuffer.wrap(target));
    }

    /** As {@link #read(byte[])}, into what the buffer has left. */
    @Override
    public int read(ByteBuffer target) throws NetException {
        return traffic.read(target, Patience.PLAIN);
    }

    /**
     * As {@link #read(ByteBuffer)}, but a cancellation ends the wait, and so does an interrupt.
     *
     * @param target where to
     * @param cancellation what may end the wait, a context for example
     * @throws NetException as there
     * @throws CancelledException if it was cancelled first; nothing was read then
     * @throws InterruptedException if the thread is interrupted first; nothing was read then
     */
    public int read(ByteBuffer target, Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException {
        return traffic.read(target, Patience.until(cancellation));
    }

    // ---------------------------------------------------------------- writing

    /**
     * Writes all of it, and waits as long as the peer, or the way to it, takes no more.
     *
     * @throws NetException.Closed if this connection is closed, before or meanwhile
     * @throws NetException.Timeout if the write deadline has passed; part of it may have gone out, and how much is not known: who goes on
     *     after that takes {@link #write(ByteBuffer)}, where the buffer's position says it. Or if the peer does not answer any more
     * @throws NetException.Reset if the peer has given up the connection
     * @throws NetException.BrokenPipe if it has done so before, or this direction was ended by {@link #closeWrite()}
     * @throws NetException if it fails otherwise
     */
    public void write(byte[] source) throws NetException {
        write(ByteBuffer.wrap(source));
    }

    /**
     * As {@link #write(byte[])}, what the buffer has left.
     *
     * @return how many bytes: all
     */
    @Override
    public int write(ByteBuffer source) throws NetException {
        return traffic.write(source, Patience.PLAIN);
    }

    /**
     * As {@link #write(ByteBuffer)}, but a cancellation ends the wait, and so does an interrupt.
     *
     * @param source what
     * @param cancellation what may end the wait, a context for example
     * @throws NetException as there
     * @throws CancelledException if it was cancelled before all had gone out; the buffer's position says what has
     * @throws InterruptedException if the thread is interrupted before all had gone out
     */
    public int write(ByteBuffer source, Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException {
        return traffic.write(source, Patience.until(cancellation));
    }

    // ---------------------------------------------------------------- as streams

    /** What is read, as a stream; closing it closes this connection. Nothing ends its waits but the close and the read deadline. */
    public InputStream input() {
        return new ConnInput(this, this::read);
    }

    /**
     * As {@link #input()}, but a cancellation ends the waits, and so does an interrupt. A read then throws an {@link
     * java.io.InterruptedIOException}, and has read nothing. Its cause is the {@link CancelledException}, or the {@link
     * InterruptedException}, after which the interrupt status is still set. What is cancelled stays so, and later reads of this stream
     * throw as well; the connection is left as it is, and another stream goes on where this one was.
     *
     * <p>So the stream loses no byte. Who reads ahead of it may: when {@link java.io.BufferedReader#readLine()} throws, the beginning of a
     * line whose end had not come is gone.
     *
     * @param cancellation what may end the waits, a context for example; not null
     */
    public InputStream input(Cancellation cancellation) {
        Objects.requireNonNull(cancellation);
        return new ConnInput(this, Transfer.of(target -> read(target, cancellation), "read tcp " + name));
    }

    /** What is written, as a stream without a buffer; closing it closes this connection. */
    public OutputStream output() {
        return new ConnOutput(this, this::write);
    }

    /**
     * As {@link #output()}, but a cancellation ends the waits, and so does an interrupt, as in {@link #input(Cancellation)}. Part of what was
     * to be written may have gone out: {@link java.io.InterruptedIOException#bytesTransferred} says how much.
     *
     * @param cancellation what may end the waits, a context for example; not null
     */
    public OutputStream output(Cancellation cancellation) {
        Objects.requireNonNull(cancellation);
        return new ConnOutput(this, Transfer.of(source -> write(source, cancellation), "write tcp " + name));
    }

    // ---------------------------------------------------------------- deadlines

    /**
     * Sets when reads are to fail, also one that waits now, until another is set; {@link Instant#MAX} is never. If it is past they
     * fail at once, whatever there is to read. What has timed out has read nothing.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public void setReadDeadline(Instant deadline) throws NetException {
        setDeadline(poll.in(), Deadlines.at(deadline));
    }

    /** As {@link #setReadDeadline(Instant)}, so long from now; zero or less is at once. */
    public void setReadDeadline(Duration fromNow) throws NetException {
        setDeadline(poll.in(), Deadlines.in(fromNow));
    }

    /** As {@link #setReadDeadline(Instant)}, for writes. */
    public void setWriteDeadline(Instant deadline) throws NetException {
        setDeadline(poll.out(), Deadlines.at(deadline));
    }

    /** As {@link #setWriteDeadline(Instant)}, so long from now; zero or less is at once. */
    public void setWriteDeadline(Duration fromNow) throws NetException {
        setDeadline(poll.out(), Deadlines.in(fromNow));
    }

    /** As {@link #setReadDeadline(Instant)}, for reads and writes. */
    public void setDeadline(Instant deadline) throws NetException {
        setDeadlines(Deadlines.at(deadline));
    }

    /** As {@link #setDeadline(Instant)}, so long from now; zero or less is at once. */
    public void setDeadline(Duration fromNow) throws NetException {
        setDeadlines(Deadlines.in(fromNow));
    }

    /** From now on reads and writes wait for as long as it takes. */
    public void clearDeadline() throws NetException {
        setDeadlines(Strand.NO_DEADLINE);
    }

    private void setDeadlines(long deadline) throws NetException {
        setDeadline(poll.in(), deadline);
        setDeadline(poll.out(), deadline);
    }

    private void setDeadline(Direction direction, long deadline) throws NetException {
        requireOpen("set");
        direction.setDeadline(deadline);
    }

    /** The channel may be open for a while after this has been closed. */
    private void requireOpen(String op) throws NetException {
        StackRoom.require(); // for what is about to be done
        if (poll.isClosed()) {
            throw NetException.ended(op, name, Outcome.CLOSED);
        }
    }

    // ---------------------------------------------------------------- options

    /** Whether what is sent goes out at once; it does unless this is set to false. Go's {@code SetNoDelay}. */
    public void setNoDelay(boolean on) throws NetException {
        set(StandardSocketOptions.TCP_NODELAY, on);
    }

    /** Whether the peer is asked now and then whether it lives; it is unless this is set to false. Go's {@code SetKeepAlive}. */
    public void setKeepAlive(boolean on) throws NetException {
        set(StandardSocketOptions.SO_KEEPALIVE, on);
    }

    /**
     * What happens to what has not gone out when this is closed; Go's {@code SetLinger}. Negative, as it is unless set: the system
     * sends it later. Zero: it is dropped, and the peer's next operation fails as reset. More: the close of a connection that has never had to wait may
     * block the thread for so many seconds; of any other, with the JDK of today, it does nothing.
     */
    public void setLinger(int seconds) throws NetException {
        set(StandardSocketOptions.SO_LINGER, seconds);
    }

    /** How much the system is to hold that was received and not read; a hint. */
    public void setReadBuffer(int bytes) throws NetException {
        set(StandardSocketOptions.SO_RCVBUF, bytes);
    }

    /** How much the system is to hold that was written and has not arrived; a hint. */
    public void setWriteBuffer(int bytes) throws NetException {
        set(StandardSocketOptions.SO_SNDBUF, bytes);
    }

    private <T> void set(SocketOption<T> option, T value) throws NetException {
        requireOpen("set");
        try {
            channel.setOption(option, value);
        } catch (IOException e) {
            throw traffic.failed("set", e);
        }
    }

    // ---------------------------------------------------------------- the end

    /**
     * Ends what this side sends: when the peer has read all, its reads give -1. Reading goes on. A write that waits fails.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public void closeWrite() throws NetException {
        requireOpen("close");
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            throw traffic.failed("close", e);
        }
        poll.out().retry();
    }

    /**
     * Ends what this side receives: a read gives -1, also one that waits.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public void closeRead() throws NetException {
        requireOpen("close");
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            throw traffic.failed("close", e);
        }
        poll.in().retry();
    }

    @Override
    public boolean isOpen() {
        return !poll.isClosed();
    }

    /**
     * Closes it: who waits in it fails with {@link NetException.Closed}. What was written is sent still. Does nothing the second
     * time. The system may have its descriptor back a moment later; while many connections are about to be given back this waits for that.
     *
     * @throws NetException if the system fails
     */
    @Override
    public void close() throws NetException {
        try {
            poll.close(false);
        } catch (IOException e) {
            throw NetException.of("close", name, e);
        }
    }

    @Override
    public String toString() {
        return poll.toString();
    }
}
