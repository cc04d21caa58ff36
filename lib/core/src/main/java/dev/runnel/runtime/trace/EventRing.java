package dev.runnel.runtime.trace;

import dev.runnel.trace.EventKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last events that one writer at a time has put down: the oldest is overwritten. Anyone may copy it meanwhile; what
 * was being overwritten is left out of the copy.
 */
final class EventRing {

    /** Numbers to an event: stamp, kind and b, goroutine, a. */
    static final int WIDTH = 4;

    /** The kind of creations, as a number. */
    @SuppressWarnings("EnumOrdinal") // records have kinds by their order
    static final int CREATED = EventKind.CREATED.ordinal();

    private static final int KIND_BITS = 8;

    /** The writer's own numbers are in the array, too, and this far from what may be written by others. */
    private static final int LAST_STAMP = 8;

    private static final int WRITTEN = 9;
    private static final int HEAD = 16;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final @Nullable String[] names;
    private final int capacity;

    /** @param capacity how many events, a power of two */
    EventRing(int capacity) {
        this.capacity = capacity;
        words = new long[HEAD + WIDTH * capacity];
        names = new String[capacity];
    }

    /**
     * Puts an event down. Called by the holder of this ring's P, or of the lock of the ring that has no P.
     *
     * @param now the time
     * @param after the stamp of the last event of this goroutine
     * @return the stamp: the time, or a little later, so that it is after both that event and the last one of this ring
     */
    @SuppressWarnings("EnumOrdinal")
    long put(long now, EventKind kind, long g, long after, long a, long b) {
        long[] w = words;
        long stamp = Math.max(now, Math.max(w[LAST_STAMP], after) + 1);
        long written = w[WRITTEN];
        int at = HEAD + WIDTH * (int) (written & (capacity - 1));
        w[at] = stamp;
        w[at + 1] = b << KIND_BITS | kind.ordinal();
        w[at + 2] = g;
        w[at + 3] = a;
        w[LAST_STAMP] = stamp;
        WORDS.setRelease(w, WRITTEN, written + 1); // pairs with the first read of a copy
        VarHandle.storeStoreFence(); // before the next event's numbers; pairs with the fence of a copy
        return stamp;
    }

    /** As {@link #put}, for the creation of a goroutine. */
    long putCreated(long now, long g, @Nullable String name, long after, long creator) {
        names[(int) (words[WRITTEN] & (capacity - 1))] = name;
        return put(now, EventKind.CREATED, g, after, creator, 0);
    }

    /** How many events were ever put down. Called by any thread. */
    long written() {
        return (long) WORDS.getAcquire(words, WRITTEN);
    }

    /** What is in it. Called by any thread, even while events are put down. */
    Copy copy() {
        long end = written();
        long begin = Math.max(0, end - capacity);
        int n = (int) (end - begin);
        long[] events = new long[WIDTH * n];
        @Nullable String[] named = new String[n];
        for (int i = 0; i < n; i++) {
            int slot = (int) (begin + i & capacity - 1);
            System.arraycopy(words, HEAD + WIDTH * slot, events, WIDTH * i, WIDTH);
            named[i] = names[slot];
        }
        // Pairs with the fence of the writer: whoever has read any number of event i + capacity sees that i + capacity
        // were written.
        VarHandle.acquireFence();
        long now = (long) WORDS.getOpaque(words, WRITTEN);
        long whole = Math.max(begin, now + 1 - capacity); // the writer may be busy with number now
        int torn = (int) Math.min(n, whole - begin);
        return new Copy(
                Math.min(whole, end),
                Arrays.copyOfRange(events, WIDTH * torn, events.length),
                Arrays.copyOfRange(named, torn, n));
    }

    /**
     * What a ring had.
     *
     * @param lost how many events came before
     * @param words the events
     * @param names the name of each that is a creation
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Copy(long lost, long[] words, @Nullable String[] names) {

        int size() {
            return names.length;
        }

        long written() {
            return lost + size();
        }

        long stamp(int i) {
            return words[WIDTH * i];
        }

        int kind(int i) {
            return (int) (words[WIDTH * i + 1] & (1 << KIND_BITS) - 1);
        }

        long b(int i) {
            return words[WIDTH * i + 1] >> KIND_BITS;
        }

        long g(int i) {
            return words[WIDTH * i + 2];
        }

        long a(int i) {
            return words[WIDTH * i + 3];
        }

        /** The name of the goroutine that was created. */
        @Nullable String name(int i) {
            return kind(i) == CREATED ? names[i] : null;
        }
    }
}
