package dev.runnel.runtime.scheduler;

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
public final class Goroutine extends Parking implements Fifo.Link<Goroutine> {

    private static final VarHandle END_LISTENER;
    private static final VarHandle PARTICULARS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PARTICULARS = lookup.findVarHandle(Goroutine.class, "particulars", Particulars.class);
            END_LISTENER = lookup.findVarHandle(Goroutine.class, "endListener", EndListener.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final long id;
    final long creator;

    /** Null for most. */
    private volatile @Nullable Particulars particulars;

    private @Nullable Body body;

    private @Nullable Goroutine link;

    /**
     * In a deterministic run: was readied by somebody who did not hold the P. Written by whoever readies it, then by
     * itself.
     */
    boolean wokenFromOutside;

    /** Written by the watchdog. */
    boolean reportedAsHog;

    private volatile boolean interruptedToClose;

    private volatile @Nullable EndListener endListener;

    Goroutine(Scheduler scheduler, long id, long creator, @Nullable Particulars particulars, Body body) {
        super(scheduler);
        this.id = id;
        this.creator = creator;
        if (particulars != null) { // a volatile store
            this.particulars = particulars;
        }
        this.body = body;
    }

    @Override
    Goroutine self() {
        return this;
    }

    /** The goroutine that calls; null on a thread that is not a goroutine. */
    public static @Nullable Goroutine current() {
        Machine m = Machine.current();
        return m == null ? null : m.g;
    }

    /** Its number, unique within its runtime and never used again; a main goroutine is 1 if it is the first. */
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
        if (has == null) { // the goroutine, and whoever records that its P is taken, may come at the same time
            Particulars fresh = new Particulars(null, List.of());
            Particulars found = (Particulars) PARTICULARS.compareAndExchange(this, null, fresh);
            has = found == null ? fresh : found;
        }
        return has;
    }

    /** The number of the goroutine that started it; 0 if that was a timer, or no goroutine of its runtime. */
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
     * Sets the listener unless there is one. It is told by the ending goroutine's M or, if the goroutine has ended
     * already, here; by both if the two coincide.
     *
     * @return the listener that it has now
     */
    public EndListener listenToEnd(EndListener fresh) {
        EndListener first = endListener;
        if (first == null) {
            EndListener found = (EndListener) END_LISTENER.compareAndExchange(this, null, fresh);
            first = found == null ? fresh : found;
            VarHandle.fullFence(); // set, then look whether it is dead: as tellEnded, the other way round
        }
        if (hasEnded()) {
            first.ended();
        }
        return first;
    }

    /** It is dead: tells the listener. */
    void tellEnded() {
        VarHandle.fullFence(); // dead, then look for a listener; whoever sets one looks whether it is dead after that
        EndListener listener = endListener;
        if (listener != null) {
            listener.ended();
        }
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
            scheduler.ending.interruptsOne();
            m.thread().interrupt();
        }
    }

    /**
     * Whether what it threw comes from the interrupt that ended its call into the JDK when the runtime closed, or from
     * that of another in a call on the same socket.
     */
    boolean wasCutOffBy(Throwable thrown) {
        return interruptedToClose
                ? CutOff.isBehind(thrown)
                : scheduler.ending.hasInterruptedOne() && CutOff.ofAnotherMayBeBehind(thrown);
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

    /** Who else is told of its end, once; null for nobody. */
    @Nullable Task takeTask() {
        Task told = body instanceof Task task ? task : null;
        body = null;
        return told;
    }

    @Override
    public @Nullable Goroutine link() {
        return link;
    }

    @Override
    public void setLink(@Nullable Goroutine next) {
        link = next;
    }

    @Override
    public String toString() {
        String name = name();
        return name == null ? "goroutine " + id : "goroutine " + id + " \"" + name + "\"";
    }
}
