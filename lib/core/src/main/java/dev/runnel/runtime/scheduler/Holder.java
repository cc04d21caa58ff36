package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What an M does with a P: it holds it, keeps it safe while inside the runtime, puts it down, hands it on, or has it
 * taken; how it comes by one is in {@link Grantee}. {@code hold} says where it stands:
 *
 * <pre>
 * NONE    -> USER      back from the JDK, in dedicated mode: the goroutine goes on in its own code
 * NONE    -> RUNTIME   the grant, or an idle P, was taken up inside the runtime
 * USER    -> RUNTIME   enter: the goroutine calls the runtime, and the P cannot be taken
 * RUNTIME -> USER      leave
 * RUNTIME -> NONE      the P was handed over or put down
 * USER    -> TAKING    the carrier or the watchdog takes the P: blocked in the JDK, or on for too long
 * TAKING  -> LOST      it has it
 * TAKING  -> USER      it gives it back: the goroutine only yielded, and nobody wants the P
 * RUNTIME -> LOST      the goroutine said that it will block, and the P was handed off
 * LOST    -> NONE      enter, or the return from the JDK: waits for a P like any other
 * </pre>
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

    private static final VarHandle HOLD;
    private static final VarHandle CARRIED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HOLD = lookup.findVarHandle(Holder.class, "hold", int.class);
            CARRIED = lookup.findVarHandle(Holder.class, "g", Goroutine.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(3, i -> {
            switch (i) {
                case 0 -> HOLD.compareAndSet((Holder) null, 0, 0);
                case 1 -> HOLD.setRelease((Holder) null, 0);
                default -> CARRIED.setRelease((Holder) null, (Goroutine) null);
            }
        });
    }

    final Scheduler scheduler;

    volatile int hold = NONE;
    private @Nullable Processor p;

    /** The goroutine that this M carries, from the goroutine's start to its end. */
    volatile @Nullable Goroutine g;

    /** The goroutine makes a call that it has said will block. Written by itself. */
    boolean saysThatItBlocks;

    Holder(Scheduler scheduler) {
        super(scheduler.carriers.dedicated());
        this.scheduler = scheduler;
    }

    abstract Thread thread();

    abstract Machine self();

    /** Lets others run first: goes to the end of the global queue, and waits for its turn. Inside the runtime. */
    abstract void yieldSlice();

    /**
     * Waits for a P. On this M.
     *
     * @param found one that it already has
     */
    abstract void awaitGrant(@Nullable Processor found);

    boolean isInterrupted() {
        return thread().isInterrupted();
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

    /**
     * As {@link #tryEnter()}, but gets a P back if this M has lost its own. Throws {@link Goexit} if the runtime
     * closes.
     */
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

    /** As {@link #enter()}, but also when the runtime closes: for what has been begun. */
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
        if (saysThatItBlocks && hold == LOST) {
            return; // it has given its P away, and what was asked of the holder is for the next one
        }
        enterToFinish();
        giveWayToPoolIfDue();
        if (scheduler.isClosing()) {
            yieldIfSliceIsOver(); // the P is not taken from one that answers
        }
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

    /** From now on this M carries that goroutine, or none. On this M. */
    final void carry(@Nullable Goroutine its) {
        CARRIED.setRelease(this, its);
    }

    /**
     * The goroutine's own code begins. If it then asks whether the runtime closes, it is told so, or is seen by whoever
     * closes the runtime.
     */
    final void beginUserCode() {
        hold = USER;
    }

    /** Back to user code. If the slice is over, others run first. */
    void leave() {
        if (!scheduler.isClosing()) {
            yieldIfSliceIsOver();
        }
        HOLD.setRelease(this, USER);
    }

    private void yieldIfSliceIsOver() {
        Processor mine = processor();
        if (mine.sliceOver && g != null) {
            mine.endSlice();
            yieldSlice();
        }
    }

    /** If somebody is taking its P: returns when it is taken. On this M, in user code. */
    final void awaitTaker() {
        while (hold == TAKING) {
            Thread.onSpinWait();
        }
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
        }
        awaitGrant(found);
    }

    // ---------------------------------------------------------------- saying that it will block

    /**
     * Others get the P; the goroutine runs on without it. On this M, inside the runtime: should it be unmounted in
     * here, it must not queue up for a P, as it has one in its hands.
     *
     * @param fresh a carrier for the P, as this M is on the one that the P has; in dedicated mode
     */
    final void giveUp(@Nullable Carrier fresh) {
        Processor given = processor();
        goroutine().waitsSince = scheduler.coarseClock.nanos();
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

    /** In dedicated mode. */
    static Carrier carrierOf(Processor of) {
        Carrier carrier = of.carrier;
        if (carrier == null) {
            throw new IllegalStateException(of + " has no carrier");
        }
        return carrier;
    }

    // ---------------------------------------------------------------- taking it up, and putting it down

    /** Puts the P down: it is in no one's hands until it is granted or idle. */
    Processor release() {
        Processor mine = processor();
        p = null;
        HOLD.setRelease(this, NONE);
        return mine;
    }

    /**
     * Takes up an idle P. On this M, which may be mounted on another P's carrier until {@link Grantee#moveToCarrier}.
     */
    void acquire(Processor idle) {
        takeUp(idle);
        idle.holder = self();
    }

    /** Takes up a P that names this M as its holder already, or is about to. On this M. */
    final void takeUp(Processor given) {
        p = given;
        if (given.tick != given.tickTakenUp) {
            given.beginSlice();
        }
        HOLD.setRelease(this, RUNTIME);
    }

    /** Has a P from now on, and runs user code as soon as it is mounted. By whoever gives it. */
    final void takeUpOutside(Processor given) {
        p = given;
        hold = USER;
    }

    // ---------------------------------------------------------------- losing it

    /** This M, which has left its carrier and is to run on, has back the P that was taken from it. By that carrier. */
    final void goroutineBack(Processor taken) {
        goroutine().become(GoroutineStatus.RUNNING);
        scheduler.outside.oneLess();
        Recording on = scheduler.recording;
        if (on != null) {
            on.back(taken, goroutine());
        }
        taken.holder = self();
        takeUpOutside(taken);
    }

    /**
     * Takes the P of this M, whose goroutine runs user code, or seems to.
     *
     * @return the P, which is the caller's now: it must give it back ({@link #goroutineBack}), or say that it is
     *     {@link #lost()}, which the M's own carrier does by {@code hold} alone; null if the M entered the runtime
     *     meanwhile
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
