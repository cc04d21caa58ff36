package dev.runnel.runtime.jvm;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects as long as others keep them; by identity. Those that are gone are forgotten bit by bit: two are looked at for
 * each that comes, so that no more than as many again are kept. Guarded by a lock of its owner.
 *
 * <p><b>Why no reference queue</b>, nor a {@code WeakHashMap}, which has one: to poll it takes a lock of the JDK's. A
 * virtual thread that waits for that is unmounted with the owner's lock in hands; and the thread that is to unpark it,
 * that of the JDK's reference handler, asks the scheduler, which needs the owner's lock.
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

    /** Adds an object, unless it is here. Without memory for it, it is not here afterwards, and all others are. */
    public void add(T object) {
        for (int i = 0; i < LOOKS; i++) {
            lookAtNext();
        }
        if (entries.contains(new Probe(object))) {
            return;
        }
        Entry<T> fresh = new Entry<>(object);
        order.add(fresh); // first: what is in order alone is forgotten in time
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
