package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How a goroutine runs and waits: its state, the M that it belongs to, and what a wait is to it; Go's {@code gopark}
 * and {@code goready}. As a strand it is called by the goroutine itself, that is, on its M.
 *
 * <p>A superclass, and not a part, since every goroutine that waits keeps each frame below its wait. For the same
 * reason methods that wait do nothing else, here and below: what comes before and after is in other methods (decision
 * 50).
 */
public abstract sealed class Parking extends Strand permits Goroutine {

    /** A deadline will end the wait that is open. */
    private static final byte TIMED = 4;

    /** Its stack is too deep to wait. */
    static final byte TOO_DEEP = 1;

    /** There was no memory for the timer of the wait. */
    private static final byte NO_TIMER = 2;

    /** There was no memory for the M of the goroutine that was to run instead. */
    static final byte NO_MACHINE = 3;

    private static final VarHandle STATUS;
    private static final VarHandle MACHINE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATUS = lookup.findVarHandle(Parking.class, "status", byte.class);
            MACHINE = lookup.findVarHandle(Parking.class, "machine", Machine.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(4, i -> {
            switch (i) {
                case 0 -> {
                    byte unused = (byte) STATUS.getAcquire((Parking) null);
                }
                case 1 -> STATUS.setRelease((Parking) null, (byte) 0);
                case 2 -> STATUS.compareAndSet((Parking) null, (byte) 0, (byte) 0);
                default -> MACHINE.setRelease((Parking) null, (Machine) null);
            }
        });
    }

    final Scheduler scheduler;

    @SuppressWarnings("UnusedVariable") // through STATUS: release on write, acquire on read
    private byte status = GoroutineStatus.IDLE.number();

    /** The M that runs it, from its start to its end. */
    volatile @Nullable Machine machine;

    /** The number of its {@link WaitReason}. */
    private byte waitReason;

    @Nullable Object waitsOn;

    /** When it began to wait, or to be without a P, by the coarse clock. Written by whoever changes its status. */
    long waitsSince;

    /** Whether an interrupt may end the wait that is open. */
    volatile boolean interruptible;

    /** Whether it has been told that the runtime closes; what it does from then on is clean-up. */
    boolean unwinding;

    /**
     * What limits its wait: {@link #TIMED}; or why that was ended, if it could not wait: {@link #TOO_DEEP},
     * {@link #NO_TIMER} or {@link #NO_MACHINE}; else 0. Written by itself: not part of the reason, which others may
     * change meanwhile.
     */
    byte limit;

