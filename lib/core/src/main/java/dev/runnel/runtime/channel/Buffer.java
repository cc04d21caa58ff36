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
    }

    private final @Nullable Object[] slots;
    private int head;
    private int tail;
    private int count; // written by release stores, read without the lock by acquire loads

    Buffer(int capacity) {
        slots = new Object[capacity];
    }

    int capacity() {
        return slots.length;
    }

    int count() {
        return (int) COUNT.getAcquire(this);
    }

    boolean isFull() {
        return count() == slots.length;
    }

    /** Puts at the tail; there is room. */
    void put(Object value) {
        slots[tail] = value;
        tail = tail + 1 == slots.length ? 0 : tail + 1;
        COUNT.setRelease(this, count + 1);
    }

    /** Takes from the head, which is there, and lets go of it. */
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
        tail = head;
        return taken;
    }
}
