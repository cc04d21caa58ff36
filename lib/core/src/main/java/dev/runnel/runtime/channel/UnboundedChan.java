package dev.runnel.runtime.channel;

import dev.runnel.channel.Buffering;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose buffer grows and shrinks: it is doubled when full, and halved when three quarters are free, so that a
 * value is moved twice or so in its life. The channel says when it holds more than it should.
 *
 * @param <T> the type of the values
 */
final class UnboundedChan<T> extends CountedChan<T> {

    static final int LEAST_SLOTS = 16;
    private static final int MOST_SLOTS = 1 << 30;

    private final int softLimit;
    private final IntConsumer onCrossed;

    // Under the lock.
    private boolean above;
    private long crossings;

    UnboundedChan(Buffering.Unbounded how, @Nullable Consumer<? super T> undelivered) {
        super(LEAST_SLOTS, LEAST_SLOTS, undelivered);
        softLimit = checked("soft limit", how.softLimit(), 1);
        onCrossed = Objects.requireNonNull(how.onCrossed(), "onCrossed");
    }

    /**
     * Makes room. If there is no memory for that, nothing is sent, and the sender fails once all locks are given back.
     */
    @Override
    boolean overflow(Object value, Polled into) {
        try {
            grow();
        } catch (OutOfMemoryError e) {
            into.teller = this;
            into.news = e;
            return true;
        }
        buffer.put(value);
        valueCame(into);
        return true;
    }

    private void grow() {
        if (buffer.capacity() == MOST_SLOTS) {
            throw new OutOfMemoryError(this + " cannot grow any more");
        }
        buffer.resize(2 * buffer.capacity());
    }

    @Override
    void valueCame(Polled into) {
        super.valueCame(into);
        int count = buffer.count();
        if (!above && count > softLimit) {
            above = true;
            crossings++;
            into.teller = this;
        }
    }

    /** Tells that the limit was crossed, at the first value above it, or that there was no room for a value. */
    @Override
    void tell(@Nullable Object news) {
        if (news instanceof OutOfMemoryError noRoom) {
            throw noRoom;
        }
        onCrossed.accept(softLimit + 1);
    }

    @Override
    void valueWent() {
        int count = buffer.count();
        if (above && count <= softLimit / 2) {
            above = false;
        }
        if (buffer.capacity() > LEAST_SLOTS && count <= buffer.capacity() / 4) {
            shrink();
        }
    }

    private void shrink() {
        try {
            buffer.resize(buffer.capacity() / 2);
        } catch (OutOfMemoryError e) {
            return; // the slots that are there will do
        }
    }

    @Override
    public int cap() {
        return MOST_SLOTS;
    }

    @Override
    long crossings() {
        return crossings;
    }

    @Override
    void checkKind() {
        super.checkKind();
        checkNobodyWaitsToSend();
        if (above ? buffer.count() <= softLimit / 2 && !closed : buffer.count() > softLimit) {
            throw new AssertionError(this + (above ? " is above " : " is not above ") + "its soft limit " + softLimit);
        }
    }
}
