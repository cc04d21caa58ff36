package dev.runnel.runtime.queue;

import dev.runnel.runtime.lock.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A 4-ary heap of timers, earliest first, under its own lock. Timers may be added and removed by any thread; what a
 * timer does when it is due is done outside the lock.
 *
 * <p>Differs from Go: a removal takes the timer out at once (the timer knows its place), where Go marks it and cleans
 * up later. So a heap never holds a stopped timer.
 */
public final class TimerHeap extends SpinLock {

    /** What {@link #earliest()} says of an empty heap. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int ARITY = 4;

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(TimerHeap.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // The first call takes memory, and whoever makes it holds a lock.
        COUNT.setRelease(new TimerHeap(), 0);
    }

    private @Nullable Timer[] heap = new Timer[16];
    private int size;
    private int changes;

    /** How many places are kept for timers that fire just now. */
    private int kept;

    private volatile long earliest = NEVER;
    private volatile int count;

    /** The heap that gets what is added here, once this one is given up. Under the lock. */
    private @Nullable TimerHeap successor;

    /** A point in time and what is to be done then. */
    public abstract static class Timer {
        private long when;
        private int index = -1;
        private @Nullable TimerHeap
                heap; // written under that heap's lock; without it a hint, which whoever follows it checks

        /** When it is due, on the clock of {@link System#nanoTime()}. */
        public final long when() {
            return when;
        }

