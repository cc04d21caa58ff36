package dev.runnel.runtime.channel;

import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.Waiter;
import io.vavr.collection.List;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values that one receive takes together, and the senders that go on because of it. */
public final class Batch {

    private static final int FIRST = 16;

    static {
        FirstUse.isNow(MethodHandles.lookup(), List.Cons.class, List.Nil.class); // what was taken is given as a list
    }

    private final int most;
    private @Nullable Object[] values = {};
    private Peer[] peers = {};
    private int count;
    private int peerCount;

    /** @param most how many values at most; positive */
    public Batch(int most) {
        this.most = most;
    }

    /**
     * Checks how many values are asked for.
     *
     * @throws IllegalArgumentException if that is less than one
     */
    public static int check(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a receive of up to " + most + " values: at least 1");
        }
        return most;
    }

    /** Whether nothing was taken. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Takes what is there, each value as a receive would, in the same order. Under the channel's lock. */
    void takeFrom(Hchan<?> channel) {
        while (count < most && hasRoom()) { // before anything is taken, so that nothing is lost if there is no memory
            Waiter sender = channel.takeSender();
            if (sender != null) {
                values[count++] = channel.takeWith(sender);
                peers[peerCount++] = sender.finish(true);
            } else if (channel.buffer.count() > 0) {
                values[count++] = channel.takeOldest();
            } else {
                return;
            }
        }
    }

    /**
     * Takes the channel's lock and what there is. If there is nothing, and the channel is open, it keeps the lock and
     * answers false.
     */
    boolean begin(Hchan<?> channel) {
        channel.lock();
        boolean over = false;
        try {
            takeFrom(channel);
            over = channel.closed || !isEmpty();
        } catch (Throwable e) {
            over = true;
            throw e;
        } finally {
            if (over) {
                channel.unlock();
            }
        }
        readyPeers();
        return over;
    }

    /**
     * After a receive that waited has brought a value: takes what else is there. If it has brought the end of the
     * channel, does nothing. No lock held.
     */
    void goOn(Hchan<?> channel, Object received) {
        if (received != Hchan.Absent.CLOSED) {
            goOnBehind(received, channel);
        }
    }

    /** After a value that was waited for: takes what else is there. No lock held. */
    public void goOnBehind(Object value, Hchan<?> channel) {
        makeRoom();
        values[count++] = value;
        channel.lock();
        try {
            takeFrom(channel);
        } finally {
            channel.unlock();
        }
        readyPeers();
    }

    /**
     * Whether there is room for one more. If there is no memory for that, what was taken before is answered, and not
     * lost.
     */
    private boolean hasRoom() {
        try {
            makeRoom();
            return true;
        } catch (OutOfMemoryError e) {
            if (isEmpty()) {
                throw e;
            }
            return false;
        }
    }

    private void makeRoom() {
        if (count == values.length) {
            values = Arrays.copyOf(values, grown(count));
        }
        if (peerCount == peers.length) {
            peers = Arrays.copyOf(peers, grown(peerCount));
        }
    }

    private int grown(int size) {
        int more = Math.max(FIRST, size + (size >> 1));
        return more < 0 ? most : Math.min(most, more);
    }

    /** The senders go on, in the order in which they came. No lock held. */
    public void readyPeers() {
        for (int i = 0; i < peerCount; i++) {
            peers[i].ready();
        }
        peerCount = 0;
    }

    /** The values, in the order in which they were taken. */
    @SuppressWarnings("unchecked") // the values of a channel of T
    public <T> List<T> toList() {
        List<T> list = List.empty();
        for (int i = count - 1; i >= 0; i--) {
            T value = (T) values[i];
            if (value != null) {
                list = list.prepend(value);
            }
        }
        return list;
    }
}
