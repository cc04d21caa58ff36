package dev.runnel.runtime.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The run queue of one P: a ring of a power of two of slots, first in, first out, and one slot {@code next} before it.
 * One owner, any number of thieves; both take from the head, the oldest end.
 *
 * <p>A {@link #deque()} opens the other end to its owner as well: the owner may take the youngest, and thieves take one
 * at a time.
 *
 * <p>Only the owner writes {@code tail} and puts into {@code next}. Anyone may move {@code head} forward, by
 * compare-and-set, and so commits to what it read from the slots; anyone may empty {@code next}, likewise. Indices are
 * free-running 32-bit counters; a slot is the index modulo the number of slots.
 *
 * <table>
 * <caption>Shared fields</caption>
 * <tr><th>field</th><th>written by</th><th>mode</th><th>pairs with</th></tr>
 * <tr><td>tail</td><td>owner</td><td>volatile set</td><td>volatile get of tail by thieves</td></tr>
 * <tr><td>head</td><td>owner and thieves</td><td>compare-and-set</td><td>volatile get of head by the owner</td></tr>
 * <tr><td>next</td><td>owner (sets), all (empty it)</td><td>compare-and-set, get-and-set</td><td>itself</td></tr>
 * <tr><td>slots</td><td>owner</td><td>plain</td><td>ordered by tail</td></tr>
 * </table>
 *
 * @param <T> what is queued; the ring knows nothing of goroutines
 */
public final class RunQueue<T> {

    /** The number of slots of a P's ring in Go. */
    public static final int SLOTS = 256;

    private static final VarHandle HEAD;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(RunQueue.class, "head", int.class);
            NEXT = lookup.findVarHandle(RunQueue.class, "next", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        useOnce();
    }

    /**
     * The first call of each operation takes memory: so it is made here, and not by somebody that holds a lock or a P,
     * and could not go back.
     */
    private static void useOnce() {
        RunQueue<Object> queue = new RunQueue<>(2);
        Overflow<Object> none = shed -> {};
        queue.owner.putNext(queue, none);
        queue.owner.takeNext();
        queue.owner.putNext(queue, none);
        queue.thief.takeNext();
        queue.owner.put(queue, none);
        queue.owner.take();
    }

    private final @Nullable Object[] slots;
    private final int mask;
    private final boolean deque;
    private volatile int head;
    private volatile int tail;
    private volatile @Nullable Object next;

    private final Owner<T> owner;
    private final Thief<T> thief = new Thief<>(this);

    /** A queue with Go's number of slots. */
    public RunQueue() {
        this(SLOTS);
    }

    /** @param slots the number of slots, a power of two of at least 2 */
    public RunQueue(int slots) {
        this(slots, false);
    }

    private RunQueue(int slots, boolean deque) {
        if (slots < 2 || Integer.bitCount(slots) != 1) {
            throw new IllegalArgumentException("slots: " + slots + " is not allowed; allowed: a power of two from 2");
        }
        this.slots = new Object[slots];
        this.mask = slots - 1;
        this.deque = deque;
        this.owner = new Owner<>(this);
    }

    /** A queue with Go's number of slots whose owner may take the youngest, too. */
    public static <T> RunQueue<T> deque() {
        return deque(SLOTS);
    }

    /**
     * A queue whose owner may take the youngest, too.
     *
     * @param slots the number of slots, a power of two of at least 2
     */
    public static <T> RunQueue<T> deque(int slots) {
        return new RunQueue<>(slots, true);
    }

    /** The owner's end. Not to be used by two threads at once. */
    public Owner<T> owner() {
        return owner;
    }

    /** The thieves' end. */
    public Thief<T> thief() {
        return thief;
    }

    /** Takes what a full ring sheds. */
    @FunctionalInterface
    public interface Overflow<T> {
        /**
         * Takes these elements, oldest first; the last is the one that did not fit, unless the queue is a deque. The
         * list belongs to the queue, and holds them only until this returns.
         */
        void take(List<? extends T> shed);
    }

    @SuppressWarnings("unchecked")
    private @Nullable T slot(int index) {
        return (T) slots[index & mask];
    }

    private int size() {
        return tail - head;
    }

    /** The owner's end of a run queue. */
    public static final class Owner<T> {

        private final RunQueue<T> q;

        /**
         * What it sheds. Made in advance: whoever puts an element could neither queue it nor keep it if there were no
         * memory for this.
         */
        private final List<T> shed;

        private Owner(RunQueue<T> q) {
            this.q = q;
            int half = q.slots.length / 2;
            this.shed = new ArrayList<>(Collections.nCopies(q.deque ? half : half + 1, null));
        }

        /** Puts into {@code next}; what was there goes to the tail of the ring. */
        @SuppressWarnings("unchecked")
        public void putNext(T item, Overflow<? super T> overflow) {
            Object former = NEXT.getAndSet(q, item);
            if (former != null) {
                put((T) former, overflow);
            }
        }

        /**
         * Puts at the tail of the ring; if it is full, the older half and this item go to the overflow instead. In a
         * deque this item, the youngest, is put into the ring when the older half has gone.
         */
        public void put(T item, Overflow<? super T> overflow) {
            for (; ; ) {
                int t = q.tail;
                int h = q.head;
                if (t - h < q.slots.length) {
                    q.slots[t & q.mask] = item;
                    q.tail = t + 1;
                    return;
                }
                if (shed(h, item, overflow) && !q.deque) {
                    return;
                }
                // A thief made room, or the overflow did.
            }
        }

        private boolean shed(int h, T item, Overflow<? super T> overflow) {
            int n = q.slots.length / 2;
            for (int i = 0; i < n; i++) {
                shed.set(i, Objects.requireNonNull(q.slot(h + i)));
            }
            boolean won = HEAD.compareAndSet(q, h, h + n);
            if (won) {
                forget(h, n);
                if (!q.deque) {
                    shed.set(n, item);
                }
                overflow.take(shed);
            }
            Collections.fill(shed, null);
            return won;
        }

        /** Takes what is in {@code next}, if anything. */
        @SuppressWarnings("unchecked")
        public @Nullable T takeNext() {
            return q.next == null ? null : (T) NEXT.getAndSet(q, null);
        }

        /** Takes the oldest of the ring, if anything. */
        public @Nullable T take() {
            for (; ; ) {
                int h = q.head;
                if (q.tail == h) {
                    return null;
                }
                T item = q.slot(h);
                if (HEAD.compareAndSet(q, h, h + 1)) {
                    forget(h, 1);
                    return item;
                }
            }
        }

        /**
         * Takes the youngest of the ring, if anything. Only the last one needs a compare-and-set: a thief that has not
         * seen the new tail has seen a head below it, and takes what is there, and no more.
         *
         * @throws IllegalStateException if this is no deque: a thief that takes many might have this one among them
         */
        public @Nullable T takeLast() {
            if (!q.deque) {
                throw new IllegalStateException("the youngest is taken of a deque only");
            }
            int t = q.tail;
            if (t == q.head) {
                return null;
            }
            t--;
            q.tail = t; // then look at the head: a thief that comes later sees this, or we see what it took
            T item = q.slot(t);
            int h = q.head;
            if (h - t < 0) {
                forget(t, 1);
                return item;
            }
            boolean mine = h == t && HEAD.compareAndSet(q, h, h + 1);
            q.tail = t + 1;
            if (!mine) {
                return null; // a thief has the last one
            }
            forget(t, 1);
            return item;
        }

        /** Whether there is nothing in the ring and nothing in {@code next}. */
        public boolean isEmpty() {
            return q.next == null && q.tail == q.head;
        }

        /** The free slots of the ring. */
        public int room() {
            return q.slots.length - q.size();
        }

        /**
         * Steals the older half of the victim's ring, rounded up, into this one, which must be empty; of a deque the
         * oldest only.
         *
         * @return the youngest of what was stolen, which is not put into this ring; null if there was nothing
         */
        public @Nullable T stealHalf(Thief<T> victim) {
            RunQueue<T> v = victim.q;
            for (; ; ) {
                int h = v.head;
                int t = v.tail;
                int n = t - h;
                n = v.deque ? Math.min(n, 1) : n - n / 2;
                if (n <= 0) {
                    return null;
                }
                if (n > v.slots.length / 2) {
                    continue; // h and t do not belong together
                }
                int mine = q.tail;
                T youngest = null;
                for (int i = 0; i < n; i++) {
                    youngest = v.slot(h + i);
                    if (i < n - 1) {
                        q.slots[(mine + i) & q.mask] = youngest;
                    }
                }
                if (HEAD.compareAndSet(v, h, h + n)) {
                    q.tail = mine + n - 1;
                    return youngest;
                }
            }
        }

        /** Lets go of what thieves have taken. */
        public void forgetStolen() {
            int end = q.head + q.slots.length;
            for (int i = q.tail; end - i > 0; i++) {
                q.slots[i & q.mask] = null;
            }
        }

        /**
         * Lets go of taken slots, so that the ring keeps nothing alive. Slots from the tail on, up to a ring beyond the
         * head, are the owner's to write.
         */
        private void forget(int from, int n) {
            for (int i = 0; i < n; i++) {
                q.slots[(from + i) & q.mask] = null;
            }
        }
    }

    /** The thieves' end of a run queue. */
    public static final class Thief<T> {

        private final RunQueue<T> q;

        private Thief(RunQueue<T> q) {
            this.q = q;
        }

        /** Takes what is in {@code next}, if anything. */
        @SuppressWarnings("unchecked")
        public @Nullable T takeNext() {
            Object item = q.next;
            return item != null && NEXT.compareAndSet(q, item, null) ? (T) item : null;
        }

        /** The number of elements in the ring, {@code next} not counted. */
        public int size() {
            return Math.max(0, q.size());
        }

        /**
         * Whether there is nothing in the ring and nothing in {@code next}, at one instant: an element on its way from
         * {@code next} to the ring is not overlooked.
         */
        public boolean isEmpty() {
            for (; ; ) {
                int h = q.head;
                int t = q.tail;
                Object n = q.next;
                if (t == q.tail) {
                    return h == t && n == null;
                }
            }
        }

        /** What is queued, {@code next} first; exact only while nobody puts or takes. For tests. */
        @SuppressWarnings("unchecked")
        public List<T> elements() {
            List<T> all = new ArrayList<>();
            Object n = q.next;
            if (n != null) {
                all.add((T) n);
            }
            for (int i = q.head; i - q.tail < 0; i++) {
                T item = q.slot(i);
                if (item != null) {
                    all.add(item);
                }
            }
            return all;
        }

        /** The oldest of the ring, which stays there; may be taken at any time, and null then. */
        public @Nullable T oldest() {
            int h = q.head;
            return h == q.tail ? null : q.slot(h);
        }

        /** How many have been taken from the ring, or shed; wraps around. */
        public int taken() {
            return q.head;
        }

        /** What is in {@code next}, which stays there; may be taken at any time. */
        @SuppressWarnings("unchecked")
        public @Nullable T next() {
            return (T) q.next;
        }

        /** Whether {@code next} is taken. */
        public boolean hasNext() {
            return q.next != null;
        }
    }

    @Override
    public String toString() {
        return (next == null ? "" : "next=" + next + " ") + Arrays.toString(slots) + " head=" + head + " tail=" + tail;
    }
}
