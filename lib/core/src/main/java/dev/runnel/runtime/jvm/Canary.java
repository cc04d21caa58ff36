package dev.runnel.runtime.jvm;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that waits, and that nobody can reach. Once a collection has found this one and given it back, it
 * has found all others that were like it; and a JVM that does not even find this one, or does not give it back, is not
 * to be trusted with any other.
 */
public final class Canary implements Runnable {

    /** What has become of one. */
    public enum Fate {
        FOUND,
        KEPT,
        LOST,
        NOT_RUN
    }

    /** A collection that runs beside the program may have begun before, and keeps what could be reached then. */
    private static final int MOST_COLLECTIONS = 8;

    /** For others that come first: in the finalizer, and in the JDK's pool. */
    private static final long PATIENCE = 5_000_000_000L;

    private static final long LOOK_EVERY = 100_000;

    /** What is left of it for those that must not refer to it. */
    private static final class Sight {
        private volatile boolean found;
    }

    private final Sight sight;
    private final Thread thread;
    private volatile boolean over;

    private Canary(Sight sight) {
        this.sight = sight;
        this.thread = unstarted(this);
    }

    private static Thread unstarted(Runnable work) {
        return Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(work);
    }

    /** Collects garbage until one has been found. */
    public static Fate collect() {
        Sight sight = new Sight();
        WeakReference<Canary> canary = release(sight);
        if (canary == null || !othersRun()) {
            return Fate.NOT_RUN;
        }
        for (int i = 0; i < MOST_COLLECTIONS; i++) {
            System.gc();
            if (canary.refersTo(null)) {
                return comesTrue(() -> sight.found) ? Fate.FOUND : Fate.LOST;
            }
        }
        Canary kept = canary.get();
        if (kept != null) {
            kept.end();
        }
        return Fate.KEPT;
    }

    /** In a frame of its own, which is gone when the canary is looked for. */
    private static @Nullable WeakReference<Canary> release(Sight sight) {
        Canary canary = new Canary(sight);
        canary.thread.start();
        if (comesTrue(() -> canary.thread.getState() == Thread.State.WAITING)) {
            return new WeakReference<>(canary);
        }
        canary.end();
        return null;
    }

    /** Threads of the JDK's pool refer to what they ran last: let that be these. */
    private static boolean othersRun() {
        int number = 8 * Runtime.getRuntime().availableProcessors();
        List<Thread> others =
                Stream.generate(() -> unstarted(() -> {})).limit(number).toList();
        others.forEach(Thread::start);
        return comesTrue(() -> others.stream().noneMatch(Thread::isAlive));
    }

    /** Waits for what others do; false if it was in vain. */
    public static boolean comesTrue(BooleanSupplier what) {
        long deadline = System.nanoTime() + PATIENCE;
        boolean interrupted = false;
        boolean is = what.getAsBoolean();
        while (!is && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_EVERY);
            interrupted |= Thread.interrupted();
            is = what.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return is;
    }

    @Override
    public void run() {
        while (!over) {
            LockSupport.park(this);
        }
    }

    private void end() {
        over = true;
        LockSupport.unpark(thread);
    }

    @Override
    @SuppressWarnings({"removal", "Finalize"})
    protected void finalize() {
        sight.found = true;
        end();
    }
}