        /**
         * Takes it out of its heap, whichever that is by now.
         *
         * @return whether it was in one; if not, it has fired, is about to fire, or was never added
         */
        public final boolean takeOut() {
            for (TimerHeap in = heap; in != null; in = heap) {
                if (in.remove(this)) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Moves it to another time, in one step, in its heap, whichever that is by now.
         *
         * @return whether it was in one; if not, it has fired, is about to fire, or was never added
         */
        public final boolean moveTo(long when) {
            for (TimerHeap in = heap; in != null; in = heap) {
                if (in.move(this, when)) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Does what is due. Called without the heap's lock; must not block. The timer is in no heap now. If there is no
         * memory for what is due, this sees to it that it is tried again later ({@link #addAgain}), and does not throw:
         * the caller could do no more, and the timers that are due after this one need not wait.
         *
         * @param from the heap in which it was, and in which its place is kept
         */
        protected abstract void fire(TimerHeap from);

        /**
         * Whether something begins when it is due; its {@code toString} says what. If not, it only wakes whoever waits
         * for it.
         */
        public boolean starts() {
            return false;
        }
    }

    /** When the earliest timer is due; {@link #NEVER} if there is none. No lock. */
    public long earliest() {
        return earliest;
    }

    /** The number of timers. No lock. */
    public int count() {
        return count;
    }

    /**
     * Adds a timer that is in no heap.
     *
     * @return whether it is now the earliest
     */
    public boolean add(Timer timer, long when) {
        return add(timer, when, 1);
    }

    /**
     * As {@link #add(Timer, long)}, for a timer of this heap that fires: it has its place again, and needs no memory.
     */
    public boolean addAgain(Timer timer, long when) {
        return add(timer, when, 0);
    }

    private boolean add(Timer timer, long when, int places) {
        TimerHeap other;
        lockAnother();
        try {
            other = successor;
            if (other == null) {
                if (timer.heap != null) {
                    throw new IllegalStateException("the timer is in a heap already");
                }
                makeRoomFor(places); // first: this may fail for lack of memory
                timer.when = when;
                insert(timer);
                publish();
                return heap[0] == timer;
            }
        } finally {
            unlock();
        }
        return other.add(timer, when, places);
    }

    private void makeRoomFor(int more) {
        int needed = size + kept + more;
        if (more > 0 && needed > heap.length) {
            heap = Arrays.copyOf(heap, Math.max(needed, size * 2));
        }
    }

    private void insert(Timer timer) {
        timer.heap = this;
        up(size++, timer);
    }

    /**
     * Gives all timers to another heap, and from now on also those that are added here, until {@link #reopen()}. Others
     * may use both meanwhile, and find each timer in one of them. Two heaps are locked here in no order: among the
     * heaps of one scheduler one such call is made at a time.
     */
    public void giveUpFor(TimerHeap other) {
        lockAnother();
        other.lockAnother();
        try {
            other.makeRoomFor(size + kept); // first: there may be no memory for it
            other.kept += kept; // for good: that heap is not told when those have fired
            successor = other;
            for (int i = 0; i < size; i++) {
                other.insert(at(i));
            }
            other.publish(); // first: whoever adds up the heaps' counts misses none
            Arrays.fill(heap, 0, size, null);
            size = 0;
            publish();
        } finally {
            other.unlock();
            unlock();
        }
    }

    /** After {@link #giveUpFor}: it is used again. */
    public void reopen() {
        lockAnother();
        successor = null;
        unlock();
    }

    /**
     * Moves a timer to another time, in one step: others never see the heap without it.
     *
     * @return whether it was in this heap; if not, it has fired, is about to fire, or was never added
     */
    public boolean move(Timer timer, long when) {
        lockAnother();
        try {
            if (timer.heap != this) {
                return false;
            }
            boolean rises = when < timer.when;
            timer.when = when;
            if (rises) {
                up(timer.index, timer);
            } else {
                down(timer.index, timer);
            }
            publish();
            return true;
        } finally {
            unlock();
        }
    }

    /**
     * Takes a timer out.
     *
     * @return whether it was in this heap; if not, it has fired, is about to fire, or was never added
     */
    public boolean remove(Timer timer) {
        lockAnother();
        try {
            if (timer.heap != this) {
                return false;
            }
            removeAt(timer.index);
            publish();
            return true;
        } finally {
            unlock();
        }
    }

    /**
     * Fires every timer that is due, earliest first.
     *
     * @return how many
     */
    public int fireDue(long now) {
        int fired = 0;
        while (earliest <= now) {
            Timer timer = takeFirstDue(now);
            if (timer == null) {
                break;
            }
            fireTaken(timer);
            fired++;
        }
        return fired;
    }

    /**
     * Fires a timer that was {@link #due}.
     *
     * @return whether it was still in this heap; if not, nothing is done
     */
    public boolean fire(Timer timer) {
        lock();
        boolean isIn = timer.heap == this;
        if (isIn) {
            takeToFire(timer);
        }
        unlock();
        if (isIn) {
            fireTaken(timer);
        }
        return isIn;
    }

    /** Nobody else gets its place, for which there might be no memory if it has to come back. */
    private void takeToFire(Timer timer) {
        removeAt(timer.index);
        kept++;
        publish();
    }

    private void fireTaken(Timer timer) {
        try {
            timer.fire(this);
        } finally {
            lock();
            kept--;
            unlock();
        }
    }

    /** How often a timer was added, moved or taken out. No lock: the number may be behind if others do so just now. */
    public int changes() {
        return changes;
    }

    /** The timers that are due, earliest first, in a list that is the caller's; they stay here. */
    public List<Timer> due(long now) {
        List<Timer> due = new ArrayList<>();
        lock();
        try {
            addDue(0, now, due);
        } finally {
            unlock();
        }
        due.sort(Comparator.comparingLong(Timer::when));
        return due;
    }

    /** Below one that is not due, none is. */
    private void addDue(int top, long now, List<Timer> due) {
        if (top < size && at(top).when <= now) {
            due.add(at(top));
            for (int child = top * ARITY + 1; child <= top * ARITY + ARITY; child++) {
                addDue(child, now, due);
            }
        }
    }

    private @Nullable Timer takeFirstDue(long now) {
        lock();
        try {
            Timer first = heap[0];
            if (first == null || first.when > now) {
                return null;
            }
            takeToFire(first);
            return first;
        } finally {
            unlock();
        }
    }

    /**
     * Checks the order and the links; for tests.
     *
     * @throws AssertionError if they are not as they must be
     */
    public void check() {
        lock();
        try {
            for (int i = 0; i < size; i++) {
                Timer timer = heap[i];
                if (timer == null || timer.index != i || timer.heap != this) {
                    throw new AssertionError("the timer at " + i + " of " + size + " is lost: " + timer);
                }
                if (i > 0 && at((i - 1) / ARITY).when > timer.when) {
                    throw new AssertionError("the timer at " + i + " of " + size + " is due before the one above it");
                }
            }
            if (count != size || earliest != (size == 0 ? NEVER : at(0).when)) {
                throw new AssertionError(size + " timers, published as " + count + ", the earliest at " + earliest);
            }
        } finally {
            unlock();
        }
    }

    private void publish() {
        changes++;
        Timer first = heap[0];
        COUNT.setRelease(this, size);
        long next = first == null ? NEVER : first.when;
        if (earliest != next) { // a volatile store, and mostly the earliest stays
            earliest = next;
        }
    }

    private void removeAt(int i) {
        Timer gone = at(i);
        Timer last = at(--size);
        heap[size] = null;
        gone.index = -1;
        gone.heap = null;
        if (gone != last) {
            if (i > 0 && last.when < at((i - 1) / ARITY).when) {
                up(i, last);
            } else {
                down(i, last);
            }
        }
    }

    private void up(int i, Timer timer) {
        while (i > 0) {
            int parent = (i - 1) / ARITY;
            Timer above = at(parent);
            if (above.when <= timer.when) {
                break;
            }
            place(i, above);
            i = parent;
        }
        place(i, timer);
    }

    private void down(int i, Timer timer) {
        for (; ; ) {
            int child = i * ARITY + 1;
            if (child >= size) {
                break;
            }
            int least = child;
            int end = Math.min(child + ARITY, size);
            for (int c = child + 1; c < end; c++) {
                if (at(c).when < at(least).when) {
                    least = c;
                }
            }
            if (timer.when <= at(least).when) {
                break;
            }
            place(i, at(least));
            i = least;
        }
        place(i, timer);
    }

    private void place(int i, Timer timer) {
        heap[i] = timer;
        timer.index = i;
    }

    private Timer at(int i) {
        Timer timer = heap[i];
        if (timer == null) {
            throw new IllegalStateException("no timer at " + i + " of " + size);
        }
        return timer;
    }
}
