package dev.runnel.runtime.jvm;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects, by identity, for as long as others keep them. Those that are gone are forgotten bit by bit: two entries are
 * looked at for each object that comes, so that no more than as many again are kept. Guarded by a lock of its owner.
 *
 * <p><b>Why no reference queue</b>, nor a {@code WeakHashMap}, which has one: polling it takes a lock of the JDK's. A
 * virtual thread that waits for this lock is unmounted while it holds the owner's lock; and the thread that is to
 * unpark it, that of the JDK's reference handler, asks the scheduler, which needs the owner's lock.
 */
public final class WeakObjects<T> {

    /** How many are looked at for each that comes. */
    private static final int LOOKS = 2;

    private static final class Entry<T> extends WeakReference<T> {

        private final int hash;

        Entry(T object) {
            super(object);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }
    }

    /** Finds the entry of an object. */
    private record Probe(Object object) {

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Entry<?> entry && entry.get() == object;
        }
    }

    private final Set<Object> entries = new HashSet<>();
    private final List<Entry<T>> order = new ArrayList<>();
    private int next;

    /**
     * Adds an object, unless it is here. If there is no memory for it, this fails, and all others are here afterwards;
     * it may be itself, and may then be added once more.
     */
    public void add(T object) {
        for (int i = 0; i < LOOKS; i++) {
            lookAtNext();
        }
        if (entries.contains(new Probe(object))) {
            return;
        }
        Entry<T> fresh = new Entry<>(object);
        order.add(fresh); // first: what is only in order is forgotten in time
        entries.add(fresh);
    }

    private void lookAtNext() {
        if (order.isEmpty()) {
            return;
        }
        next = (next + 1) % order.size();
        Entry<T> entry = order.get(next);
        if (entry.refersTo(null)) {
            Entry<T> last = order.removeLast();
            if (last != entry) {
                order.set(next, last);
            }
            entries.remove(entry);
        }
    }

    /** Whether there is one that is not gone. */
    public boolean any() {
        for (int i = 0; i < order.size(); i++) {
            if (!order.get(i).refersTo(null)) {
                return true;
            }
        }
        return false;
    }

    /** The one at an index below {@link #size}; null if it is gone. Makes nothing. */
    public @Nullable T at(int index) {
        return order.get(index).get();
    }

    /** How many are kept, gone or not. */
    public int size() {
        return order.size();
    }
}
