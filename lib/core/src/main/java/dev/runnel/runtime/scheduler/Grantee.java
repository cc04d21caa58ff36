package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.WakeCause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How an M comes by a P: it is granted one, inside the runtime or, in dedicated mode, on its way back from the JDK.
 *
 * <p><b>The grant</b> is the permit: whoever gives a P to this M stores it into {@code granted} and then wakes the
 * thread. It may be stored before the M has begun to wait, and survives that. Only one grant can be under way, since a
 * goroutine is on one queue at most and an idle M is taken from the idle list by one only.
 *
 * <p><b>How it waits.</b> In dedicated mode the thread yields: to the JDK it can run on, but it is not mounted again
 * before it is granted a P. So nobody has to unpark it, which takes the JDK three atomic operations. It parks if an
 * interrupt may end the wait, since only a parked thread is told of one, and if it cannot leave its carrier.
 *
 * <p><b>As a rider</b>, in dedicated mode, it decides what the JDK's requests to run on mean: it is brought to the
 * carrier of the P that it was granted, and waits if it has none; when it leaves a carrier in user code, that carrier
 * takes its P.
 */
abstract class Grantee extends Holder {

    /** How often an M tries to get to the carrier of its P before it stays where it is pinned. */
    private static final int MOVES = 3;

    /**
     * How often it looks for a grant between two attempts to park for which there is no memory: each attempt may cost a
     * garbage collection.
     */
    private static final int SPINS = 10_000;

    /** How often it looks for a grant instead of a nap: some five microseconds. */
    private static final int LOOKS = 200;

    private static final VarHandle GRANTED;
    private static final VarHandle DECIDED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GRANTED = lookup.findVarHandle(Grantee.class, "granted", Processor.class);
            DECIDED = lookup.findVarHandle(Grantee.class, "decided", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(2, i -> {
            switch (i) {
                case 0 -> DECIDED.compareAndSet((Grantee) null, false, false);
                default -> GRANTED.setRelease((Grantee) null, (Processor) null);
            }
        });
    }

    private volatile @Nullable Processor granted;

    /**
     * The thread may be parked by the JDK, and needs to be unparked; if not, it yields, and waits to be mounted. Always
     * in shared mode.
     */
    private volatile boolean parks;

    /** Whether the thread has been started; by the first grant, which comes from whoever made this M. */
    private boolean begun;

    /** Whether it is decided that the thread runs, or that it never does. */
    @SuppressWarnings("unused") // through DECIDED
    private volatile boolean decided;

    /** Back from the JDK, in dedicated mode: the continuation is user code, so the grant is put in place for it. */
    private boolean returning;

    Grantee(Scheduler scheduler) {
        super(scheduler);
        parks = !dedicated;
    }

    /** For reports. */
    final String holdText() {
        return switch (hold) {
            case NONE -> granted == null ? "none" : "granted";
            case USER -> "user";
            case RUNTIME -> "runtime";
            case TAKING -> "taking";
            default -> returning ? "returning" : "lost";
        };
    }

    /**
     * Gives a P to this M and wakes it; by whoever holds that P, from any thread. If there is no memory for its thread
     * to start, this throws: the caller still has the P, and this M is no more.
     *
     * @param leaving the carrier that the caller is on, if the caller is about to wait, and may leave it to this M;
     *     otherwise null
     */
    void grant(Processor given, @Nullable Carrier leaving) {
        given.heldBy(self()); // a release store follows, or a volatile one
        if (returning) {
            returning = false;
            Carrier at = carrierOf(given); // before it can be taken away again, and end
            takeUpOutside(given);
            at.bring(this);
            return;
        }
        if (leaving != null && leaving == given.carrier && isPending() && !parks) {
            GRANTED.setRelease(this, given);
            leaving.leaveTo(this);
            return;
        }
        granted = given;
        if (begun) {
            wakeIfPossible();
        } else {
            begin();
        }
    }

    private void begin() {
        begun = true;
        try {
            scheduler.machines.start(self());
        } catch (OutOfMemoryError e) {
            if (decides(false)) { // else it runs, with the P: the JDK had queued it before it failed
                throw e;
            }
        }
    }

