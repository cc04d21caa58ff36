package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.queue.RunQueue;
import dev.runnel.runtime.scheduler.Processor.Stay;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many Ps there are, and how that changes while the runtime runs; Go's {@code procresize}, but the world is not
 * stopped.
 *
 * <p>A P that is to go and is idle is put away at once. Any other P that is to go says so of itself, and its slice is
 * over: whoever has it in hands next, inside the runtime, puts it away. That is its holder, at its next call into the
 * runtime; or, if the holder is blocked in the JDK, or runs on without a call, whoever takes the P from it. What it had
 * queued goes to the head of the global queue, and its timers to another (P71). Until then, and for as long as there is
 * no memory for that, it is a P like any other. One that goes and is wanted again stays; one that is gone and is wanted
 * again begins anew, empty, with its old counters (P70).
 *
 * <p>Unless somebody has said how many there are to be, the number follows that of the processors, at which the
 * watchdog looks once a second while anything runs (P67, P68).
 */
final class Procs {

    /** How long a caller waits for the Ps that are to go. A thread that cannot run may have one, and keep it. */
    private static final long PATIENCE = 1_000_000_000;

    private static final long LOOK_EVERY = 100_000;

    /**
     * A P that could not be put away for lack of memory goes on for so long before that is tried again: each attempt
     * may cost a garbage collection.
     */
    private static final long TRY_EVERY = 100_000_000;

    /** How often to look how many processors there are; as Go's. */
    private static final long FOLLOW_EVERY = 1_000_000_000;

    private final Scheduler s;

    /** One change at a time. Held while threads are started, which takes longer than such locks are mostly held. */
    private final SpinLock changes = new SpinLock();

    private boolean ended; // under that lock

    /** Nobody has said how many there are to be. Written under that lock. */
    private volatile boolean follows;

    /** When the watchdog has looked how many processors there are. Its own. */
    private long followedAt;

    /** How many there are. Tests put in another. */
    IntSupplier processors = Runtime.getRuntime()::availableProcessors;

    /** How many there are to be. Written under the scheduler's lock. */
    private volatile int wanted;

    /** All that there have ever been, by their numbers. Only grows. */
    private volatile Processor[] known = {};

    /**
     * The carriers of those that are gone, for the watchdog. Replaced under the scheduler's lock. Tests put in a list
     * that there is no memory to copy.
     */
    volatile List<Carrier> carriersLeft = List.of();

    Procs(Scheduler s) {
        this.s = s;
    }

    /** How many there are to be; after that number was lowered, there are more for a while. */
    int wanted() {
        return wanted;
    }

    /** All that there have ever been: what their counters say still counts. */
    Processor[] known() {
        return known;
    }

    /** The first ones, of a new scheduler. */
    void begin(RuntimeConfig config) {
        follows = config.autoProcs() && !isDeterministic();
        followedAt = System.nanoTime();
        grow(config.procs());
    }

    /**
     * Changes how many there are, and waits until it is so, but no longer than a second. From then on the number stays.
     *
     * @return how many there were to be before
     */
    int change(int n) {
        if (n < 1 || n > RuntimeConfig.MAX_PROCS) {
            throw new IllegalArgumentException(
                    "procs: '" + n + "' is not allowed; allowed: 1 to " + RuntimeConfig.MAX_PROCS);
        }
        if (isDeterministic() && n != wanted) {
            throw new IllegalStateException("procs: '" + n + "' is not allowed; a deterministic run has one P");
        }
        return change(n, false);
    }

    /** Changes it to the number of processors, and waits likewise. From then on the number follows that of them. */
    void follow() {
        if (!isDeterministic()) {
            change(available(), true);
        }
    }

    private int change(int n, boolean follow) {
        int before;
        changes.lock();
        try {
            before = wanted;
            changeLocked(n);
            follows = follow; // after that: if there are not enough threads, nothing has changed
        } finally {
            changes.unlock();
        }
        changed(before);
        awaitThoseThatGo();
        return before;
    }

    /** Called by the watchdog. Waits for nobody. */
    void look(long now) {
        if (follows && now - followedAt >= FOLLOW_EVERY) {
            followedAt = now;
            int n = available();
            if (n != wanted && changes.tryLock()) {
                int before = wanted;
                try {
                    if (follows) {
                        changeLocked(n);
                    }
                } finally {
                    changes.unlock();
                }
                changed(before);
            }
        }
    }

    private int available() {
        return Math.min(processors.getAsInt(), RuntimeConfig.MAX_PROCS);
    }

    private boolean isDeterministic() {
        return s.directed != null || s.turns != null;
    }

    private void changeLocked(int n) {
        if (mayChange()) {
            if (n > wanted) {
                grow(n);
            } else if (n < s.processors.length) { // also to put away what could not be before
                shrink(n);
            }
        }
    }

    private void changed(int before) {
        if (wanted > before) {
            s.watchdog.someIdle();
            s.dispatch.wakeSpinner(); // whoever finds work wakes the next
        }
    }

    private boolean mayChange() {
        return !ended && !s.isClosing();
    }

    // ---------------------------------------------------------------- more

    private RunQueue<Goroutine> newRing() {
        return s.continuations == null ? new RunQueue<>() : RunQueue.deque();
    }

