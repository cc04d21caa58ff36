package dev.runnel.runtime.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A first-in, first-out list that can be left from its middle. No lock: its user has one. Whether it is empty may be
 * read without the lock.
 *
 * @param <T> the places; each in one such list at most
 */
public final class Line<T extends Line.Place<T>> {

    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(Line.class, "first", Place.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // The first call of each takes memory, and whoever makes it may have woken somebody.
        Line<?> any = new Line<>();
        any.takeAll();
        any.isEmpty();
    }

    private @Nullable T first; // written by release stores, read without the lock by volatile loads
    private @Nullable T last;

    /**
     * A place in a line, with its links.
     *
     * @param <T> its own type
     */
    public abstract static class Place<T extends Place<T>> {
        private @Nullable T previous;
        private @Nullable T next;
        private boolean listed;

        /** Whether it is in a line. For tests. */
        public final boolean isListed() {
            return listed;
        }

        /**
         * Forgets those beside it, once it was taken with {@link Line#takeAll}: whoever keeps this place shall not keep
         * the others.
         */
        public final void leave() {
            previous = null;
            next = null;
        }

        /**
         * The one that came after it, in the line or, after {@link Line#takeAll}, among those that were taken with it.
         */
        public final @Nullable T next() {
            return next;
        }
    }

    /** The one that has been there for longest. */
    public @Nullable T first() {
        return first;
    }

    /**
     * Whether there is none. May be read without the lock, as a hint; whoever puts a place in and counts on being seen
     * needs a fence after that.
     */
    public boolean isEmpty() {
        return FIRST.getVolatile(this) == null;
    }

    private void setFirst(@Nullable Place<?> place) {
        FIRST.setRelease(this, place);
    }

    /** Puts a place at the end. */
    public void append(T place) {
        Place<T> it = place;
        Place<T> before = last;
        it.listed = true;
        it.previous = last;
        if (before == null) {
            setFirst(place);
        } else {
            before.next = place;
        }
        last = place;
    }

    /** Takes a place out, wherever it stands; returns whether it was there. */
    public boolean remove(T place) {
        Place<T> it = place;
        if (!it.listed) {
            return false;
        }
        T before = it.previous;
        T after = it.next;
        if (before == null) {
            setFirst(after);
        } else {
            ((Place<T>) before).next = after;
        }
        if (after == null) {
            last = before;
        } else {
            ((Place<T>) after).previous = before;
        }
        it.listed = false;
        it.previous = null;
        it.next = null;
        return true;
    }

    /** Takes all out; gives the first, which leads to the others by {@link Place#next()}. */
    public @Nullable T takeAll() {
        T head = first;
        setFirst(null);
        last = null;
        for (T place = head; place != null; place = place.next()) {
            ((Place<T>) place).listed = false;
        }
        return head;
    }
}
