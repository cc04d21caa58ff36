package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JDK's pool for virtual threads still: on each of its carriers sits a thread of ours, so that none of others is mounted or unmounted until this is
 * closed. Not for long, therefore.
 */
public final class PoolHold implements AutoCloseable {

    public static final String SITTER = "runnel-sitter";

    /** How long all of them may need to get a carrier, in nanoseconds. Then the pool has other things to do. */
    private static final long PATIENCE = 20_000_000;

    private static final long LOOK_EVERY = 50_000;

    private volatile boolean over;

    private PoolHold() {}

    /**
     * Holds the pool, if it has nothing to do. By a platform thread; waits a moment.
     *
     * @return null if it is busy, or not known well enough
     */
    public static @Nullable PoolHold tryToTake() {
        Pool pool = Pool.ofThisJdk();
        return pool == null ? null : new PoolHold().on(pool);
    }

    private @Nullable PoolHold on(Pool pool) {
        boolean held = false;
        try {
            Sitter[] sitters =
                    Stream.generate(Sitter::new).limit(pool.parallelism()).toArray(Sitter[]::new);
            for (Sitter sitter : sitters) {
                Thread.ofVirtual()
                        .name(SITTER)
                        .inheritInheritableThreadLocals(false)
                        .start(sitter);
            }
            long begun = System.nanoTime();
            while (!Stream.of(sitters).allMatch(s -> s.sits) && System.nanoTime() - begun < PATIENCE) {
                LockSupport.parkNanos(this, LOOK_EVERY);
            }
            held = Stream.of(sitters).allMatch(s -> s.sits) && pool.mounted() == sitters.length;
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

    private final class Sitter implements Runnable {

        private volatile boolean sits;

        @Override
        public void run() {
            sits = true;
            while (!over) {
                Thread.onSpinWait();
            }
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
