package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.queue.Fifo;
import dev.runnel.scheduler.Body;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * G: a goroutine. Before it has started it is an object in a run queue; from its first line to its last it belongs to
 * the M that took it up.
 */
public final class Goroutine extends Strand implements Fifo.Link<Goroutine> {

    /** A bit beside the number of a reason: a deadline will end the wait. */
    private static final byte TIMED = 64;

    private static final VarHandle STATUS;
    private static final VarHandle MACHINE;
    private static final VarHandle END_LISTENER;
    private static final VarHandle PARTICULARS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATUS = lookup.findVarHandle(Goroutine.class, "status", byte.class);
            MACHINE = lookup.findVarHandle(Goroutine.class, "machine", Machine.class);
            PARTICULARS = lookup.findVarHandle(Goroutine.class, "particulars", Particulars.class);
            END_LISTENER = lookup.findVarHandle(Goroutine.class, "endListener", EndListener.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Scheduler scheduler;
    final long id;
    final long creator;

    /** Null for most. */
    private volatile @Nullable Particulars particulars;

    private @Nullable Body body;

    @SuppressWarnings("UnusedVariable") // through STATUS: release on write, acquire on read
    private byte status = GoroutineStatus.IDLE.number();

    private @Nullable Goroutine link;

    /** The M that runs it, from its start to its end. */
    volatile @Nullable Machine machine;

    /** The number of its {@link WaitReason}, and whether it is {@link #TIMED}. */
    private byte waitReason;

    @Nullable Object waitsOn;

    /** When it began to wait, or its P was taken, by the coarse clock. By who changes its status. */
    long waitsSince;

    /** Whether an interrupt may end the wait that is open. */
    volatile boolean interruptible;

    /** Whether it has been told that the runtime closes; what it does from then on is clean-up. */
    boolean unwinding;

    /** In a deterministic run: was readied by who did not hold the P. By who readies it, then by itself. */
    boolean wokenFromOutside;

    /** By the watchdog. */
    boolean reportedAsHog;

    /** Its wait was ended since its stack is too deep to wait. By itself. */
    boolean tooDeep;

    private volatile boolean interruptedToClose;

    private volatile @Nullable EndListener endListener;

    Goroutine(Scheduler scheduler, long id, long creator, @Nullable Particulars particulars, Body body) {
        this.scheduler = scheduler;
        this.id = id;
        this.creator = creator;
        if (particulars != null) { // a volatile store
            this.particulars = particulars;
        }
        this.body = body;
    }

    /** The goroutine that calls; null on a thread that is none. */
    public static @Nullable Goroutine current() {
        Machine m = Machine.current();
        return m == null ? null : m.g;
    }

    /** Its number, unique within its runtime and never used again; the main goroutine is 1. */
    public long id() {
        return id;
    }

    /** Its name, if it was given one. */
    public @Nullable String name() {
        return knownParticulars().name;
    }

    /** What it has of its own, to be read only. */
    Particulars knownParticulars() {
        Particulars has = particulars;
        return has == null ? Particulars.NONE : has;
    }

    /** What it has of its own, to be added to. */
    Particulars particulars() {
        Particulars has = particulars;
        if (has == null) { // the goroutine, and who records that its P is taken, may come at once
            Particulars fresh = new Particulars(null, List.of());
            Particulars found = (Particulars) PARTICULARS.compareAndExchange(this, null, fresh);
            has = found == null ? fresh : found;
        }
        return has;
    }

    /** The number of the goroutine that started it; 0 if that was a thread that is none. */
    public long creator() {
        return creator;
    }

    /** The bubble that it is in, if it is in one. */
    public @Nullable Home home() {
        return scheduler.directed == null ? null : scheduler.directed.home;
    }

    /** Whether it has ended. */
    public boolean hasEnded() {
        return status() == GoroutineStatus.DEAD;
    }

    /** What is to be told of its end. */
    public interface EndListener {
        /** It has ended. May be called twice. */
        void ended();
    }

    /** The listener, if there is one. */
    public @Nullable EndListener endListener() {
        return endListener;
    }

    /**
     * Sets the listener unless there is one. It is told by the ending goroutine's M or, if that has ended already, here;
     * by both if the two coincide.
     *
     * @return the listener that it has now
     */
    public EndListener listenToEnd(EndListener fresh) {
        EndListener first = endListener;
        if (first == null) {
            EndListener found = (EndListener) END_LISTENER.compareAndExchange(this, null, fresh);
            first = found == null ? fresh : found;
        }
        if (hasEnded()) {
            first.ended();
        }
        return first;
    }

    /** It is dead: tells who listens. */
    void tellEnded() {
        VarHandle.fullFence(); // dead, then look for a listener; who sets one looks whether it is dead after that
        EndListener listener = endListener;
        if (listener != null) {
            listener.ended();
        }
    }

    /** Ends the wait that is open if an interrupt may end it. */
    boolean claimInterruptibleWait() {
        long open = openTicket(); // first: a later wait, which may not allow it, has another ticket
        return interruptible && claim(open);
    }

    /** The runtime closes: ends the wait of this goroutine, or the call into the JDK that it is blocked in. */
    void unwind(Machine m) {
        long open = openTicket();
        GoroutineStatus now = status();
        if (now.isWait()) {
            if (claim(open)) {
                ready();
            }
        } else if (now == GoroutineStatus.OUTSIDE && !interruptedToClose) {
            interruptedToClose = true;
            m.thread().interrupt();
        }
    }

    /** Whether what it threw comes of the interrupt that ended its call into the JDK when the runtime closed. */
    boolean wasCutOffBy(Throwable thrown) {
        return interruptedToClose && CutOff.isBehind(thrown);
    }

    /** The body, for its one run; the goroutine lets go of it, unless it is to be told of the end. */
    Body takeBody() {
        Body taken = body;
        if (taken == null) {
            throw new IllegalStateException(this + " has started already");
        }
        if (!(taken instanceof Task)) {
            body = null;
        }
        return taken;
    }

    /** Who is told of its end, too, once; null for nobody. */
    @Nullable Task takeTask() {
        Task told = body instanceof Task task ? task : null;
        body = null;
        return told;
    }

    /** Why it waits; {@link WaitReason#NONE} if it does not. */
    WaitReason waitReason() {
        return WaitReason.of(waitReason & ~TIMED);
    }

    /** Whether a deadline will end the wait that is open. */
    boolean isTimed() {
        return (waitReason & TIMED) != 0;
    }

    /** It belongs to that M from now on. On that M. */
    void startsOn(Machine m) {
        MACHINE.setRelease(this, m);
    }

    boolean hasStarted() {
        return machine != null;
    }

    GoroutineStatus status() {
        return GoroutineStatus.of((byte) STATUS.getAcquire(this));
    }

    /** Changes the state; by the one party that the protocol allows to at this point. */
    void become(GoroutineStatus next) {
        if (!next.mayFollow((byte) STATUS.getAcquire(this))) {
            throw new IllegalStateException(this + ": " + status() + " -> " + next + " is no legal move");
        }
        STATUS.setRelease(this, next.number());
    }

    boolean is(GoroutineStatus expected) {
        return (byte) STATUS.getAcquire(this) == expected.number();
    }

    /** Changes the state if it is this one, and gives whether it was; where two parties may. */
    boolean becomeInsteadOf(GoroutineStatus expected, GoroutineStatus next) {
        return STATUS.compareAndSet(this, expected.number(), next.number());
    }

    @Override
    public @Nullable Goroutine link() {
        return link;
    }

    @Override
    public void setLink(@Nullable Goroutine next) {
        link = next;
    }

    // As a strand. Called by the goroutine itself, that is on its M.

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
        waits(p, reason, on, p.lingering.waits(false, false));
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
            recording.parked(p, this, reason, on);
        }
        become(how);
        if (scheduler.directed != null) {
            scheduler.directed.waits(this, reason, on);
        }
    }

    @Override
    public WakeCause park(long deadline, boolean mayInterrupt) {
        Machine m = m();
        WakeTimer timer = null;
        if (deadline != NO_DEADLINE) {
            timer = new WakeTimer(this);
            waitReason |= TIMED;
            scheduler.timers.add(m.processor(), timer, deadline);
        }
        if (mayInterrupt) {
            interruptible = true;
            if (m.isInterrupted() && claimInterruptibleWait()) {
                wakeWith(WakeCause.INTERRUPT);
                ready();
            }
        }
        if (scheduler.recording != null) {
            waitAndTell(m);
        } else if (!lingers(m) && m.passesOn()) {
            m.awaitGrant();
        }
        if (scheduler.directed != null) {
            scheduler.directed.goesOn(this);
        }
        if (mayInterrupt) {
            interruptible = false;
        }
        if (timer != null) {
            timer.cancel();
        }
        waitReason = WaitReason.NONE.number();
        waitsOn = null;
        m.leave();
        WakeCause why = cause();
        if (why == null) {
            throw cutOff();
        }
        return why;
    }

    /** Lingers if it may; gives whether the wait is over. */
    private boolean lingers(Machine m) {
        Processor p = m.processor();
        if (!p.lingering.lingers()) {
            return false;
        }
        WorkSearch.fireDue(m);
        boolean goesOn = p.lingering.bringsBack(this);
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
    public void lingered(boolean worthIt) {
        Lingering.ended(m(), worthIt);
    }

    @Override
    public Peer met() {
        return Met.GOROUTINE;
    }

    private Error cutOff() {
        if (tooDeep) {
            tooDeep = false;
            return new StackOverflowError("the stack is too deep to wait");
        }
        unwinding = true;
        return new Goexit();
    }

    /** Waits while the steps are recorded; apart, as what it keeps meanwhile would be kept by every goroutine that waits. */
    private void waitAndTell(Machine m) {
        Recording on = scheduler.recording;
        Object begun = on == null ? null : on.waitBegins(this);
        // As in park: a method for both would be one more frame that each goroutine keeps which waits.
        if (!lingers(m) && m.passesOn()) {
            m.awaitGrant();
        }
        if (on != null && begun != null) {
            on.waitEnded(begun);
        }
    }

    @Override
    public void ready() {
        scheduler.ready(this);
    }

    @Override
    public boolean maySpin() {
        Processor p = m().processorOrNull(); // it may be taken away any time
        return p != null && Lingering.isPossible(scheduler, p);
    }

    @Override
    public int below(int bound) {
        Processor p = m().processorOrNull(); // it may be taken away any time
        return (p == null ? scheduler.chance : p.chance).below(bound);
    }

    @Override
    public long nanoTime() {
        return scheduler.chance.nanoTime();
    }

    @Override
    public String toString() {
        String name = name();
        return name == null ? "goroutine " + id : "goroutine " + id + " \"" + name + "\"";
    }
}
