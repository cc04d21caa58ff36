package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread as its carrier sees it. In dedicated mode the rider is the {@link Executor} that the JDK asks to run
 * the thread's continuation. Where the request stands is the rider's {@code request}:
 *
 * <pre>
 * NONE       -> PENDING     the JDK asks (execute)
 * PENDING    -> ON_ITS_WAY  someone takes the request, and nobody else: it will bring the rider to a carrier
 * ON_ITS_WAY -> PENDING     or puts it back: the rider rides, or may not run on yet
 * ON_ITS_WAY -> NONE        a carrier is about to mount the rider
 * </pre>
 *
 * <p>A further request in ON_ITS_WAY is dropped: the run that is coming answers it, too.
 *
 * <p>While it rides, no request is answered: it may be an old one. The JDK asks twice when it has suspended an unmounted thread
 * to read its stack, and the second time may be late: then the thread runs, or has parked again. So the carrier looks for a request
 * when it has seen the rider leave, and only one at a time ever has the rider. To mount a thread that cannot run does nothing.
 */
public abstract class Rider implements Executor {

    private static final int NONE = 0;
    private static final int PENDING = 1;
    private static final int ON_ITS_WAY = 2;

    private static final VarHandle REQUEST;
    private static final VarHandle RIDING;

    static {
        try {
            REQUEST = MethodHandles.lookup().findVarHandle(Rider.class, "request", int.class);
            RIDING = MethodHandles.lookup().findVarHandle(Rider.class, "riding", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int request;

    /** From before it is mounted until its carrier has seen it leave. */
    private volatile boolean riding;

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
        if (request == NONE && !riding && resumable() && REQUEST.compareAndSet(this, NONE, ON_ITS_WAY)) {
            answerTaken();
            return;
        }
        // A request that is pending already may be an old one: nobody may have thought it worth an answer.
        if (request == PENDING || REQUEST.compareAndSet(this, NONE, PENDING)) {
            answer();
        }
    }

    /** This is the continuation of another virtual thread, and goes to the JDK's scheduler. As for {@link #execute}: never parks, never throws. */
    protected abstract void passOn(Runnable task);

    /**
     * Answers the pending request if there is one and the rider may run on; else leaves it to who changes that, and then calls this.
     * Any thread; never parks.
     */
    protected final void answer() {
        while (request == PENDING && !riding && resumable()) {
            if (!REQUEST.compareAndSet(this, PENDING, ON_ITS_WAY)) {
                return; // who has taken it looks again should it put it back
            }
            if (!riding && resume()) {
                return;
            }
            request = PENDING;
        }
    }

    /** What {@link #answer()} would do, in one step: the JDK asks, and the asker takes the request. */
    private void answerTaken() {
        if (!riding && resume()) {
            return;
        }
        request = PENDING;
        answer();
    }

    /** Whether the rider, which does not ride, may run on or come closer to it. A hint. */
    protected abstract boolean resumable();

    /**
     * The rider does not ride, and its request is the caller's: brings it to a carrier, or sees to it that somebody does.
     *
     * @return false if it may not run on after all
     */
    protected abstract boolean resume();

    /**
     * The rider has left the carrier that it was on; called by that carrier.
     *
     * @return whether the carrier should run it again at once; then the request has been taken
     */
    protected abstract boolean left();

    /** Whether the JDK has asked, and nobody has taken the request. */
    protected final boolean hasRequest() {
        return request == PENDING;
    }

    /** By its carrier, as it has left: takes the pending request, if there is one. */
    protected final boolean takeRequest() {
        return request == PENDING && REQUEST.compareAndSet(this, PENDING, ON_ITS_WAY);
    }

    /** For reports. */
    public final String requestText() {
        String text = request == NONE ? "none" : request == PENDING ? "pending" : "on its way";
        return riding ? text + ", rides" : text;
    }

    /** The carrier that the rider is mounted on, or was last. */
    public final @Nullable Carrier mountedOn() {
        return mountedOn;
    }

    /** By a carrier, to which it was brought. */
    final void ride(Carrier carrier) {
        Runnable task = continuation;
        if (task == null) {
            throw new IllegalStateException("a rider that was never started");
        }
        mount(carrier);
        do {
            // A full fence: who finds the request on its way has changed the state that the run looks at.
            request = NONE;
            task.run();
        } while (left());
        dismount();
    }

    final void mount(Carrier carrier) {
        if (mountedOn != carrier) {
            mountedOn = carrier;
        }
        RIDING.set(this, true); // the next store, to request, is volatile
    }

    final void dismount() {
        riding = false; // a full fence: who has asked sees that, or the request is seen here
        answer();
    }
}
