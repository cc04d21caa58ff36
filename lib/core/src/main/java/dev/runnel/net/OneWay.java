package dev.runnel.net;

import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.net.Gate;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * One direction of a pipe: the bytes that were written and not read yet. One writes at a time, and one reads. Without a
 * buffer these are still the writer's: it waits until they are read, and may take them back.
 */
final class OneWay extends SpinLock {

    /** The most that a writer without a buffer shows at once. */
    private static final int MOST_SHOWN = 16 * 1024;

    /** The least that room is made for, and the most: what the JVM can surely make as an array. */
    private static final int LEAST = 256;

    private static final int MOST = Integer.MAX_VALUE - 8;

    private final boolean buffered;
    private final int limit;
    private final Gate writer;
    private final Gate reader;

    /** The bytes from {@link #from} on, around its end. It, and all that follows, under the lock. */
    private byte[] ring = {};

    private int from;
    private int count;
    private boolean writerHasEnded;
    private boolean readerHasEnded;

    OneWay(int buffer, Gate writer, Gate reader) {
        buffered = buffer > 0;
        limit = buffered ? Math.min(buffer, MOST) : MOST_SHOWN;
        this.writer = writer;
        this.reader = reader;
    }

    // ---------------------------------------------------------------- by the writer

    /** Returns how many bytes there was room for. */
    int write(ByteBuffer source) throws ClosedChannelException {
        byte[] larger = roomFor(source.remaining());
        int n;
        lock();
        try {
            requireBothLocked();
            if (larger != ring) {
                int first = Math.min(count, ring.length - from);
                System.arraycopy(ring, from, larger, 0, first);
                System.arraycopy(ring, 0, larger, first, count - first);
                ring = larger;
                from = 0;
            }
            n = Math.min(source.remaining(), ring.length - count);
            int to = past(count);
            int first = Math.min(n, ring.length - to);
            source.get(ring, to, first).get(ring, 0, n - first);
            count += n;
        } finally {
            unlock();
        }
        if (n > 0) {
            reader.retry();
        }
        return n;
    }

    /**
     * Only the writer, in its turn, makes the ring larger, and the count as well: so that much room is enough, whatever
     * is read meanwhile. The new one is at least twice as large, so that each byte is moved only a few times.
     */
    private byte[] roomFor(int more) {
        int size = ring.length;
        if (size == limit) {
            return ring;
        }
        lock();
        long wanted = (long) count + more;
        unlock();
        if (wanted <= size) {
            return ring;
        }
        return new byte[(int) Math.min(limit, Math.max(wanted, Math.max(LEAST, 2L * size)))];
    }

    /** The place that is that many bytes further on. */
    private int past(int bytes) {
        return bytes < ring.length - from ? from + bytes : bytes - (ring.length - from);
    }

    /**
     * Whether a writer that has written all need wait no longer. If not, the next write says whether there is anybody
     * to wait for.
     */
    boolean hasGone() {
        if (buffered) {
            return true;
        }
        lock();
        boolean gone = count == 0;
        unlock();
        return gone;
    }

    /** What was not read is the writer's again. */
    void takeBack(ByteBuffer source) {
        if (!buffered) {
            lock();
            int left = count;
            count = 0;
            unlock();
            source.position(source.position() - left); // not under the lock: it fails if others have changed the buffer
        }
    }

    private void requireBothLocked() throws ClosedChannelException {
        if (writerHasEnded || readerHasEnded) {
            throw new ClosedChannelException();
        }
    }

    /** Nothing comes after what was written. */
    void endWriting() {
        lock();
        writerHasEnded = true;
        unlock();
        reader.retry();
        writer.retry();
    }

    // ---------------------------------------------------------------- by the reader

    /** Returns how many bytes there were; 0 if none have come yet, -1 if none will. */
    int read(ByteBuffer target) {
        int n;
        boolean tell;
        lock();
        try {
            if (readerHasEnded || (count == 0 && writerHasEnded)) {
                return -1;
            }
            n = Math.min(target.remaining(), count);
            int first = Math.min(n, ring.length - from);
            target.put(ring, from, first).put(ring, 0, n - first);
            from = past(n);
            count -= n;
            tell = n > 0 && (buffered || count == 0);
        } finally {
            unlock();
        }
        if (tell) {
            writer.retry();
        }
        return n;
    }

    /** Nothing is read any more: what was written and not read is lost. */
    void endReading() {
        lock();
        readerHasEnded = true;
        unlock();
        writer.retry();
        reader.retry();
    }
}