    /**
     * By the thread, as it begins to run, and by whoever could not start it, to say that it never runs, and that this M
     * is no more.
     *
     * @return true for one of them
     */
    final boolean decides(boolean runs) {
        boolean first = DECIDED.compareAndSet(this, false, true);
        if (first && !runs) {
            granted = null;
            noMoreSummons(); // the watchdog has seen it hold the P, perhaps
            scheduler.ended(self());
        }
        return first;
    }

    /**
     * Java 21 may have no memory for that. It may have woken the thread all the same; if not, it never will, and nobody
     * can tell which.
     */
    private void wakeIfPossible() {
        try {
            wakeAgain();
        } catch (OutOfMemoryError e) {
            return; // the watchdog tries it again
        }
    }

    /** Whether a P was given to it which it has not taken up. */
    final boolean hasGrant() {
        return granted != null;
    }

    /**
     * Whether a P was given to it, and it sleeps.
     *
     * @param parked whether the JDK says that the thread is parked
     */
    final boolean sleepsThroughGrant(boolean parked) {
        return hasGrant() && (parked || isPending());
    }

    /** It was granted a P, and sleeps; waking it once too often does no harm. */
    @Override
    protected final void wakeAgain() {
        if (dedicated) {
            answer();
        }
        if (parks) {
            LockSupport.unpark(thread()); // also if there was a request: it may have been an old one
        }
    }

    @Override
    final void awaitGrant(@Nullable Processor found) {
        if (found != null) {
            granted = found;
        }
        awaitGrant();
    }

    /** Its frame is kept while it waits: see {@link Parking}. */
    final void awaitGrant() {
        boolean interrupted = beginsInterrupted();
        boolean yields = dedicated && !waitMayBeInterrupted();
        int moves = 0;
        while (!takesUpGrant(moves)) {
            if (dedicated && granted != null) {
                moves++;
                yieldIfPossible(); // comes back on the carrier of the P
            } else if (yields) {
                yields = false; // if it cannot leave its carrier it comes back at once
                yieldIfPossible();
            } else {
                if (dedicated) {
                    parks = true;
                }
                park();
                if (dedicated) {
                    parks = false;
                }
                interrupted |= takesInterrupt();
            }
        }
        if (interrupted) {
            thread().interrupt();
        }
    }

    private boolean beginsInterrupted() {
        dropSummons(); // the P is in other hands by now: whoever summons later sees that
        return takesInterrupt(); // it came after the goroutine had looked for it, and before this
    }

    /**
     * Takes up the P that it was granted, if there is one, and if it is on that P's carrier or has tried often enough
     * to get there.
     */
    private boolean takesUpGrant(int moves) {
        Processor given = granted;
        if (given == null || (dedicated && mountedOn() != given.carrier && moves < MOVES)) {
            return false;
        }
        GRANTED.setRelease(this, (Processor) null);
        takeUp(given);
        return true;
    }

