package dev.runnel.net;

import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import org.jspecify.annotations.Nullable;

/** Connects to the first of some addresses that answers; one after the other, each for its share of the time. */
final class Dial<C extends Conn> {

    /** The least share of the time that one address gets while there is more than that, in nanoseconds. */
    private static final long LEAST_SHARE = 2_000_000_000;

    private final Network<C, ?> network;
    private final SocketAddress[] addresses;
    private final long deadline;
    private final boolean endsThere;

    /**
     * @param deadline when the time that they share is over
     * @param endsThere whether nothing but that deadline ends the last attempt; if not, it is ended by something else
     *     that the caller waits with
     */
    Dial(Network<C, ?> network, SocketAddress[] addresses, long deadline, boolean endsThere) {
        this.network = network;
        this.addresses = addresses;
        this.deadline = deadline;
        this.endsThere = endsThere;
    }

    /** If all fail, throws what the first of them failed with. */
    <A extends Exception, B extends Exception> C run(Patience<A, B> patience) throws NetException, A, B {
        Checkpoint.lookOutside(); // and the caller is unwound if the dial fails
        @Nullable NetException first = null;
        for (int i = 0; i < addresses.length; i++) {
            if (first != null && isOver()) {
                break;
            }
            try {
                return to(addresses[i], share(addresses.length - i, Current.now()), patience);
            } catch (NetException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first == null) {
            throw new IllegalStateException("no address to dial");
        }
        throw first;
    }

    private boolean isOver() {
        return endsThere && deadline != Strand.NO_DEADLINE && Current.now() - deadline >= 0;
    }

    /** Until when one may take if so many are left: on the clock of the caller, as that is now. */
    long share(int left, long now) {
        if (deadline == Strand.NO_DEADLINE || (left == 1 && !endsThere)) {
            return Strand.NO_DEADLINE;
        }
        long time = deadline - now;
        if (time <= 0 && !endsThere) { // by the time of day; the clock that ends it may be another
            return Strand.NO_DEADLINE;
        }
        return now + Math.min(time, Math.max(time / left, LEAST_SHARE));
    }

    private <A extends Exception, B extends Exception> C to(SocketAddress address, long until, Patience<A, B> patience)
            throws NetException, A, B {
        StackRoom.requireTwice(); // what it closes asks in turn
        String where = network.where(address);
        SocketChannel channel = null;
        PollDescriptor poll = null;
        boolean connected = false;
        try {
            channel = network.open();
            channel.configureBlocking(false);
            poll = new PollDescriptor(channel, SelectionKey.OP_READ, SelectionKey.OP_CONNECT);
            poll.name(where + ", dialling");
            poll.out().setDeadline(until);
            Outcome may = poll.out().check();
            for (boolean begun = false; ; begun = true) {
                if (may != Outcome.READY) {
                    throw NetException.ended("dial", where, Outcome.TIMEOUT);
                }
                if (begun ? channel.finishConnect() : channel.connect(address)) {
                    break;
                }
                may = patience.await(poll.out());
            }
            poll.out().become(SelectionKey.OP_WRITE);
            poll.out().setDeadline(Strand.NO_DEADLINE);
            C conn = network.connected(channel, poll, "dial", where);
            if (conn.localAddress().equals(conn.remoteAddress())) {
                throw NetException.refused("dial", where);
            }
            connected = true;
            return conn;
        } catch (IOException e) {
            Checkpoint.passAtAnEnd(); // another that is unwound may have closed the listener
            throw NetException.of("dial", where, e);
        } catch (UnsupportedAddressTypeException | UnsupportedOperationException e) {
            throw NetException.noSuchFamily("dial", where, e);
        } finally {
            if (!connected && channel != null) {
                giveUp(channel, poll);
            }
        }
    }

    private static void giveUp(SocketChannel channel, @Nullable PollDescriptor poll) {
        try {
            if (poll == null) {
                channel.close();
            } else {
                poll.close(false);
            }
        } catch (IOException e) {
            return; // what went wrong before is to be told
        }
    }
}
