package dev.runnel.runtime.carrier;

import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Ms are ordinary virtual threads on the JDK's own pool. */
public final class SharedCarriers implements Carriers {

    /** Whether the pool of this JDK may oversleep: seen with Java 21.0.12 and 21.0.13, and not with 25. */
    private static final boolean POOL_OVERSLEEPS = Runtime.version().feature() < 25;

    /**
     * The most threads that may be under way at once to make the pool look. If that many have not been run, all its
     * workers are busy.
     */
    private static final int MOST_STIRRERS = 32;

    public static final String STIRRER = "runnel-stirrer";

    private static final VarHandle STIRRERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            // The JDK catches this before the lack of memory for which it tries again to wake a thread, and cannot look
            // it up without memory.
            FirstUse.isNow(lookup, RejectedExecutionException.class);
            STIRRERS = lookup.findVarHandle(SharedCarriers.class, "stirrers", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int stirrers;

    // Made here: there may be no memory to link them when they are first wanted.
    private final Runnable submits = this::submitStirrerIfPossible;
    private final Runnable stirs = this::noMoreUnderWay;

    /**
     * Whether the JDK's pool may leave what it was given undone, though a worker is idle, until it
     * {@linkplain #stirPool() is made to look}.
     */
    public static boolean poolMayOversleep() {
        return POOL_OVERSLEEPS;
    }

    @Override
    public boolean dedicated() {
        return false;
    }

    @Override
    public Thread newThread(String name, Rider rider, Runnable body) {
        return Thread.ofVirtual()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .uncaughtExceptionHandler(rider)
                .unstarted(body);
    }

    @Override
    public void runStranger(Runnable continuation) {
        throw new IllegalStateException("no rider is asked to run anything: all run on the JDK's own scheduler");
    }

    @Override
    public void stirPool() {
        if (POOL_OVERSLEEPS) {
            stir();
        }
    }

    /**
     * Submits a thread that does nothing, so that a worker wakes, and then finds what others have, too. Called by one
     * thread.
     *
     * <p>A worker that goes to sleep does not look again after it has said so; what is submitted in between stays there
     * if the others are busy for long. And nobody is woken for what comes to a queue that is not empty. Each thread
     * that submits from outside has such a queue; so while a stirrer is under way, the next is submitted by a thread of
     * its own.
     */
    void stir() {
        int underWay = stirrers;
        if (underWay < MOST_STIRRERS) {
            STIRRERS.getAndAdd(this, 1);
            if (underWay == 0) {
                submitStirrer();
            } else {
                start(OwnThreads.named(STIRRER), submits);
            }
        }
    }

    private void submitStirrerIfPossible() {
        try {
            submitStirrer();
        } catch (OutOfMemoryError e) {
            // Nothing is stirred, and it is no longer counted. Whoever finds that nothing moves stirs again.
        }
    }

    private void submitStirrer() {
        start(Thread.ofVirtual().name(STIRRER).inheritInheritableThreadLocals(false), stirs);
    }

    private void noMoreUnderWay() {
        STIRRERS.getAndAdd(this, -1);
    }

    private void start(Thread.Builder builder, Runnable body) {
        boolean started = false;
        try {
            builder.start(body);
            started = true;
        } finally {
            if (!started) { // for lack of memory
                noMoreUnderWay();
            }
        }
    }

    /** How many are under way. */
    int stirrers() {
        return stirrers;
    }

    @Override
    public @Nullable Carrier newCarrier(String name) {
        return null;
    }

    @Override
    public int serving() {
        return 0;
    }

    @Override
    public void join() {}
}
