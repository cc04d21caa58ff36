package dev.runnel.runtime.carrier;

import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread as its carrier sees it. In dedicated mode the rider is the {@link Executor} that the JDK asks to run
 * the thread's continuation. The rider's {@code request} says where the request stands:
 *
 * <pre>
 * NONE    -> PENDING   the JDK asks (execute), and the rider may not run on yet
 * NONE    -> TAKEN     or it may: the asker brings the rider to a carrier
 * PENDING -> TAKEN     someone takes the request, and nobody else: it will bring the rider to a carrier
 * TAKEN   -> PENDING   or puts it back: the rider may not run on after all
 * TAKEN   -> ASKED     the JDK asks again, while the rider is on its way to a carrier or rides
 * ASKED   -> TAKEN     the carrier runs the rider, at first or again: the run that comes answers what was asked before
 * TAKEN   -> NONE      the carrier has seen the rider leave
 * TAKEN, ASKED
 *         -> PENDING   the carrier has seen it leave, and what was asked while it rode is still to be answered
 * </pre>
 *
 * <p>From TAKEN on the rider belongs to one party: first to the one that brings it, then to the carrier. While the
 * rider rides, no request is answered, since the request may be an old one. The JDK asks twice when it has suspended an
 * unmounted thread to read its stack, and the second time may be late: then the thread runs, or has parked again. So
 * the carrier looks for a request when it has seen the rider leave. Mounting a thread that cannot run does nothing.
 *
 * <p>With shared carriers the rider is its thread's handler of uncaught exceptions, through which it is found: that
 * takes no memory.
 */
public abstract class Rider implements Executor, Thread.UncaughtExceptionHandler {

    private static final int NONE = 0;
    private static final int PENDING = 1;
    private static final int TAKEN = 2;
    private static final int ASKED = 3;

    private static final VarHandle REQUEST;
    private static final VarHandle RIDES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            REQUEST = lookup.findVarHandle(Rider.class, "request", int.class);
            RIDES = lookup.findVarHandle(Rider.class, "rides", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(3, i -> {
            switch (i) {
                case 0 -> REQUEST.compareAndSet((Rider) null, 0, 0);
                case 1 -> REQUEST.setRelease((Rider) null, 0);
                default -> RIDES.setRelease((Rider) null, false);
            }
        });
    }

    private volatile int request;

    /**
     * While it rides: the JDK has asked on the rider's own carrier, as its thread has yielded. Used by that carrier;
     * takes the place of ASKED, since nobody else looks.
     */
    private boolean yielded;

    /** It rides. Written by its carrier, as a release: whoever sees it set sees where. */
    private volatile boolean rides;

    private @Nullable Runnable continuation;
    private volatile @Nullable Carrier mountedOn;

    @Nullable Rider nextAtCarrier;

    /**
     * Called by the JDK, from any thread, in any context: to run this rider's continuation, or that of a virtual thread
     * that was started on this one and so took over its scheduler. Never parks, never throws.
     */
    @Override
    public final void execute(Runnable task) {
        if (continuation == null) {
            continuation = task; // the first is the start of the rider itself
        } else if (continuation != task) {
            passOn(task);
            return;
        }
        if (rides && Objects.requireNonNull(mountedOn).isCurrent()) {
            yielded = true;
            return;
        }
        while (!asks()) {
            Thread.onSpinWait(); // it has just changed
        }
    }

    /** The thread may run on from now on; returns whether somebody knows. */
    private boolean asks() {
        int now = request;
        if (now == NONE) {
            boolean mine = resumable();
            if (!REQUEST.compareAndSet(this, NONE, mine ? TAKEN : PENDING)) {
                return false;
            }
            if (!mine || !brings()) {
                answer();
            }
            return true;
        }
        if (now == PENDING) {
            answer(); // it may be an old one that nobody has thought worth an answer
            return true;
        }
        return now == ASKED || REQUEST.compareAndSet(this, TAKEN, ASKED);
    }

