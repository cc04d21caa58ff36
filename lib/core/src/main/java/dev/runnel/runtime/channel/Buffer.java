package dev.runnel.runtime.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The circular buffer of a channel. Guarded by the channel's lock, but for {@link #count()}. */
final class Buffer {

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Buffer.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // The first call of each takes memory, and whoever makes it may hold a lock.
        Buffer any = new Buffer(0);
        COUNT.setRelease(any, 0);
        any.count();
    }

    private static final Object[] NONE = {};

    /** The one of all channels without a buffer; nobody writes to it. */
    private static final Buffer EMPTY = new Buffer(0);

    private @Nullable Object[] slots;
    private int capacity;
    private int head;
    private int count; // written by release stores, read without the lock by acquire loads
    private int passed; // a hint, which may overflow

    static Buffer of(int capacity) {
        return capacity == 0 ? EMPTY : new Buffer(capacity);
    }

    private Buffer(int capacity) {
        slots = new Object[capacity];
        this.capacity = capacity;
    }

    private Buffer(Buffer of) {
        slots = of.slots;
        capacity = of.capacity;
        head = of.head;
        count = of.count;
    }

    int capacity() {
        return capacity;
    }

    int count() {
        return (int) COUNT.getAcquire(this);
    }

    boolean isFull() {
        return count() == capacity;
    }

    /** Puts a value at the tail; there is room. */
    void put(Object value) {
        int tail = head + count; // unsigned: both are below 2^31
        slots[Integer.compareUnsigned(tail, slots.length) < 0 ? tail : tail - slots.length] = value;
        passed++;
        COUNT.setRelease(this, count + 1);
    }

    /** How many values were put since this was last asked, by senders that did not have to wait. */
    int takePassed() {
        int all = passed;
        if (all != 0) { // else this may be the one that many channels share
            passed = 0;
        }
        return all;
    }

    /** Takes the value at the head and lets go of it; there is one. */
    Object take() {
        Object value = slots[head];
        if (value == null) {
            throw new IllegalStateException("the buffer counts " + count + " values and has none at its head");
        }
        slots[head] = null;
        head = head + 1 == slots.length ? 0 : head + 1;
        COUNT.setRelease(this, count - 1);
        return value;
    }

    /** Takes the head of a full buffer and puts a value into the slot that this frees, the new tail. */
    Object exchange(Object value) {
        Object taken = slots[head];
        if (taken == null) {
            throw new IllegalStateException("a full buffer has no value at its head");
        }
        slots[head] = value;
        head = head + 1 == slots.length ? 0 : head + 1;
        return taken;
    }

    /** Gives all values. From now on it has none, and room for none; the capacity stays what it was. */
    Buffer takeAll() {
        Buffer all = new Buffer(this);
        slots = NONE;
        head = 0;
        COUNT.setRelease(this, 0);
        return all;
    }

    /** Moves the values to that many other slots, into which they fit. */
    void resize(int slotsWanted) {
        Object[] moved = new Object[slotsWanted];
        int first = Math.min(count, slots.length - head);
        System.arraycopy(slots, head, moved, 0, first);
        System.arraycopy(slots, 0, moved, first, count - first);
        slots = moved;
        capacity = slotsWanted;
        head = 0;
    }
}