    Parking(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    abstract Goroutine self();

    // ---------------------------------------------------------------- its state

    /** It belongs to that M from now on. On that M. */
    void startsOn(Machine m) {
        MACHINE.setRelease(this, m);
    }

    /**
     * It has ended, and whoever keeps it, a handle for example, or a slot of a ring, is not to keep that M and its
     * thread. By that M.
     */
    void leavesMachine() {
        MACHINE.setRelease(this, (Machine) null);
    }

    boolean hasStarted() {
        return machine != null || is(GoroutineStatus.DEAD);
    }

    GoroutineStatus status() {
        return GoroutineStatus.of((byte) STATUS.getAcquire(this));
    }

    /** Changes the state; by the one party that the protocol allows to do so at this point. */
    void become(GoroutineStatus next) {
        if (!next.mayFollow((byte) STATUS.getAcquire(this))) {
            throw new IllegalStateException(this + ": " + status() + " -> " + next + " is no legal move");
        }
        STATUS.setRelease(this, next.number());
    }

    boolean is(GoroutineStatus expected) {
        return (byte) STATUS.getAcquire(this) == expected.number();
    }

    /** Changes the state if it is the expected one, and returns whether it was; for where two parties may change it. */
    boolean becomeInsteadOf(GoroutineStatus expected, GoroutineStatus next) {
        return STATUS.compareAndSet(this, expected.number(), next.number());
    }

    // ---------------------------------------------------------------- its wait, for others

    /** Why it waits; {@link WaitReason#NONE} if it does not. */
    WaitReason waitReason() {
        return WaitReason.of(waitReason);
    }

    /** Whether a deadline will end the wait that is open. */
    boolean isTimed() {
        return limit == TIMED;
    }

    /** Ends the wait that is open if an interrupt may end it. */
    boolean claimInterruptibleWait() {
        long open = openTicket(); // first: a later wait, which may not allow it, has another ticket
        return interruptible && claim(open);
    }

    // ---------------------------------------------------------------- as a strand

    private Machine m() {
        Machine mine = machine;
        if (mine == null) {
            throw new IllegalStateException(this + " has not started");
        }
        return mine;
    }

    @Override
    public boolean tryEnter() {
        return m().tryEnter();
    }

    @Override
    public void enter() {
        m().enter();
    }

    @Override
    public void leave() {
        m().leave();
    }

    @Override
    public void waiting(WaitReason reason, @Nullable Object on) {
        Processor p = m().processor();
        if (reason.isTurn()) {
            p.lingering.countTurns(1);
        }
        waits(p, reason, on, p.lingering.waits(false, false));
    }

    @Override
    public void waitsFor(WaitReason reason) {
        waitReason = reason.number();
    }

    @Override
    public void waitingBriefly(WaitReason reason, @Nullable Object on) {
        Processor p = m().processor();
        waits(p, reason, on, p.lingering.waits(true, Lingering.isPossibleOrAsked(scheduler, p)));
    }

    @Override
    public void stillWaiting(WaitReason reason, @Nullable Object on) {
        Processor p = m().processor();
        waits(p, reason, on, p.lingering.waits());
    }

    private void waits(Processor p, WaitReason reason, @Nullable Object on, GoroutineStatus how) {
        waitReason = reason.number();
        waitsOn = on;
        waitsSince = scheduler.coarseClock.nanos();
        Recording recording = scheduler.recording;
        if (recording != null) {
            recording.parked(p, self(), reason, on);
        }
        become(how);
        if (scheduler.directed != null) {
            scheduler.directed.waits(self(), reason, on);
        }
    }

    @Override
    public WakeCause park(long deadline, boolean mayInterrupt) {
        Machine m = m();
        WakeTimer timer = deadline == NO_DEADLINE && !mayInterrupt ? null : mayEnd(m, deadline, mayInterrupt);
        if (scheduler.recording != null) {
            waitAndTell(m);
        } else if (!lingers(m) && m.passesOn()) {
            m.awaitGrant();
        }
        return goesOn(m, timer);
    }

    private @Nullable WakeTimer mayEnd(Machine m, long deadline, boolean mayInterrupt) {
        WakeTimer timer = deadline == NO_DEADLINE ? null : timerFor(m, deadline);
        if (mayInterrupt) {
            interruptible = true;
            if (m.isInterrupted() && claimInterruptibleWait()) {
                wakeWith(WakeCause.INTERRUPT);
                ready();
            }
        }
        return timer;
    }

    private WakeCause goesOn(Machine m, @Nullable WakeTimer timer) {
        if (scheduler.directed != null) {
            scheduler.directed.goesOn(self());
        }
        if (interruptible) {
            interruptible = false;
        }
        if (timer != null) {
            timer.cancel();
            if (limit == TIMED) {
                limit = 0;
            }
        }
        waitReason = WaitReason.NONE.number();
        waitsOn = null;
        m.leave();
        WakeCause why = cause();
        if (why == null) {
            throw cutOff();
        }
        if (why != WakeCause.WAITER) {
            Checkpoint.passAtAnEnd();
        }
        return why;
    }

    /** Lingers if it may; returns whether the wait is over. */
    private boolean lingers(Machine m) {
        Processor p = m.processor();
        if (!p.lingering.lingers()) {
            return false;
        }
        WorkSearch.fireDue(m);
        boolean goesOn = p.lingering.bringsBack(self());
        if (goesOn) {
            p.closeGroup.lingered();
        }
        return goesOn;
    }

    @Override
    public boolean mayLinger() {
        return Lingering.may(m());
    }

    @Override
    public boolean linger(Waiter record) {
        return Lingering.bringsBack(m(), record);
    }

    @Override
    public void passed(int values) {
        Processor p = m().processorOrNull(); // it may be taken away at any time
        if (p != null) {
            p.lingering.countTurns(values);
        }
    }

    @Override
    public void lingered(boolean worthIt) {
        Lingering.ended(m(), worthIt);
    }

    @Override
    public Peer met() {
        return Met.GOROUTINE;
    }

    /**
     * The timer that ends the wait; null if there is no memory for it, which ends the wait. A method of its own, as the
     * frame of a goroutine that waits is kept.
     */
    private @Nullable WakeTimer timerFor(Machine m, long deadline) {
        try {
            WakeTimer timer = new WakeTimer(self());
            scheduler.timers.add(m.processor(), timer, deadline);
            limit = TIMED;
            if (scheduler.directed != null) {
                scheduler.directed.limits(self(), deadline);
            }
            return timer;
        } catch (OutOfMemoryError e) {
            if (claim(openTicket())) { // what has been called before: a first call may take memory
                limit = NO_TIMER;
                scheduler.readyWithoutWaiting(self());
            }
            return null;
        }
    }

    private Error cutOff() {
        byte instead = limit;
        if (instead != 0) {
            limit = 0;
            return switch (instead) {
                case TOO_DEEP -> new StackOverflowError("the stack is too deep to wait");
                case NO_TIMER -> new OutOfMemoryError("no memory for the timer of a wait");
                default -> new OutOfMemoryError("no memory for the thread of the goroutine that was to run meanwhile");
            };
        }
        unwinding = true;
        return new Goexit();
    }

    /**
     * Waits while the steps are recorded; a method of its own, as what it keeps meanwhile would otherwise be kept by
     * every goroutine that waits.
     */
    private void waitAndTell(Machine m) {
        Recording on = scheduler.recording;
        Object begun = on == null ? null : on.waitBegins(self());
        // As in park: a method for both would be one more frame that each goroutine that waits keeps.
        if (!lingers(m) && m.passesOn()) {
            m.awaitGrant();
        }
        if (on != null && begun != null) {
            on.waitEnded(begun);
        }
    }

    @Override
    public void ready() {
        scheduler.ready(self());
    }

    @Override
    public boolean maySpin() {
        Processor p = m().processorOrNull(); // it may be taken away at any time
        return p != null && Lingering.isPossible(scheduler, p);
    }

    @Override
    public int below(int bound) {
        Processor p = m().processorOrNull(); // it may be taken away at any time
        return (p == null ? scheduler.chance : p.chance).below(bound);
    }

    @Override
    public long nanoTime() {
        return scheduler.chance.nanoTime();
    }
}