    private boolean takesInterrupt() {
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            interruptWait();
        }
        return interrupted;
    }

    private void park() {
        if (granted == null) { // looked at after it has said that it parks: whoever grants looks at that
            try {
                LockSupport.park(); // without a blocker, which would be two stores more, and tell nothing
            } catch (StackOverflowError e) {
                spinUntilGranted();
            } catch (OutOfMemoryError e) {
                spinForAMoment(); // no memory to keep the stack: it parks again, until there is, or it is granted a P
            }
        }
    }

    /**
     * A stack that is deep, and not all compiled, may be too much for the JDK to unmount: that takes room of its own,
     * on the same stack. Then the goroutine's wait is ended, and its turn is waited for without parking; it comes soon.
     */
    private void spinUntilGranted() {
        endWait(Parking.TOO_DEEP);
        while (granted == null) {
            Thread.onSpinWait();
        }
    }

    /**
     * Ends the wait of its goroutine, which cannot wait for that reason, if it is in a wait that has not been ended.
     */
    final void endWait(byte why) {
        Goroutine waiting = g;
        if (waiting != null && waiting.claimOpenWait()) {
            waiting.limit = why;
            scheduler.readyWithoutWaiting(waiting);
        }
    }

    /** Without memory: spins until there may be some, or somebody has given it a P. */
    final void spinForAMoment() {
        spinForGrant(SPINS);
    }

    private void spinForGrant(int most) {
        for (int i = 0; i < most && granted == null; i++) {
            Thread.onSpinWait();
        }
    }

    /**
     * Between two looks for work. An M whose goroutine waits may be granted another P meanwhile, which would stand
     * still until the end of a nap; on a carrier of our own a grant does not end a nap, so it looks for a grant
     * instead.
     *
     * @return whether it has napped; for tests
     */
    final boolean pauseInSearch() {
        if (dedicated && g != null) {
            spinForGrant(LOOKS);
            return false;
        }
        nap();
        return true;
    }

    private static void yieldIfPossible() {
        try {
            Thread.yield();
        } catch (StackOverflowError | OutOfMemoryError e) {
            Thread.onSpinWait(); // as when it parks
        }
    }

    /** The thread was interrupted while it waits for a grant: ends the goroutine's wait if that allows it. */
    private void interruptWait() {
        Goroutine waiting = g;
        if (waiting != null && waiting.claimInterruptibleWait()) {
            waiting.wakeWith(WakeCause.INTERRUPT);
            scheduler.readyWithoutWaiting(waiting);
        }
    }

    private boolean waitMayBeInterrupted() {
        Goroutine waiting = g;
        return waiting != null && waiting.interruptible;
    }

    /**
     * For an M that goes on with its P, and perhaps has not left its carrier: if others have been brought there, they
     * have their turn. Such an M may have lost its P, and its own carrier, while it waited for a spin lock.
     */
    final void moveToCarrier() {
        if (dedicated) {
            Carrier its = processor().carrier;
            if (mountedOn() != its) {
                awaitGrant(release());
            } else if (its != null && its.hasArrivals()) {
                yieldInPlace();
            }
        }
    }

    // ---------------------------------------------------------------- as a rider on a carrier (dedicated mode)

    @Override
    protected void passOn(Runnable task) {
        ForeignThreads.madeByGoroutine(task);
        scheduler.carriers.runStranger(task);
    }

    @Override
    protected boolean resumable() {
        if (keepsPlace()) {
            return true;
        }
        return switch (hold) {
            case NONE -> mayWake();
            case RUNTIME, LOST -> true;
            default -> false; // USER, TAKING: whoever takes its P sees to it
        };
    }

    /** It waits for a grant. An interrupt may end the goroutine's wait. */
    private boolean mayWake() {
        if (granted == null && thread().isInterrupted()) {
            interruptWait();
            return granted != null;
        }
        return granted != null || mayParkAgain();
    }

    /**
     * An unpark came late, and the thread is to park again: the JDK does not ask again for a thread that it takes for
     * runnable, so an interrupt would not be noticed.
     */
    private boolean mayParkAgain() {
        return waitMayBeInterrupted() && mountedOn() != null;
    }

    @Override
    protected boolean resume() {
        Carrier here = mountedOn();
        if (keepsPlace()) {
            Objects.requireNonNull(here).bring(this);
            return true;
        }
        switch (hold) {
            case NONE -> {
                Processor given = granted;
                if (given == null && !mayParkAgain()) {
                    return false;
                }
                Objects.requireNonNull(given == null ? here : carrierOf(given)).bring(this);
            }
            case RUNTIME -> { // left inside the runtime, with its P: a class is loaded, say; or it is putting that down
                Processor mine = processorOrNull();
                Carrier at = mine == null ? null : mine.carrier;
                Objects.requireNonNull(at == null ? here : at).bring(this);
            }
            case LOST -> comeBack();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Back from the JDK: queue up for a P. The request is taken. */
    private void comeBack() {
        Goroutine mine = goroutine();
        hold = NONE;
        returning = true;
        Processor found = scheduler.comeBack(mine);
        if (found != null) {
            mine.become(GoroutineStatus.RUNNING);
            grant(found, null);
        }
    }

    @Override
    protected boolean isFor(Carrier carrier) {
        Processor given = granted;
        return hold == NONE && !keepsPlace() && given != null && given.carrier == carrier;
    }

    @Override
    protected boolean left() {
        if (keepsPlace()) {
            pauseForIt();
            return false;
        }
        Processor taken = take(Why.BLOCKED);
        if (taken == null) {
            dropSummons(); // once more: it may have passed its P on without a fence, and the JDK has stored one since
            return false;
        }
        boolean wanted = taken.goes() || scheduler.dispatch.hasWorkFor(taken);
        if (!wanted && takeRequest()) { // Thread.yield, with no one to yield to
            goroutineBack(taken);
            return true;
        }
        hold = LOST;
        scheduler.dispatch.handOff(taken);
        return false;
    }
}
