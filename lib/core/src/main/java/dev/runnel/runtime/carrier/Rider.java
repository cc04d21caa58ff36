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
 * NONE     -> PENDING   the JDK asks (execute)
 * PENDING  -> ON_ITS_WAY   someone takes the request, and nobody else: it will bring the rider to a carrier
 * ON_ITS_WAY -> NONE    a carrier is about to mount the rider
 * </pre>
 *
 * <p>A further request in ON_ITS_WAY is dropped: the run that is coming answers it, too. The JDK asks twice when it has
 * suspended an unmounted thread to read its stack, and the second time may be late: then the request is pending though
 * the thread runs, or has parked again. To mount a thread that cannot run does nothing. A carrier that finds the rider
 * still mounted elsewhere waits until that carrier has seen it leave, so {@link #left()} is never late.
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

    @SuppressWarnings("unused") // through RIDING
    private volatile boolean riding;

    private @Nullable Runnable continuation;
    private @Nullable Executor jdkScheduler;
    private volatile @Nullable Carrier mountedOn;

    @Nullable Rider nextAtCarrier;

    final void strangersGoTo(Executor scheduler) {
        jdkScheduler = scheduler;
    }

    /**
     * Called by the JDK, from any thread, in any context: to run this rider's continuation, or that of a virtual thread
     * that was started on this one and so took over its scheduler. Never parks, never throws.
     */
    @Override
    public final void execute(Runnable task) {
        if (continuation == null) {
            continuation = task; // the first is the start of the rider itself
        } else if (continuation != task) {
            if (jdkScheduler != null) {
                jdkScheduler.execute(task);
            }
            return;
        }
        // A request that is pending already may be an old one: nobody may have thought it worth an answer.
        if (request == PENDING || REQUEST.compareAndSet(this, NONE, PENDING)) {
            resumable();
        }
    }

    /** The JDK wants this rider to run on: bring it to a carrier if it may, else leave the request pending. */
    protected abstract void resumable();

    /**
     * The rider has left the carrier that it was on; called by that carrier.
     *
     * @return whether the carrier should run it again at once; then the request has been taken
     */
    protected abstract boolean left();

    /** Takes the pending request, if there is one; who gets it brings the rider to a carrier. */
    public final boolean takeRequest() {
        return request == PENDING && REQUEST.compareAndSet(this, PENDING, ON_ITS_WAY);
    }

    /** Whether someone has taken the request and brings the rider to a carrier. */
    public final boolean isOnItsWay() {
        return request == ON_ITS_WAY;
    }

    /** The carrier that the rider is mounted on, or was last. */
    public final @Nullable Carrier mountedOn() {
        return mountedOn;
    }

    final void ride(Carrier carrier) {
        Runnable task = continuation;
        if (task == null) {
            throw new IllegalStateException("a rider that was never started");
        }
        while (!RIDING.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
        if (mountedOn != carrier) {
            mountedOn = carrier;
        }
        do {
            // A full fence: who finds the request on its way has changed the state that the run looks at.
            request = NONE;
            task.run();
        } while (left());
        RIDING.setRelease(this, false);
    }
}
