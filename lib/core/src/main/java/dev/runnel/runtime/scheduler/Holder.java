package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.park.WakeCause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How an M stands to a P: it is granted one, holds it, keeps it safe while inside the runtime, puts it down, hands it on,
 * or has it taken. {@code hold} says where it stands:
 *
 * <pre>
 * NONE    -> USER      back from the JDK, in dedicated mode: the goroutine goes on in its own code
 * NONE    -> RUNTIME   the grant was taken up inside the runtime
 * USER    -> RUNTIME   enter: the goroutine calls the runtime, and the P cannot be taken
 * RUNTIME -> USER      leave
 * RUNTIME -> NONE      the P was handed over or put down
 * USER    -> TAKING    the carrier or the watchdog takes the P: blocked in the JDK, or on for too long
 * TAKING  -> LOST      it has it
 * TAKING  -> USER      it gives it back: the goroutine only yielded, and nobody wants the P
 * RUNTIME -> LOST      the goroutine said that it will block, and the P was handed off
 * LOST    -> NONE      enter, or the return from the JDK: waits for a P like any other
 * </pre>
 *
 * <p><b>The grant</b> is the permit: whoever gives a P to this M stores it into {@code granted} and then wakes the
 * thread. It may be stored before the M has begun to wait, and survives that. Only one grant can be under way, since a
 * goroutine is on one queue at most and an idle M is taken from the idle list by one.
 */
abstract class Holder extends Pausing {

    /** Why a P is taken. */
    enum Why {
        BLOCKED,
        OVERDUE
    }

    static final int NONE = 0;
    static final int USER = 1;
    static final int RUNTIME = 2;
    static final int TAKING = 3;
    static final int LOST = 4;

    /** How often an M tries to get to the carrier of its P before it stays where it is pinned. */
    private static final int MOVES = 3;

    private static final VarHandle HOLD;
    private static final VarHandle GRANTED;

