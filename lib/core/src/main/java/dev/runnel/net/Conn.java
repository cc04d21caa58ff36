package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.park.Strand;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A connection: {@linkplain TcpConn over the network}, {@linkplain UnixConn at a file}, or {@linkplain Net#pipe() in
 * memory}; Go's {@code net.Conn}. Any goroutine or thread may use it; if it is a pipe that was made in a bubble, only
 * those of the bubble: all others get a {@link dev.runnel.channel.ChannelException.OutsideBubble}. One may read while
 * another writes. Those who read at the same time take turns, and so do those who write: what one call writes is not
 * mixed with another's.
 *
 * <p>An interrupt ends only the waits with a cancellation. What was done before a write is visible after the read of
 * what it has written.
 */
public abstract sealed class Conn implements ByteChannel permits SocketConn, PipeConn {

    private final Medium medium;
    private final Traffic traffic;

    Conn(Medium medium) {
        this.medium = medium;
        traffic = new Traffic(medium);
    }

    /** The address on this side. */
    public abstract SocketAddress localAddress();

    /** The peer's address. */
    public abstract SocketAddress remoteAddress();

    // ---------------------------------------------------------------- reading

    /**
     * Reads what there is, at least one byte, and waits for that. The array may be filled in part.
     *
     * @return how many bytes; -1 if the peer has ended this direction and all was read; 0 if there is no room for any
     * @throws NetException.Closed if this connection is closed, before or meanwhile
     * @throws NetException.Timeout if the read deadline has passed; nothing was read then. Also if the peer no longer
     *     answers
     * @throws NetException.Reset if the peer has given up the connection
     * @throws NetException if it fails otherwise
     */
    public int read(byte[] target) throws NetException {
        return read(ByteBuffer.wrap(Objects.requireNonNull(target, "target")));
    }

    /**
     * As {@link #read(byte[])}, into part of an array; Go's {@code c.Read(b[offset:offset+length])}.
     *
     * @param target where to
     * @param offset where in it to begin
     * @param length how many bytes at most
     * @throws IndexOutOfBoundsException if the array has no such part; nothing was read then
     */
    public int read(byte[] target, int offset, int length) throws NetException {
        return read(ByteBuffer.wrap(part(target, "target", offset, length), offset, length));
    }

    /**
     * As {@link #read(byte[])}, into what the buffer has left.
     *
     * @throws IllegalArgumentException if the buffer is read-only; nothing was read then
     */
    @Override
    public int read(ByteBuffer target) throws NetException {
        return traffic.read(target, Patience.PLAIN);
    }

    /**
     * As {@link #read(ByteBuffer)}, but a cancellation or an interrupt ends the wait.
     *
     * @param target what to read into
     * @param cancellation what may end the wait, a context for example
     * @throws NetException as {@link #read(ByteBuffer)}
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
     * @throws NetException.Timeout if the write deadline has passed; part of it may have gone out, and how much is not
     *     known: to go on after that, use {@link #write(ByteBuffer)}, where the buffer's position says it. Also if the
     *     peer no longer answers
     * @throws NetException.Reset if the peer has given up the connection
     * @throws NetException.BrokenPipe if the peer has done so before, or this direction was ended by
     *     {@link #closeWrite()}
     * @throws NetException if it fails otherwise
     */
    public void write(byte[] source) throws NetException {
        write(ByteBuffer.wrap(Objects.requireNonNull(source, "source")));
    }

    /**
     * As {@link #write(byte[])}, part of an array; Go's {@code c.Write(b[offset:offset+length])}, which writes what a
     * read has filled.
     *
     * @param source what
     * @param offset where in it to begin
     * @param length how many bytes
     * @throws IndexOutOfBoundsException if the array has no such part; nothing was written then
     */
    public void write(byte[] source, int offset, int length) throws NetException {
        write(ByteBuffer.wrap(part(source, "source", offset, length), offset, length));
    }

