package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Interrupts;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Listens and dials. Addresses are written as in Go: {@code "host:port"}, {@code "[::1]:port"}, where the port is a
 * number. To listen, {@code ":port"} is every address of this machine, and port 0 is one that is free. To dial,
 * {@code ":port"}, {@code "0.0.0.0:port"} and {@code "[::]:port"} are this machine. Names are looked up by the JDK,
 * which may block the thread meanwhile. A Unix socket is at a file, and its address is a path.
 */
public final class Net {

    /** How many connections may wait to be accepted by default; the system mostly allows fewer. */
    private static final int BACKLOG = 4096;

    private Net() {}

    // ---------------------------------------------------------------- listen

    /**
     * Listens; Go's {@code net.Listen("tcp", address)}.
     *
     * @param address where
     * @throws IllegalArgumentException if that is not an address
     * @throws NetException if the address is in use, or not this machine's, or the name is unknown
     */
    public static TcpListener listen(String address) throws NetException {
        return listen(address, BACKLOG);
    }

    /**
     * As {@link #listen(String)}.
     *
     * @param address where
     * @param backlog how many connections may wait to be accepted; the system may choose another number. The JDK
     *     chooses if this is 0 or less
     */
    public static TcpListener listen(String address, int backlog) throws NetException {
        return listen(Address.of(address).local("listen"), backlog);
    }

    /**
     * As {@link #listen(String)}.
     *
     * @throws IllegalArgumentException if the address is not resolved
     */
    public static TcpListener listen(InetSocketAddress address) throws NetException {
        return listen(address, BACKLOG);
    }

    /**
     * As {@link #listen(String, int)}.
     *
     * @throws IllegalArgumentException if the address is not resolved
     */
    public static TcpListener listen(InetSocketAddress address, int backlog) throws NetException {
        InetSocketAddress at = Address.known(address);
        Checkpoint.passOutside();
        return Network.TCP.listen(at, backlog);
    }

    /**
     * Listens at a file, which is made; Go's {@code net.Listen("unix", path)}. On most systems the file's permissions
     * say who may connect.
     *
     * @param path the file; not null
     * @throws IllegalArgumentException if the path is empty, or not of a file system of this machine
     * @throws NetException if there is something already, perhaps left by a listener that was not closed; if the path
     *     is too long, which it is beyond some hundred bytes; if this system has no such sockets; or if it fails
     *     otherwise
     */
    public static UnixListener listenUnix(Path path) throws NetException {
        return listenUnix(path, BACKLOG);
    }

    /**
     * As {@link #listenUnix(Path)}.
     *
     * @param path the file; not null
     * @param backlog as in {@link #listen(String, int)}; whoever dials while that many wait fails
     */
    public static UnixListener listenUnix(Path path, int backlog) throws NetException {
        UnixDomainSocketAddress address = Address.known(path);
        Checkpoint.passOutside();
        return Network.UNIX.listen(address, backlog);
    }

    // ---------------------------------------------------------------- dial

    /**
     * Connects, and waits for that as long as the system does; Go's {@code net.Dial("tcp", address)}. If the name
     * stands for several addresses they are tried one after the other. An interrupt does not end the wait.
     *
     * @param address where
     * @throws IllegalArgumentException if that is not an address
     * @throws NetException.Refused if nobody listens there
     * @throws NetException.Timeout if nobody answers
     * @throws NetException if it fails otherwise: the name is unknown, say
     */
    public static TcpConn dial(String address) throws NetException {
        return dial(Address.of(address).resolved("dial"), Strand.NO_DEADLINE, Patience.PLAIN);
    }

    /**
     * As {@link #dial(String)}, but for no longer than the timeout; Go's {@code net.DialTimeout}. No time limit ends
     * the JDK's lookup of a name; the time that is left after that is for connecting.
     *
     * @param address where
     * @param timeout how long; zero or less fails at once
     * @throws NetException.Timeout if it is not connected by then
     */
    public static TcpConn dial(String address, Duration timeout) throws NetException {
        long deadline = Deadlines.in(timeout);
        return dial(Address.of(address).resolved("dial"), deadline, Patience.PLAIN);
    }