    private void grow(int n) {
        Processor[] all = Arrays.copyOf(known, Math.max(n, known.length));
        for (int id = known.length; id < all.length; id++) {
            all[id] = new Processor(id, newRing());
            all[id].stay = Stay.GONE;
            all[id].chance = s.newChance(id);
        }
        Strides.of(n); // an M that looks for work may find no memory for them
        Deque<Carrier> carriers = newCarriers(wanted, n);
        s.lockAnother();
        try {
            Processor[] inUse = inUse(all, n); // first: there may be no memory for it
            known = all;
            s.processors = inUse;
            for (int id = n - 1; id >= wanted; id--) {
                Processor p = all[id];
                Carrier carrier = carriers.pollLast();
                boolean fresh = p.stay == Stay.GONE;
                p.stay = Stay.STAYS;
                if (fresh) {
                    p.carrier = carrier;
                    p.sliceOver = false;
                    p.timers.reopen();
                    s.idle.put(p);
                } else if (carrier != null) {
                    carriers.addFirst(carrier);
                }
            }
            wanted = n;
        } finally {
            s.unlock();
            carriers.forEach(Carrier::stop); // of those that stay after all
        }
    }

    /**
     * Those that there are, and those that are to be added, in the order of their numbers. Under the scheduler's lock.
     */
    private Processor[] inUse(Processor[] all, int n) {
        int count = 0;
        Processor[] found = new Processor[all.length];
        for (Processor p : all) {
            if (p.stay != Stay.GONE || (p.id >= wanted && p.id < n)) {
                found[count++] = p;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** In dedicated mode one for each P; if there are not enough threads, none. */
    private Deque<Carrier> newCarriers(int from, int to) {
        Deque<Carrier> carriers = new ArrayDeque<>();
        try {
            for (int id = from; id < to && s.carriers.dedicated(); id++) {
                carriers.add(Objects.requireNonNull(s.carriers.newCarrier("runnel-P-" + id)));
            }
            return carriers;
        } catch (Throwable e) {
            carriers.forEach(Carrier::stop);
            throw e;
        }
    }

    // ---------------------------------------------------------------- fewer

    private void shrink(int n) {
        Machine m = Machine.current();
        Processor mine = m == null || m.scheduler != s ? null : m.processorOrNull();
        s.lockAnother();
        try {
            wanted = n;
            for (Processor p : s.processors) {
                if (p.id >= n) {
                    p.couldNotEndAt = 0;
                    if (p.stay == Stay.STAYS) {
                        p.heir = mine;
                        p.stay = Stay.GOES;
                        p.sliceOver = true;
                    }
                    if (s.idle.remove(p) && !endsLocked(p)) {
                        s.idle.put(p);
                    }
                }
            }
        } finally {
            s.unlock();
        }
        s.watchdog.wake();
    }

    /**
     * For whoever has a P in hands that is to go: puts it away, and returns whether it is no more. If not, the caller
     * still has it, and it goes on.
     */
    boolean putAway(Processor p) {
        return putAway(p, null);
    }

    /** As {@link #putAway(Processor)}; the P is held by that M, which has none after this. */
    boolean putAway(Processor p, @Nullable Machine holder) {
        boolean gone;
        s.lock();
        try {
            gone = endsIfItMayLocked(p);
            if (gone) {
                if (holder != null) {
                    holder.release();
                }
                s.leftLocked(p);
            }
        } finally {
            s.unlock();
        }
        if (gone) {
            s.dispatch.wakeSpinner(); // there may be an idle one for what this one had
        }
        return gone;
    }

    /**
     * Ends a P that is to go, but not if there was no memory for that a moment ago. Under the scheduler's lock, by
     * whoever has the P in hands.
     */
    boolean endsIfItMayLocked(Processor p) {
        return p.goes() && (p.couldNotEndAt == 0 || System.nanoTime() - p.couldNotEndAt >= TRY_EVERY) && endsLocked(p);
    }

    /**
     * Under the scheduler's lock, by whoever has the P in hands: it is no more.
     *
     * @return false if there is no memory for that, and the P is as it was
     */
    boolean endsLocked(Processor p) {
        Processor heir = p.heir;
        Carrier carrier = p.carrier;
        Processor[] others;
        List<Carrier> left;
        try { // all that may fail first
            left = new ArrayList<>(carriersLeft);
            others = Arrays.stream(s.processors).filter(other -> other != p).toArray(Processor[]::new);
            if (carrier != null) {
                left.add(carrier);
            }
            p.timers.giveUpFor((heir == null || heir.stay != Stay.STAYS ? s.processors[0] : heir).timers);
        } catch (OutOfMemoryError e) {
            p.couldNotEndAt = System.nanoTime() | 1;
            return false;
        }
        p.couldNotEndAt = 0;
        s.global.putFirst(p.queue);
        s.processors = others;
        p.holder = null;
        p.heir = null;
        p.stay = Stay.GONE;
        p.carrier = null;
        carriersLeft = left;
        s.watchdog.wake(); // for the carrier; and it may have looked at the heir's timers before, and now at this one's
        return true;
    }

    /** Has the carriers of all end. */
    void stopCarriers() {
        for (Processor p : known) {
            Carrier carrier = p.carrier;
            if (carrier != null) {
                carrier.stop();
            }
        }
    }

    /** The carriers of those that are gone; each once. */
    List<Carrier> takeCarriers() {
        if (carriersLeft.isEmpty()) {
            return List.of();
        }
        s.lock();
        List<Carrier> left = carriersLeft;
        carriersLeft = List.of();
        s.unlock();
        return left;
    }

    /** Also gives away the caller's own P, if that one goes. */
    private void awaitThoseThatGo() {
        long deadline = System.nanoTime() + PATIENCE;
        while (s.processors.length > wanted && !s.isClosing() && System.nanoTime() - deadline < 0) {
            Strand self = Current.strand();
            while (!self.tryEnter()) {
                self.enter();
                self.leave();
            }
            self.openWait();
            self.waiting(WaitReason.PROCS, null);
            self.park(Durations.deadline(self.nanoTime(), LOOK_EVERY), false);
        }
    }

    /** The runtime is closed: nothing changes any more. */
    void end() {
        changes.lock();
        try {
            ended = true;
        } finally {
            changes.unlock();
        }
    }
}
