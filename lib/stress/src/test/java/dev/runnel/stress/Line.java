package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.channel.Hchan;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** A channel, how many use it now, and what went over it. */
final class Line {

    final Chan<Parcel> channel;

    private final AtomicInteger users = new AtomicInteger();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();

    /** For each receiver, if it has received anything, the highest number of each sender. */
    private final long[][] highest;

    private volatile boolean retired;

    Line(int capacity, int workers) {
        channel = Go.chan(capacity);
        highest = new long[workers][];
    }

    /** Whether it may be used, until {@link #leave()}. */
    boolean enter() {
        users.incrementAndGet();
        if (retired) {
            users.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        users.decrementAndGet();
    }

    /** Called by a sender, with what it was told. */
    void settle(Parcel parcel, boolean wasSent) {
        if (wasSent) {
            sent.increment();
        } else {
            parcel.refuse();
        }
    }

    /** Called by a receiver. */
    void take(int receiver, Parcel parcel) {
        parcel.arrive();
        received.increment();
        if (highest[receiver] == null) {
            highest[receiver] = new long[highest.length];
        }
        long before = highest[receiver][parcel.sender];
        if (parcel.number <= before) {
            throw new AssertionError(parcel + ": worker " + receiver + " had received " + before + " before");
        }
        highest[receiver][parcel.sender] = parcel.number;
    }

    /** Nobody may begin to use it from now on. */
    void retire() {
        retired = true;
        try {
            channel.close();
        } catch (ChannelException.CloseOfClosed e) {
            // a worker has closed it
        }
    }

    /** Checks that the waiting strands and the contents of the buffer fit together, as they do at every instant. */
    void check() {
        ((Hchan<Parcel>) channel).check();
    }

    /**
     * Retires it, and adds up if nobody uses it any more.
     *
     * @return whether it did
     */
    boolean audit(Tally tally) {
        retire();
        if (users.get() > 0) {
            return false;
        }
        check();
        long left = 0;
        while (channel.tryRecv() instanceof TryRecv.Value<Parcel>(Parcel parcel)) {
            parcel.arrive();
            left++;
        }
        if (sent.sum() != received.sum() + left) {
            throw new AssertionError(channel + ": " + sent + " sent, " + received + " received, " + left + " left");
        }
        tally.count(Tally.Kind.SENT, sent.sum());
        tally.count(Tally.Kind.RECEIVED, received.sum());
        tally.count(Tally.Kind.DRAINED, left);
        tally.count(Tally.Kind.AUDITS);
        return true;
    }
}