    static {
        try {
            HOLD = MethodHandles.lookup().findVarHandle(Holder.class, "hold", int.class);
            GRANTED = MethodHandles.lookup().findVarHandle(Holder.class, "granted", Processor.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Scheduler scheduler;

    private volatile int hold = NONE;
    private volatile @Nullable Processor granted;
    private @Nullable Processor p;

    /** The goroutine that this M carries, from that one's start to its end. */
    volatile @Nullable Goroutine g;

    /** The goroutine makes a call of which it has said that it blocks. By itself. */
    boolean saysThatItBlocks;

    /** Whether the thread has been started; by the first grant, which comes from who made this M. */
    private boolean begun;

    /** Back from the JDK, in dedicated mode: the continuation is user code, so the grant is put in place for it. */
    private boolean returning;

    Holder(Scheduler scheduler) {
        super(scheduler.carriers.dedicated());
        this.scheduler = scheduler;
    }

    abstract Thread thread();

    abstract Machine self();

    /** Others run first: to the end of the global queue, and wait for the turn. Inside the runtime. */
    abstract void yieldSlice();

    boolean isInterrupted() {
        return thread().isInterrupted();
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

    boolean isInUserCode() {
        return hold == USER;
    }

    /** The P it holds. On this M, between {@link #enter()} and {@link #leave()}. */
    Processor processor() {
        Processor mine = p;
        if (mine == null) {
            throw new IllegalStateException(this + " holds no P");
        }
        return mine;
    }

    @Nullable Processor processorOrNull() {
        return p;
    }

    // ---------------------------------------------------------------- entering and leaving the runtime

    /** Makes the P safe from being taken; false if it was taken already, or if the runtime closes. */
    boolean tryEnter() {
        return !scheduler.isClosing() && HOLD.compareAndSet(this, USER, RUNTIME);
    }

    /** As {@link #tryEnter()}, but gets a P back if this M has lost its own. Throws {@link Goexit} if the runtime closes. */
    void enter() {
        if (scheduler.isClosing()) {
            Goroutine mine = g;
            if (mine != null) {
                mine.unwinding = true;
                throw new Goexit();
            }
        }
        enterToFinish();
    }

    /** As {@link #enter()}, also when the runtime closes: for what has been begun. */
    void enterToFinish() {
        while (!HOLD.compareAndSet(this, USER, RUNTIME)) {
            switch (hold) {
                case TAKING -> Thread.onSpinWait();
                case LOST -> {
                    regain();
                    return;
                }
                default -> throw new IllegalStateException(this + " enters the runtime twice");
            }
        }
    }

    /** In shared mode, and if others of the JDK's pool have waited for long: lets them run. Inside the runtime. */
    final void giveWayToPoolIfDue() {
        Processor mine = processor();
        if (mine.poolIsDue) {
            mine.poolIsDue = false;
            giveWayToPool();
        }
    }

    /** The watchdog has asked for it: queues up if the P was taken, and lets others run first if the slice is over. */
    void answerSummons() {
        if (hold == RUNTIME) {
            return; // a timer's doing; the goroutine will come itself
        }
        dropSummons();
        enterToFinish();
        giveWayToPoolIfDue();
        leave();
    }

    /** In user code whose slice is over: lets others run first. */
    void endSliceIfOver() {
        Processor mine = p;
        if (mine != null && mine.sliceOver && hold == USER) {
            enterToFinish();
            leave();
        }
    }

    /**
     * For a short piece of runtime work on the P at hand, if there is one; see {@link #leaveBriefly}. The slice is not
     * looked at: nothing may wait here.
     */
    int enterBriefly() {
        if (hold == RUNTIME) {
            return RUNTIME;
        }
        return HOLD.compareAndSet(this, USER, RUNTIME) ? USER : NONE;
    }

    void leaveBriefly(int before) {
        if (before == USER) {
            HOLD.setRelease(this, USER);
        }
    }

    /** The goroutine's own code begins. */
    final void beginUserCode() {
        hold = USER;
    }

    /** Back to user code. If the slice is over, others run first. */
    void leave() {
        Processor mine = processor();
        if (mine.sliceOver && g != null && !scheduler.isClosing()) {
            mine.endSlice();
            yieldSlice();
        }
        HOLD.setRelease(this, USER);
    }

    final Goroutine goroutine() {
        Goroutine mine = g;
        if (mine == null) {
            throw new IllegalStateException(this + " carries no goroutine");
        }
        return mine;
    }

    /** The P was taken while user code ran on: get one, or queue up for one. On this M. */
    private void regain() {
        Goroutine mine = goroutine();
        hold = NONE;
        Processor found = scheduler.comeBack(mine);
        if (found != null) {
            mine.become(GoroutineStatus.RUNNING);
            found.holder = self();
            granted = found;
        }
        awaitGrant();
    }

    // ---------------------------------------------------------------- saying that it will block

    /**
     * Others get the P; the goroutine runs on without. On this M, inside the runtime: should it be unmounted in here it must not
     * queue up for a P, as it has one in hands.
     *
     * @param fresh a carrier for the P, as this M is on the one that it has; in dedicated mode
     */
    final void giveUp(@Nullable Carrier fresh) {
        Processor given = processor();
        goroutine().become(GoroutineStatus.OUTSIDE);
        scheduler.outside.oneMore();
        Recording on = scheduler.recording;
        if (on != null) {
            on.out(given, goroutine(), Why.BLOCKED);
        }
        if (fresh != null) {
            scheduler.spares.replace(given, carrierOf(given), fresh);
        }
        scheduler.dispatch.handOff(given);
        p = null;
        hold = LOST;
    }

    /** If it runs without a P: gets one, or waits for one. On this M, in user code. */
    final void regainIfLost() {
        if (hold != USER) {
            enterToFinish();
            leave();
        }
    }

    // ---------------------------------------------------------------- being granted a P, and putting it down

    /** Puts the P down: it is in no one's hands until it is granted or idle. */
    Processor release() {
        Processor mine = processor();
        p = null;
        HOLD.setRelease(this, NONE);
        return mine;
    }

    /** Takes up an idle P. On this M, which may be mounted on another P's carrier until {@link #moveToCarrier}. */
    void acquire(Processor idle) {
        p = idle;
        HOLD.setRelease(this, RUNTIME);
        idle.holder = self();
    }

    final void moveToCarrier() {
        if (dedicated && mountedOn() != processor().carrier) {
            granted = release();
            awaitGrant();
        }
    }

    /** Gives a P to this M and wakes it; by who holds that P, from any thread. */
    void grant(Processor given) {
        given.heldBy(self()); // a volatile store follows
        if (returning) {
            returning = false;
            Carrier at = carrierOf(given); // before it can be taken away again, and end
            p = given;
            hold = USER;
            at.bring(this);
            return;
        }
        granted = given;
        if (!begun) {
            begun = true;
            thread().start();
            return;
        }
        wakeAgain();
    }

    /** Whether a P was given to it which it has not taken up. */
    final boolean hasGrant() {
        return granted != null;
    }

    /** It was granted a P, and sleeps; once too often does no harm. */
    final void wakeAgain() {
        if (dedicated) {
            answer();
        }
        LockSupport.unpark(thread()); // also if there was a request: it may have been an old one
    }

    final void awaitGrant() {
        dropSummons(); // the P is in other hands by now: who summons later sees that
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            interruptWait(); // it came after the goroutine had looked for it, and before this
        }
        int moves = 0;
        for (; ; ) {
            Processor given = granted;
            if (given == null) {
                parkOrSpin();
                if (Thread.interrupted()) {
                    interrupted = true;
                    interruptWait();
                }
            } else if (dedicated && mountedOn() != given.carrier && moves++ < MOVES) {
                yieldIfPossible(); // comes back on the carrier of the P
            } else {
                GRANTED.setRelease(this, null);
                p = given;
                HOLD.setRelease(this, RUNTIME);
                break;
            }
        }
        if (interrupted) {
            thread().interrupt();
        }
    }

    /**
     * Parks. A stack that is deep, and not all compiled, may be too much for the JDK to unmount: that takes room of its own, on the same
     * stack. Then the goroutine's wait is ended, and its turn is waited for without parking; it comes soon.
     */
    private void parkOrSpin() {
        try {
            LockSupport.park(); // without a blocker, which would be two stores more, and tell nothing
        } catch (StackOverflowError e) {
            Goroutine waiting = g;
            if (waiting != null && waiting.claimOpenWait()) {
                waiting.tooDeep = true;
                scheduler.readyWithoutWaiting(waiting);
            }
            while (granted == null) {
                Thread.onSpinWait();
            }
        }
    }

    private static void yieldIfPossible() {
        try {
            Thread.yield();
        } catch (StackOverflowError e) {
            Thread.onSpinWait(); // as in parkOrSpin
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

    // ---------------------------------------------------------------- as a rider on a carrier (dedicated mode)

    private static Carrier carrierOf(Processor of) {
        Carrier carrier = of.carrier;
        if (carrier == null) {
            throw new IllegalStateException(of + " has no carrier");
        }
        return carrier;
    }

    @Override
    protected boolean resumable() {
        if (keepsPlace()) {
            return true;
        }
        return switch (hold) {
            case NONE -> mayWake();
            case RUNTIME, LOST -> true;
            default -> false; // USER, TAKING: who takes its P sees to it
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
     * An unpark came late, and the thread is to park again: the JDK does not ask once more for one that it takes for runnable,
     * so an interrupt would not be noticed.
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
            case RUNTIME -> { // left inside the runtime, with its P: a class is loaded, say; or it just puts that down
                Processor mine = p;
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
            grant(found);
        }
    }

    @Override
    protected boolean left() {
        if (keepsPlace()) {
            pauseForIt();
            return false;
        }
        Processor taken = take(Why.BLOCKED);
        if (taken == null) {
            return false;
        }
        boolean wanted = taken.goes() || scheduler.dispatch.hasWorkFor(taken);
        if (hasRequest() && !wanted && takeRequest()) { // Thread.yield, with no one to yield to
            goroutineBack(taken);
            return true;
        }
        hold = LOST;
        scheduler.dispatch.handOff(taken);
        return false;
    }

    private void goroutineBack(Processor taken) {
        goroutine().become(GoroutineStatus.RUNNING);
        scheduler.outside.oneLess();
        Recording on = scheduler.recording;
        if (on != null) {
            on.back(taken, goroutine());
        }
        p = taken;
        taken.holder = self();
        hold = USER;
    }

    /**
     * Takes the P of this M, whose goroutine runs user code, or seems to.
     *
     * @return the P, which is the caller's now; null if the M entered the runtime meanwhile. After this the caller must
     *     call {@link #lost()} or have it back.
     */
    @Nullable Processor take(Why why) {
        if (hold != USER || !HOLD.compareAndSet(this, USER, TAKING)) {
            return null;
        }
        goroutine().waitsSince = scheduler.coarseClock.nanos();
        goroutine().become(GoroutineStatus.OUTSIDE);
        scheduler.outside.oneMore();
        Processor taken = processor();
        Recording on = scheduler.recording;
        if (on != null) {
            on.out(taken, goroutine(), why);
        }
        p = null;
        return taken;
    }

    /** Ends what {@link #take} began: this M knows from now on that it has no P. */
    void lost() {
        hold = LOST;
        if (dedicated) {
            answer();
        }
    }
}
