package dev.runnel.runtime.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A first-in, first-out list whose elements carry the link themselves. No lock: its user has one.
 *
 * @param <T> the elements; each in one such list at most
 */
public final class Fifo<T extends Fifo.Link<T>> {

    private @Nullable T first;
    private @Nullable T last;
    private volatile int size; // written under the user's lock; read without it, as a hint

    /** What an element of a list has: room for one reference. */
    public interface Link<T> {
        /** What {@link #setLink} stored last. */
        @Nullable T link();

        /** Stores the reference. */
        void setLink(@Nullable T next);
    }

    /** Puts an element at the tail. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void put(T item) {
        if (last == null) {
            first = item;
        } else {
            last.setLink(item);
        }
        last = item;
        size++;
    }

    /** Takes all of another list, in its order, and puts them before what is here. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void putAllFirst(Fifo<T> others) {
        T end = others.last;
        if (end == null) {
            return;
        }
        end.setLink(first);
        first = others.first;
        if (last == null) {
            last = end;
        }
        size += others.size;
        others.first = null;
        others.last = null;
        others.size = 0;
    }

    /** Takes from the head, if there is anything. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public @Nullable T take() {
        T item = first;
        if (item == null) {
            return null;
        }
        first = item.link();
        item.setLink(null);
        if (first == null) {
            last = null;
        }
        size--;
        return item;
    }

    /**
     * The elements, first out first; for tests.
     *
     * @throws AssertionError if the links and the count do not fit
     */
    public List<T> elements() {
        List<T> all = new ArrayList<>();
        T before = null;
        for (T item = first; item != null; item = item.link()) {
            all.add(item);
            before = item;
            if (all.size() > size) {
                break;
            }
        }
        if (all.size() != size || before != last) {
            throw new AssertionError("a list counts " + size + " and ends with " + last + ", but holds " + all);
        }
        return all;
    }

    /** The number of elements; may be read without the lock, as a hint. */
    public int size() {
        return size;
    }

    /** Whether there is none; may be read without the lock, as a hint. */
    public boolean isEmpty() {
        return size == 0;
    }
}