    /**
     * This is the continuation of another virtual thread, and goes to the JDK's scheduler. As for {@link #execute}:
     * never parks, never throws.
     */
    protected abstract void passOn(Runnable task);

    /**
     * Answers the pending request if there is one and the rider may run on; else leaves it to whoever changes that and
     * then calls this. Any thread; never parks.
     */
    protected final void answer() {
        while (request == PENDING && resumable()) {
            if (!take() || brings()) {
                return; // if another has taken the request, that one looks again should it put it back
            }
        }
    }

    /** Takes the pending request; false if there is none, or somebody else has taken it. */
    final boolean take() {
        return REQUEST.compareAndSet(this, PENDING, TAKEN);
    }

    /** The request is taken: brings the rider to a carrier, or puts it back. */
    private boolean brings() {
        boolean brought = resume();
        if (!brought) {
            request = PENDING;
        }
        return brought;
    }

    /** Whether the rider, which does not ride, may run on or come closer to that. A hint. */
    protected abstract boolean resumable();

    /**
     * The rider does not ride, and its request is the caller's: brings it to a carrier, or sees to it that somebody
     * does.
     *
     * @return false if it may not run on after all
     */
    protected abstract boolean resume();

    /**
     * The rider has left the carrier that it was on. Called by that carrier.
     *
     * @return whether the carrier should run it again at once; then the request has been taken
     */
    protected abstract boolean left();

    /** Whether the rider may run on there. It does not ride. */
    protected abstract boolean isFor(Carrier carrier);

    /**
     * It may run on, and perhaps nobody has said so: has it brought to a carrier, if it still waits. Any thread; never
     * parks.
     */
    protected abstract void wakeAgain();

    /** Whether the JDK has asked, and it only waits to be mounted. A hint. */
    protected final boolean isPending() {
        return request == PENDING;
    }

    /** Called by its carrier when it has left: takes the request if the JDK has asked while it rode. */
    protected final boolean takeRequest() {
        return takeYield() || (request == ASKED && REQUEST.compareAndSet(this, ASKED, TAKEN));
    }

    /** For reports. */
    public final String requestText() {
        return switch (request) {
            case NONE -> "none";
            case PENDING -> "pending";
            case TAKEN -> "taken";
            default -> "taken, asked again";
        };
    }

    /** The carrier that the rider is mounted on, or was last. */
    public final @Nullable Carrier mountedOn() {
        return mountedOn;
    }

    /** Called by the carrier to which it was brought. */
    final void ride(Carrier carrier) {
        Runnable task = continuation;
        if (task == null) {
            throw new IllegalStateException("a rider that was never started");
        }
        mount(carrier);
        do {
            run(task);
        } while (left());
        dismount();
    }

    /**
     * The carrier goes on if the JDK lacks memory: as far as is known, that is for a class that it loads when a thread
     * ends.
     */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (OutOfMemoryError e) {
            return;
        }
    }

    final void mount(Carrier carrier) {
        if (mountedOn != carrier) {
            mountedOn = carrier;
        }
        RIDES.setRelease(this, true);
        if (request == ASKED) {
            request = TAKEN; // a full fence: whoever finds ASKED has changed the state that the run looks at
        }
    }

    final void dismount() {
        RIDES.setRelease(this, false);
        if (takeYield()) {
            REQUEST.setRelease(this, PENDING);
        } else if (request == ASKED || !REQUEST.compareAndSet(this, TAKEN, NONE)) {
            request = PENDING;
        }
    }

    private boolean takeYield() {
        boolean was = yielded;
        if (was) {
            yielded = false;
        }
        return was;
    }

    /** What a thread that has no handler of its own does. */
    @Override
    public final void uncaughtException(Thread thrower, Throwable thrown) {
        ThreadGroup group = thrower.getThreadGroup();
        if (group != null) { // else it has ended
            group.uncaughtException(thrower, thrown);
        }
    }

    /** Called by a carrier that was left to this rider: takes the pending request, if the rider is to go on there. */
    final boolean takeAt(Carrier carrier) {
        return request == PENDING && isFor(carrier) && take();
    }
}
