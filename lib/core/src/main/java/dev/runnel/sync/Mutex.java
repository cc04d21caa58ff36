package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Forgone;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.select.Event;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A lock that one may have at a time; Go's {@code sync.Mutex}. Goroutines may use it, and so may any other thread.
 *
 * <p>It is not reentrant, and has no owner: any goroutine may unlock it. Waiters are woken first come, first served;
 * but a newcomer may be faster than a waiter that was just woken. A waiter that has waited in vain for more than a
 * millisecond is handed the lock, and so are all behind it, until one has waited for less.
 *
 * <p>What was done before an {@link #unlock()} is visible after every later {@code lock}, and after a {@code tryLock}
 * that succeeds; one that fails promises nothing.
 */
public final class Mutex extends Primitive implements Locker {

    private static final int LOCKED = 1;

    /** A waiter was woken and will try: an unlock need not wake another. */
    private static final int WOKEN = 2;

    /** An unlock hands the lock over to the first waiter, and does not free it. */
    private static final int STARVING = 4;

    /** Somebody may wait. */
    private static final int QUEUED = 8;

    /** Waiting in vain for longer than this, in nanoseconds, is starving. */
    private static final long PATIENCE = 1_000_000;

    /** How often whoever finds it taken looks again before waiting. */
    private static final int LOOKS = 4;

    /** The pauses between two looks: about a microsecond. */
    private static final int PAUSES = 60;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Mutex.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(1, i -> STATE.compareAndSet((Mutex) null, 0, 0));
    }

    private volatile int state;

    /** Not locked. */
    public Mutex() {}

    // ---------------------------------------------------------------- lock

    /** Waits until the lock is free, and takes it. An interrupt does not end the wait: the status is kept. */
    @Override
    public void lock() {
        Checkpoint.pass(Act.LOCK, this);
        try {
            take(Strand.NO_DEADLINE, false, null);
        } catch (Goexit unwound) {
            Forgone.refused(this);
            throw unwound;
        }
    }

    /**
     * As {@link #lock()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public void lockInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        Interrupts.check();
        Interrupts.check(take(Strand.NO_DEADLINE, true, null));
    }

    /**
     * As {@link #lock()}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first: if it
     * is already cancelled, the lock is not taken, even if it is free.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the caller had the lock; it does not have it then
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public void lock(Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        Interrupts.check();
        Asked.check(cancellation);
        if (!takeIfFree(0)) {
            unlessCancelled(cancellation, hook -> takeSlowly(Strand.NO_DEADLINE, true, hook));
        }
    }

    /**
     * Takes the lock if it is free.
     *
     * @return false if it was locked
     */
    public boolean tryLock() {
        Checkpoint.pass(Act.TRY_LOCK, this);
        return takeIfFree(0);
    }

    /**
     * As {@link #lock()}, but waits no longer than the timeout, and an interrupt ends the wait.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the caller has the lock
     * @throws InterruptedException if the thread is interrupted before it has the lock; it does not have it then
     */
    public boolean tryLock(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.LOCK, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (takeIfFree(0)) {
            return true;
        }
        return nanos > 0 && Interrupts.check(takeSlowly(Durations.deadline(Current.now(), nanos), true, null));
    }

    /** Takes the lock. Returns {@link WakeCause#WAITER} if the caller has it. */
    WakeCause take(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        return STATE.compareAndSet(this, 0, LOCKED) ? WakeCause.WAITER : takeSlowly(deadline, interruptible, hook);
    }

    /** Takes the lock unless it is locked, and takes back the flag that goes with having been woken. */
    boolean takeIfFree(int flag) {
        for (int s = state; (s & LOCKED) == 0; s = state) {
            if (STATE.compareAndSet(this, s, (s | LOCKED) & ~flag)) {
                return true;
            }
        }
        return false;
    }

    private WakeCause takeSlowly(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = Scheduler.strand();
        Waiters waiters = waiters();
        boolean waited = false;
        boolean starving = false;
        long since = 0;
        int woken = 0;
        int looks = 0;
        try {
            while (!takeIfFree(woken)) {
                if (waited && deadline != Strand.NO_DEADLINE && self.nanoTime() - deadline >= 0) {
                    passOn(waiters);
                    return WakeCause.TIMEOUT;
                }
                if ((state & STARVING) == 0 && looksAgain(self, looks, LOOKS, PAUSES)) {
                    looks++;
                    continue;
                }
                waiters.lock();
                if ((state & LOCKED) == 0) {
                    waiters.unlock();
                    continue;
                }
                if (!waiters.tryEnter(self)) {
                    continue;
                }
                if (!queueUp(woken | (starving ? STARVING : 0))) {
                    waiters.unlock();
                    self.leave();
                    continue;
                }
                woken = 0;
                if (!waited) {
                    since = self.nanoTime();
                }
                Waiter waiter = Waiters.open(self, null);
                if (waited) {
                    waiters.queue.enqueueFirst(waiter);
                } else {
                    waiters.queue.enqueue(waiter);
                }
                self.waiting(WaitReason.MUTEX_LOCK, waiters.shownAs(hook));
                waiters.unlock();
                WakeCause why = null;
                try {
                    CancelHook.mayEnd(hook, self.openTicket());
                    why = self.park(deadline, interruptible);
                } finally {
                    if (why != WakeCause.WAITER) {
                        withdraw(waiters, waiter);
                    }
                }
                boolean handedOver = waiter.success;
                self.recycle(waiter);
                if (why != WakeCause.WAITER) {
                    return why;
                }
                if (Checkpoint.unwindsAtAnEnd()) {
                    giveUp(waiters, handedOver);
                    Checkpoint.passAtAnEnd();
                }
                waited = true;
                looks = 0;
                starving |= self.nanoTime() - since > PATIENCE;
                if (handedOver) {
                    if (!starving) {
                        endStarvation(waiters);
                    }
                    return WakeCause.WAITER;
                }
                woken = WOKEN;
            }
            return WakeCause.WAITER;
        } catch (Throwable unwound) {
            if (woken != 0) {
                passOn(waiters);
            }
            throw unwound;
        }
    }

    /** Says that somebody waits, unless the lock is free now. Under the lock of the queue. */
    private boolean queueUp(int flags) {
        int set = QUEUED | (flags & STARVING);
        for (int s = state; (s & LOCKED) != 0; s = state) {
            if (STATE.compareAndSet(this, s, (s | set) & ~(flags & WOKEN))) {
                return true;
            }
        }
        return false;
    }

    /** A waiter gives up: something other than an unlock has ended the wait. */
    private void withdraw(Waiters waiters, Waiter waiter) {
        waiters.lock();
        waiters.queue.remove(waiter);
        if (waiters.queue.isEmpty()) {
            update(QUEUED | STARVING, 0);
        }
        waiters.unlock();
    }

    /** A waiter that was woken is unwound. */
    private void giveUp(Waiters waiters, boolean handedOver) {
        if (handedOver) {
            give();
        } else {
            passOn(waiters);
        }
    }

    /** A waiter that was woken does not take the lock: if it is free, the next one is woken instead. */
    private void passOn(Waiters waiters) {
        Strand next = null;
        waiters.lock();
        int before = update(WOKEN, 0);
        if ((before & LOCKED) == 0) {
            next = wakeFirst(waiters);
        }
        waiters.unlock();
        if (next != null) {
            next.ready();
        }
    }

    /** Claims the first waiter, if there is one, and says so. Under the lock of the queue. */
    private @Nullable Strand wakeFirst(Waiters waiters) {
        Waiter first = waiters.queue.dequeue();
        update(waiters.queue.isEmpty() ? QUEUED : 0, first == null ? 0 : WOKEN);
        return first == null ? null : first.complete(false);
    }

    private void endStarvation(Waiters waiters) {
        waiters.lock();
        update(STARVING, 0);
        waiters.unlock();
    }

    /** Changes flags; under the lock of the queue. Returns what they were. */
    private int update(int clear, int set) {
        for (; ; ) {
            int s = state;
            if (STATE.compareAndSet(this, s, (s & ~clear) | set)) {
                return s;
            }
        }
    }

    // ---------------------------------------------------------------- unlock

    /**
     * Gives the lock back. Any goroutine or thread may do so. Does not wait, but may let whoever gets the lock run
     * first.
     *
     * @throws SyncException.NotLocked if it is not locked
     */
    @Override
    public void unlock() {
        Checkpoint.passToGiveBack(Act.UNLOCK, this);
        if (!Forgone.isPaidBy(this)) {
            give();
        }
    }

    void give() {
        if (!STATE.compareAndSet(this, LOCKED, 0)) {
            giveSlowly();
        }
        tell();
    }

    private void giveSlowly() {
        for (; ; ) {
            int s = state;
            if ((s & LOCKED) == 0) {
                throw new SyncException.NotLocked("sync: unlock of unlocked mutex");
            }
            if (wakesNobody(s) ? STATE.compareAndSet(this, s, s & ~(LOCKED | STARVING)) : giveToWaiter()) {
                return;
            }
        }
    }

    private static boolean wakesNobody(int s) {
        return (s & QUEUED) == 0 || (s & (WOKEN | STARVING)) == WOKEN;
    }

    /** Returns whether this gave the lock back; if not, things have changed meanwhile. */
    private boolean giveToWaiter() {
        Waiters waiters = waiters();
        waiters.lock();
        int s = state;
        if ((s & LOCKED) == 0 || wakesNobody(s)) {
            waiters.unlock();
            return false;
        }
        Waiter first = waiters.queue.dequeue();
        boolean last = waiters.queue.isEmpty();
        if (first != null && (s & STARVING) != 0) {
            update(last ? QUEUED | STARVING : 0, 0);
            Strand next = first.complete(true);
            waiters.unlock();
            next.ready();
            Scheduler.giveWay(); // it is next on this P, if it can be
            return true;
        }
        update(LOCKED | STARVING | (last ? QUEUED : 0), first == null ? 0 : WOKEN);
        Strand next = first == null ? null : first.complete(false);
        waiters.unlock();
        if (next != null) {
            next.ready();
        }
        return true;
    }

    /**
     * The lock, as a clause of a select takes it: the body has it then, and unlocks it. A select does not stand in the
     * line of those who lock; it takes the lock if that is free when it looks.
     *
     * @return an event that gives this mutex, locked
     */
    public Event<Mutex> lockEvent() {
        return new Taking<>(this, Mutex::tryLock);
    }

    @Override
    public String toString() {
        return label() + ((state & LOCKED) != 0 ? " (locked)" : " (unlocked)");
    }
}
