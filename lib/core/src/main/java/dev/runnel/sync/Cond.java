package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.queue.Line;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Forgone;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Scheduler;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place to wait for those who hold a lock and need something to become true; Go's {@code sync.Cond}. Goroutines may
 * use it, and so may any other thread. A channel is often better for that.
 *
 * <pre>{@code
 * cond.locker().lock();
 * try {
 *   while (!condition()) {
 *     cond.await();
 *   }
 *   // what the condition allows
 * } finally {
 *   cond.locker().unlock();
 * }
 * }</pre>
 *
 * <p>A signal wakes whoever has waited longest, and nobody who comes to wait after it; there are no wake-ups without a
 * signal. What was done before a signal is visible to whoever it wakes.
 */
public final class Cond extends Primitive {

    private final Locker locker;

    /** Those who wait, the longest first. Under the lock of the waiters. */
    private final Line<Turn> line = new Line<>();

    /** @param locker the lock that those who wait hold */
    public Cond(Locker locker) {
        this.locker = Objects.requireNonNull(locker, "locker");
    }

    /**
     * A place in the line: from before the lock is given back until a signal, or until something else ends the wait.
     */
    private static final class Turn extends Line.Place<Turn> {
        private final Strand strand;
        private final @Nullable Home home;
        private boolean signalled;

        /** The ticket of the wait; 0 while that has not begun. */
        private long ticket;

        /** A broadcast has found it in line. */
        private boolean toldWithAll;

        /** It is to be readied. Used by whoever broadcasts. */
        private boolean woken;

        Turn(Strand strand, @Nullable Home home) {
            this.strand = strand;
            this.home = home;
        }
    }

    /** The lock that those who wait hold; Go's field {@code L}. */
    public Locker locker() {
        return locker;
    }

    // ---------------------------------------------------------------- waiting

    /**
     * Gives the lock back, waits for a signal, and takes the lock again; Go's {@code Wait}. No signal after the lock
     * was given back is missed. An interrupt does not end the wait: the status is kept.
     *
     * <p>If the runtime closes meanwhile, the caller is unwound, and has the lock again if that was free; if not, its
     * next unlock of it does nothing. With a {@link Locker} of your own, that is so for the lock of this package that
     * its {@code lock()} waits for. If the caller cannot wait, for want of memory or of room on its stack, the error is
     * thrown when it has the lock again; but not with a {@link Locker} of your own.
     *
     * @throws SyncException.NotLocked if the caller does not hold the lock, as far as that can be seen
     */
    public void await() {
        Checkpoint.pass(Act.AWAIT, this);
        await(Strand.NO_DEADLINE, false, null);
    }

