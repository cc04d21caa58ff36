package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JDK's pool for virtual threads still: on each of its carriers sits a thread of ours, so that none of others is mounted or unmounted until this is
 * closed. Not for long, therefore. A carrier to which a parked thread is pinned has no room for one of ours; it stays as it is until somebody unparks that thread.
 */
public final class PoolHold implements AutoCloseable {

    public static final String SITTER = "runnel-sitter";

    /** How long they may need to have all carriers, in nanoseconds. Then the pool has other things to do. */
    private static final long PATIENCE = 20_000_000;

    private static final long LOOK_EVERY = 50_000;

    private static final VarHandle SITTING;

    static {
        try {
            SITTING = MethodHandles.lookup().findVarHandle(PoolHold.class, "sitting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int sitting;
    private volatile boolean over;

    private PoolHold() {}

    /** Whether this JVM tells enough of its pool; not before Java 24, and not without the module {@code jdk.management}. */
    public static boolean isPossible() {
        return Pool.ofThisJdk() != null;
    }

    /**
     * Holds the pool, if it has nothing to do. By a platform thread; waits a moment.
     *
     * @return null if the pool is busy, or this is not {@linkplain #isPossible() possible}
     */
    public static @Nullable PoolHold tryToTake() {
        Pool pool = Pool.ofThisJdk();
        return pool == null ? null : new PoolHold().on(pool);
    }

    private @Nullable PoolHold on(Pool pool) {
        boolean held = false;
        try {
            int carriers = pool.parallelism();
            for (int i = 0; i < carriers; i++) {
                Thread.ofVirtual()
                        .name(SITTER)
                        .inheritInheritableThreadLocals(false)
                        .start(this::sit);
            }
            long begun = System.nanoTime();
            do {
                LockSupport.parkNanos(this, LOOK_EVERY);
                int ours = sitting; // before: those that come in between are too many, not too few
                held = pool.mounted() >= carriers && PlatformThreads.runningCarriersOfTheJdk() == ours;
            } while (!held && System.nanoTime() - begun < PATIENCE);
        } finally {
            if (!held) {
                close();
            }
        }
        return held ? this : null;
    }

    /** Lets the pool go on. */
    @Override
    public void close() {
        over = true;
    }

    private void sit() {
        SITTING.getAndAdd(this, 1);
        while (!over) {
            Thread.onSpinWait();
        }
    }

    /** What the JVM says of its pool, from Java 24 on. */
    private record Pool(Object bean, MethodHandle parallelismOf, MethodHandle mountedOf) {

        static @Nullable Pool ofThisJdk() {
            try {
                Class<? extends PlatformManagedObject> type = Class.forName(
                                "jdk.management.VirtualThreadSchedulerMXBean")
                        .asSubclass(PlatformManagedObject.class);
                Object bean = ManagementFactory.getPlatformMXBean(type);
                MethodType count = MethodType.methodType(int.class);
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                return bean == null
                        ? null
                        : new Pool(
                                bean,
                                lookup.findVirtual(type, "getParallelism", count),
                                lookup.findVirtual(type, "getMountedVirtualThreadCount", count));
            } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
                return null;
            }
        }

        int parallelism() {
            return count(parallelismOf);
        }

        int mounted() {
            return count(mountedOf);
        }

        private int count(MethodHandle of) {
            try {
                return (int) of.invoke(bean);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("the bean of the JDK's pool throws what it must not", e);
            }
        }
    }
}
