package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;

/**
 * Takes connections; Go's {@code net.Listener}. Any goroutine or thread may use it, and several may accept at the same
 * time.
 */
public abstract sealed class Listener implements AutoCloseable permits TcpListener, UnixListener {

    private final ServerSocketChannel channel;
    private final String where;
    private final PollDescriptor poll;
    private final Turn accepting = Turn.ofAll();

    Listener(ServerSocketChannel channel, String where) {
        this.channel = channel;
        this.where = where;
        poll = new PollDescriptor(channel, SelectionKey.OP_ACCEPT, 0);
        poll.name(where + ", listening");
    }

    /** Where it listens. */
    public abstract SocketAddress address();

    /** The address as text. */
    public abstract String addressText();

    /**
     * Waits for the next connection. An interrupt does not end the wait.
     *
     * @throws NetException.Closed if this listener is closed, before or meanwhile
     * @throws NetException.Timeout if the deadline has passed
     * @throws NetException if the system refuses, because it has no more descriptors, say
     */
    public abstract Conn accept() throws NetException;

    /**
     * As {@link #accept()}, but a cancellation or an interrupt ends the wait.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws NetException as {@link #accept()}
     * @throws CancelledException if it was cancelled first
     * @throws InterruptedException if the thread is interrupted first
     */
    public abstract Conn accept(Cancellation cancellation)
            throws NetException, CancelledException, InterruptedException;

    final <C extends Conn, A extends Exception, B extends Exception> C accept(
            Network<C, ?> network, Patience<A, B> patience) throws NetException, A, B {
        patience.take(accepting);
        try {
            Outcome may = poll.in().check();
            for (; ; ) {
                if (may != Outcome.READY) {
                    throw NetException.ended("accept", where, may);
                }
                SocketChannel next = channel.accept();
                if (next != null) {
                    return network.accepted(next, where);
                }
                may = patience.await(poll.in());
            }
        } catch (IOException e) {
            throw failed("accept", e);
        } finally {
            accepting.giveBack();
        }
    }

    /**
     * Sets when {@link #accept} is to fail, including one that waits now; {@link Instant#MAX} means never.
     *
     * @throws NetException.Closed if this listener is closed
     */
    public void setDeadline(Instant deadline) throws NetException {
        setDeadline(Deadlines.at(deadline));
    }

    /** As {@link #setDeadline(Instant)}, that long from now; zero or less means at once. */
    public void setDeadline(Duration fromNow) throws NetException {
        setDeadline(Deadlines.in(fromNow));
    }

    private void setDeadline(long deadline) throws NetException {
        Checkpoint.passOutside();
        if (poll.in().check() == Outcome.CLOSED) {
            Checkpoint.passAtAnEnd(); // another that is unwound may have closed it
            throw NetException.ended("set", where, Outcome.CLOSED);
        }
        poll.in().setDeadline(deadline);
    }

    /** Whether it has not been closed. */
    public boolean isOpen() {
        Checkpoint.lookOutside();
        return !poll.isClosed();
    }

    /**
     * Stops listening: whoever waits in {@link #accept} fails, connections that nobody has accepted are reset, and the
     * address is free when this returns. The second time it only waits for that, if it has to. A goroutine that is
     * unwound because its runtime closes does not wait: then the address is free when the runtime has closed.
     *
     * @throws NetException if the system fails
     */
    @Override
    public void close() throws NetException {
        Checkpoint.lookOutside();
        try {
            poll.close(true);
        } catch (IOException e) {
            throw NetException.of("close", where, e);
        }
    }

    private NetException failed(String op, IOException thrown) {
        Checkpoint.passAtAnEnd(); // likewise
        return thrown instanceof ClosedChannelException
                ? NetException.ended(op, where, Outcome.CLOSED)
                : NetException.of(op, where, thrown);
    }

    @Override
    public String toString() {
        return poll.isClosed() ? where + ", closed" : poll.toString();
    }
}