    /**
     * As {@link #await()}, but an interrupt ends the wait. The lock is taken again before this returns or throws.
     *
     * @throws InterruptedException if the thread is interrupted before a signal wakes it; it has used up no signal then
     */
    public void awaitInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.AWAIT, this);
        Interrupts.check();
        Interrupts.check(await(Strand.NO_DEADLINE, true, null));
    }

    /**
     * As {@link #await()}, but waits for a signal no longer than the timeout, and an interrupt ends the wait. The lock
     * is taken again before this returns or throws.
     *
     * @param timeout how long; with zero or less the lock is given back and taken again
     * @return whether a signal came; if not, the caller has used up none
     * @throws InterruptedException if the thread is interrupted before a signal wakes it; it has used up no signal then
     */
    public boolean await(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.AWAIT, this);
        Interrupts.check();
        return Interrupts.check(await(Durations.deadline(Current.now(), Durations.nanos(timeout)), true, null));
    }

    /**
     * As {@link #await()}, but a cancellation or an interrupt ends the wait for a signal. The lock is taken again
     * before this returns or throws. The cancellation is looked at first: if it is already cancelled, the lock is not
     * given back.
     *
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before a signal woke the caller; it has used up no signal then
     * @throws InterruptedException if the thread is interrupted before a signal wakes it; it has used up no signal then
     */
    public void await(Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.AWAIT, this);
        Interrupts.check();
        Asked.check(cancellation);
        unlessCancelled(cancellation, hook -> await(Strand.NO_DEADLINE, true, hook));
    }

    private WakeCause await(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        StackRoom.requireTwice(); // a caller that has given the lock back asks for room again, to have it
        Turn turn = new Turn(Scheduler.strand(), Home.ofCaller());
        Waiters waiters = waiters();
        waiters.lock();
        line.append(turn);
        waiters.unlock();
        WakeCause why = null;
        boolean unlocked = false;
        boolean unwinds = false;
        try {
            locker.unlock();
            unlocked = true;
            why = park(waiters, turn, deadline, interruptible, hook);
        } finally {
            if (why != WakeCause.WAITER) {
                withdraw(waiters, turn);
            }
            if (unlocked) {
                unwinds = lockAgain(waiters, turn, why == WakeCause.WAITER);
            }
        }
        if (unwinds) { // a lock of the user's own has not done so
            Checkpoint.passAtAnEnd();
        }
        return why;
    }

    private static WakeCause park(
            Waiters waiters, Turn turn, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = turn.strand;
        do {
            waiters.lock();
            if (turn.signalled) {
                waiters.unlock();
                return WakeCause.WAITER;
            }
        } while (!waiters.tryEnter(self));
        turn.ticket = self.openWait();
        self.waiting(WaitReason.COND_WAIT, waiters.shownAs(hook));
        waiters.unlock();
        CancelHook.mayEnd(hook, turn.ticket);
        return self.park(deadline, interruptible);
    }

    /**
     * Something other than a signal has ended the wait. A signal that came before the wait began goes to another; a
     * broadcast does not, as it is for nobody who came later.
     */
    private void withdraw(Waiters waiters, Turn turn) {
        Strand next = null;
        waiters.lock();
        if (!line.remove(turn) && turn.signalled && !turn.toldWithAll) {
            next = signalFirst();
        }
        waiters.unlock();
        if (next != null) {
            next.ready();
        }
    }

    /** Whoever was told goes no further: if it was told by a signal, the signal goes to another. */
    private void passOn(Waiters waiters, Turn turn) {
        Strand next = null;
        waiters.lock();
        if (!turn.toldWithAll) {
            next = signalFirst();
        }
        waiters.unlock();
        if (next != null) {
            next.ready();
        }
    }

    /**
     * After the wait. If the caller was told, but goes no further because its runtime closes or it cannot wait for the
     * lock, it passes that on.
     *
     * @return whether it was told and is to be unwound
     */
    private boolean lockAgain(Waiters waiters, Turn turn, boolean told) {
        boolean locked = false;
        boolean unwinds = false;
        try {
            lockAgain();
            locked = true;
            unwinds = told && Checkpoint.unwindsAtAnEnd();
        } finally {
            if (told && (!locked || unwinds)) {
                passOn(waiters, turn);
            }
        }
        return unwinds;
    }

    private void lockAgain() {
        Error refused = null;
        for (boolean locked = false; !locked; ) {
            try {
                locker.lock();
                locked = true;
            } catch (Throwable thrown) {
                if (!isOurs() || !(thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError)) {
                    goOnWithout(thrown);
                    throw thrown;
                }
                refused = refused == null
                        ? (Error) thrown
                        : refused; // it could not wait; but its caller takes the lock for its own
                Scheduler.giveWay();
            }
        }
        if (refused != null) {
            throw refused;
        }
    }

    /**
     * Whether the lock is one that has room, and memory, again when others have gone on: a lock of the user's may fail
     * like that for ever.
     */
    private boolean isOurs() {
        return locker instanceof Mutex || locker instanceof RWMutex || locker instanceof RWMutex.ReadLocker;
    }

    private void goOnWithout(Throwable thrown) {
        if (!Goexit.is(thrown) || !isLockedAtOnce()) {
            Forgone.add(locker);
        }
    }

    /** For a caller that has been told to unwind: another call waits for nothing. */
    private boolean isLockedAtOnce() {
        try {
            if (isOurs()) {
                locker.lock();
            } else {
                Forgone.lockOrForgo(locker::lock);
            }
            return true;
        } catch (Throwable notFree) {
            return false;
        }
    }

    // ---------------------------------------------------------------- waking

    /**
     * Wakes whoever has waited longest, if anybody waits. Does not wait; the caller may hold the lock, but need not.
     *
     * @throws SyncException.OutsideBubble if that one waits in a bubble of the test kit, and the caller is not of that
     *     bubble
     */
    public void signal() {
        Checkpoint.passToGiveBack(Act.SIGNAL, this);
        Waiters waiters = waiters();
        waiters.lock();
        Turn waiting = line.first();
        if (waiting != null && isForeign(waiting)) {
            waiters.unlock();
            throw SyncException.OutsideBubble.ofWake();
        }
        Strand woken = signalFirst();
        waiters.unlock();
        if (woken != null) {
            woken.ready();
        }
    }

    /**
     * Wakes all who wait now, the longest first. Does not wait; the caller may hold the lock, but need not.
     *
     * @throws SyncException.OutsideBubble if one of them waits in a bubble of the test kit, and the caller is not of
     *     that bubble; none is woken then
     */
    public void broadcast() {
        Checkpoint.passToGiveBack(Act.BROADCAST, this);
        Waiters waiters = waiters();
        waiters.lock();
        for (Turn turn = line.first(); turn != null; turn = turn.next()) {
            if (isForeign(turn)) {
                waiters.unlock();
                throw SyncException.OutsideBubble.ofWake();
            }
        }
        Turn first = line.takeAll();
        for (Turn turn = first; turn != null; turn = turn.next()) {
            turn.toldWithAll = true;
            turn.woken = wakes(turn);
        }
        waiters.unlock();
        for (Turn turn = first; turn != null; ) {
            Turn after = turn.next();
            turn.leave();
            if (turn.woken) {
                turn.strand.ready();
            }
            turn = after;
        }
    }

    private static boolean isForeign(Turn turn) {
        return turn.home != null && turn.home != Home.ofCaller();
    }

    /**
     * Signals the first whose wait nothing else has ended, but nobody in a bubble from outside; returns it if it is to
     * be readied. Under the lock.
     */
    private @Nullable Strand signalFirst() {
        Turn after;
        for (Turn turn = line.first(); turn != null; turn = after) {
            after = turn.next();
            if (isForeign(turn)) {
                continue;
            }
            line.remove(turn);
            if (wakes(turn)) {
                return turn.strand;
            }
            if (turn.signalled) {
                return null;
            }
        }
        return null;
    }

    /**
     * Signals one that has left the line, unless something else has ended its wait; returns whether it is to be
     * readied. Under the lock.
     */
    private static boolean wakes(Turn turn) {
        if (turn.ticket == 0) {
            turn.signalled = true; // it has not begun to wait, and will not
            return false;
        }
        boolean claimed = turn.strand.claim(turn.ticket);
        if (claimed) {
            turn.strand.wakeWith(WakeCause.WAITER);
        }
        return claimed;
    }

    /** A wait for a signal is durable in a bubble (B4). */
    @Override
    boolean isOf(@Nullable Home bubble) {
        return true;
    }

    @Override
    public String toString() {
        return label();
    }
}