    /**
     * As {@link #dial(String)}, but a cancellation or an interrupt ends it; Go's {@code DialContext}. A dial that was
     * ended leaves no connection behind; a connection that has already been made does not end with the cancellation. If
     * that is a context with a deadline, and the name stands for several addresses, no address but the last takes all
     * of the time, if that is more than two seconds.
     *
     * @param address where
     * @param cancellation what may end it, a context for example
     * @throws CancelledException if it was cancelled first
     * @throws InterruptedException if the thread is interrupted first
     */
    public static TcpConn dial(String address, Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException {
        Interrupts.check();
        Asked.check(cancellation);
        return dial(Address.of(address).resolved("dial"), cancellation);
    }

    /**
     * As {@link #dial(String)}.
     *
     * @throws IllegalArgumentException if the address is not resolved
     */
    public static TcpConn dial(InetSocketAddress address) throws NetException {
        return dial(new InetSocketAddress[] {Address.known(address)}, Strand.NO_DEADLINE, Patience.PLAIN);
    }

    /**
     * As {@link #dial(String, Duration)}.
     *
     * @throws IllegalArgumentException if the address is not resolved
     */
    public static TcpConn dial(InetSocketAddress address, Duration timeout) throws NetException {
        return dial(new InetSocketAddress[] {Address.known(address)}, Deadlines.in(timeout), Patience.PLAIN);
    }

    /**
     * As {@link #dial(String, Cancellation)}.
     *
     * @throws IllegalArgumentException if the address is not resolved
     */
    public static TcpConn dial(InetSocketAddress address, Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException {
        Interrupts.check();
        Asked.check(cancellation);
        return dial(new InetSocketAddress[] {Address.known(address)}, cancellation);
    }

    /** The addresses share the time that a context has left; it is the context that ends the last attempt. */
    static TcpConn dial(InetSocketAddress[] addresses, Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException {
        long deadline = cancellation instanceof Context context
                ? context.deadline().map(Deadlines::at).getOrElse(Strand.NO_DEADLINE)
                : Strand.NO_DEADLINE;
        return new Dial<>(Network.TCP, addresses, deadline, false).run(Patience.until(cancellation));
    }

    private static <A extends Exception, B extends Exception> TcpConn dial(
            InetSocketAddress[] addresses, long deadline, Patience<A, B> patience) throws NetException, A, B {
        return new Dial<>(Network.TCP, addresses, deadline, true).run(patience);
    }

    /**
     * Connects at a file; Go's {@code net.Dial("unix", path)}. It does not wait for the other side to accept.
     *
     * @param path the file; not null
     * @throws IllegalArgumentException if the path is empty, or not of a file system of this machine
     * @throws NetException.Refused if nobody listens there any longer
     * @throws NetException if there is no such file, if as many connections wait to be accepted as may, or if it fails
     *     otherwise
     */
    public static UnixConn dialUnix(Path path) throws NetException {
        SocketAddress[] address = {Address.known(path)};
        return new Dial<>(Network.UNIX, address, Strand.NO_DEADLINE, true).run(Patience.PLAIN);
    }

    // ---------------------------------------------------------------- in memory

    /**
     * A connection in memory, without a buffer; Go's {@code net.Pipe}. A write waits until all that it has written was
     * read; two ends that both write before they read wait for ever. What is read and written, deadlines and all, is
     * part of a deterministic run, and of the bubble in which the pipe was made; the bubble's clock goes on while its
     * goroutines wait at the pipe. So code that talks over a {@link Conn} can be tested without a network, and without
     * the time that one takes.
     */
    public static Pipe pipe() {
        return PipeConn.pair(0);
    }

    /**
     * As {@link #pipe()}, with a buffer for each direction, as a network has one: a write waits until there is room for
     * what it writes.
     *
     * @param buffer how many bytes one side may be ahead of the other; memory is taken as they come, and kept. With 0
     *     there is no buffer
     * @throws IllegalArgumentException if that is negative
     */
    public static Pipe pipe(int buffer) {
        return PipeConn.pair(bufferSize(buffer));
    }

    /** The size of a buffer, if it is allowed. */
    static int bufferSize(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a buffer of " + bytes + " bytes; 0 or more are allowed");
        }
        return bytes;
    }
}