    private static byte[] part(byte[] of, String name, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, Objects.requireNonNull(of, name).length);
        return of;
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
     * As {@link #write(ByteBuffer)}, but a cancellation or an interrupt ends the wait.
     *
     * @param source what to write
     * @param cancellation what may end the wait, a context for example
     * @throws NetException as {@link #write(ByteBuffer)}
     * @throws CancelledException if it was cancelled before all had gone out; the buffer's position says what has
     * @throws InterruptedException if the thread is interrupted before all had gone out
     */
    public int write(ByteBuffer source, Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException {
        return traffic.write(source, Patience.until(cancellation));
    }

    // ---------------------------------------------------------------- as streams

    /**
     * What is read, as a stream; closing it closes this connection. Only the close and the read deadline end its waits.
     */
    public InputStream input() {
        return new ConnInput(this, this::read);
    }

    /**
     * As {@link #input()}, but a cancellation or an interrupt ends the waits. A read then throws an
     * {@link java.io.InterruptedIOException}, and has read nothing. Its cause is the {@link CancelledException}, or the
     * {@link InterruptedException}, after which the interrupt status is still set. After a cancellation later reads of
     * this stream throw as well; the connection is left as it is, and another stream goes on where this one was.
     *
     * <p>So the stream loses no byte. A reader on top of it that reads ahead may: when
     * {@link java.io.BufferedReader#readLine()} throws, the beginning of a line whose end had not come yet is gone.
     *
     * @param cancellation what may end the waits, a context for example; not null
     */
    public InputStream input(Cancellation cancellation) {
        Objects.requireNonNull(cancellation, "cancellation");
        return new ConnInput(this, Transfer.of(target -> read(target, cancellation), "read " + medium));
    }

    /** What is written, as a stream without a buffer; closing it closes this connection. */
    public OutputStream output() {
        return new ConnOutput(this, this::write);
    }

    /**
     * As {@link #output()}, but a cancellation or an interrupt ends the waits, as in {@link #input(Cancellation)}. Part
     * of what was to be written may have gone out: {@link java.io.InterruptedIOException#bytesTransferred} says how
     * much.
     *
     * @param cancellation what may end the waits, a context for example; not null
     */
    public OutputStream output(Cancellation cancellation) {
        Objects.requireNonNull(cancellation, "cancellation");
        return new ConnOutput(this, Transfer.of(source -> write(source, cancellation), "write " + medium));
    }

    // ---------------------------------------------------------------- deadlines

    /**
     * Sets when reads are to fail, including one that waits now, until another deadline is set; {@link Instant#MAX}
     * means never. If it is past, they fail at once, whatever there is to read. A read that has timed out has read
     * nothing.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public void setReadDeadline(Instant deadline) throws NetException {
        setDeadline(medium.in(), Deadlines.at(deadline));
    }

    /** As {@link #setReadDeadline(Instant)}, that long from now; zero or less means at once. */
    public void setReadDeadline(Duration fromNow) throws NetException {
        setDeadline(medium.in(), Deadlines.in(fromNow));
    }

    /** As {@link #setReadDeadline(Instant)}, for writes. */
    public void setWriteDeadline(Instant deadline) throws NetException {
        setDeadline(medium.out(), Deadlines.at(deadline));
    }

    /** As {@link #setWriteDeadline(Instant)}, that long from now; zero or less means at once. */
    public void setWriteDeadline(Duration fromNow) throws NetException {
        setDeadline(medium.out(), Deadlines.in(fromNow));
    }

    /** As {@link #setReadDeadline(Instant)}, for reads and writes. */
    public void setDeadline(Instant deadline) throws NetException {
        setDeadlines(Deadlines.at(deadline));
    }

    /** As {@link #setDeadline(Instant)}, that long from now; zero or less means at once. */
    public void setDeadline(Duration fromNow) throws NetException {
        setDeadlines(Deadlines.in(fromNow));
    }

    /** From now on reads and writes wait for as long as it takes. */
    public void clearDeadline() throws NetException {
        setDeadlines(Strand.NO_DEADLINE);
    }

    private void setDeadlines(long deadline) throws NetException {
        setDeadline(medium.in(), deadline);
        setDeadline(medium.out(), deadline);
    }

    private void setDeadline(Gate direction, long deadline) throws NetException {
        medium.pass(Act.SET_DEADLINE);
        medium.requireOpen("set");
        direction.setDeadline(deadline);
    }

    // ---------------------------------------------------------------- the end

    /**
     * Ends what this side sends: when the peer has read all, its reads give -1. Reading goes on. A write that waits
     * fails.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public abstract void closeWrite() throws NetException;

    /**
     * Ends what this side receives: a read gives -1, even one that waits already. Whether the peer's writes fail after
     * that is up to the kind of connection.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public abstract void closeRead() throws NetException;

    @Override
    public abstract boolean isOpen();

    /**
     * Closes this connection: whoever waits in it fails with {@link NetException.Closed}. Does nothing the second time.
     *
     * @throws NetException if the system fails
     */
    @Override
    public abstract void close() throws NetException;

    @Override
    public String toString() {
        return medium.toString();
    }
}
