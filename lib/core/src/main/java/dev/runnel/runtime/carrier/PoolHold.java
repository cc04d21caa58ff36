package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JDK's pool for virtual threads still: a thread of ours sits on each of its carriers, so that no other
 * virtual thread is mounted or unmounted until this is closed. So it must not last long. A carrier to which a parked
 * thread is pinned has no room for one of ours; it stays as it is until somebody unparks that thread.
 *
 * <p>Ours are pinned and parked themselves. If they took the processors' time instead, then with more carriers than
 * free processors the last would wait for its turn behind all others.
 */
public final class PoolHold implements AutoCloseable {

    public static final String SITTER = "runnel-sitter";

    /**
     * How long the sitters may need to have all carriers, in nanoseconds, if these run something. After that the pool
     * has other things to do.
     */
    private static final long PATIENCE = 20_000_000;

    /**
     * The same while some carriers run nothing: each waits for its turn on a processor, and wakes the next only then.
     */
    private static final long LONG_PATIENCE = 1_000_000_000;

    private static final long LOOK_EVERY = 50_000;

    private final List<Thread> sitters;
    private volatile boolean over;

    private PoolHold(int carriers) {
        sitters = new ArrayList<>(carriers);
    }

    /**
     * Whether this JVM tells enough about its pool; not before Java 24, and not without the module
     * {@code jdk.management}.
     */
    public static boolean isPossible() {
        return Pool.ofThisJdk() != null;
    }

    /**
     * Holds the pool, if it has nothing to do. Called by a platform thread; waits a moment.
     *
     * @return null if the pool is busy, or this is not {@linkplain #isPossible() possible}
     */
    public static @Nullable PoolHold tryToTake() {
        Pool pool = Pool.ofThisJdk();
        return pool == null ? null : hold(pool, pool.parallelism());
    }

    private static @Nullable PoolHold hold(Pool pool, int carriers) {
        PoolHold hold = new PoolHold(carriers);
        boolean held = false;
        try {
            for (int i = 0; i < carriers; i++) {
                hold.sendOne();
            }
            long begun = System.nanoTime();
            boolean full;
            do {
                LockSupport.parkNanos(hold, LOOK_EVERY);
                full = pool.mounted() >= carriers;
                held = full && PlatformThreads.runningCarriersOfTheJdk() == 0;
            } while (!held && System.nanoTime() - begun < (full ? PATIENCE : LONG_PATIENCE));
        } finally {
            if (!held) {
                hold.close();
            }
        }
        return held ? hold : null;
    }

    private void sendOne() {
        Thread sitter = Thread.ofVirtual()
                .name(SITTER)
                .inheritInheritableThreadLocals(false)
                .unstarted(this::sit);
        sitters.add(sitter); // before it may sit: the close has to know all that sit
        sitter.start();
    }

    /** Lets the pool go on. */
    @Override
    public void close() {
        over = true;
        sitters.forEach(LockSupport::unpark);
    }

    private void sit() {
        try {
            Class.forName("seat", false, new Seat());
        } catch (ClassNotFoundException | OutOfMemoryError e) {
            return; // the former as it should be; a sitter that has not sat is waited for in vain
        }
    }

    /** The JVM asks this for a class, and the thread in which it asks is pinned until the answer. */
    private final class Seat extends ClassLoader {

        Seat() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            while (!over) {
                LockSupport.park(PoolHold.this);
            }
            throw new ClassNotFoundException(name);
        }
    }

    /** What the JVM says about its pool, from Java 24 on. */
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
