package dev.runnel.runtime.carrier;

import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;

/** What the JDK says of its pool for virtual threads; from Java 24 on. */
public final class PoolLoad {

    private static final String BEAN = "jdk.management.VirtualThreadSchedulerMXBean";

    private PoolLoad() {}

    /** Whether no virtual thread has a thread of the pool, nor waits for one; also if that cannot be told. */
    public static boolean isQuiet() {
        try {
            Class<? extends PlatformManagedObject> type = Class.forName(BEAN).asSubclass(PlatformManagedObject.class);
            PlatformManagedObject pool = ManagementFactory.getPlatformMXBean(type);
            return number(type, pool, "getMountedVirtualThreadCount") == 0
                    && number(type, pool, "getQueuedVirtualThreadCount") == 0;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return true;
        }
    }

    private static long number(Class<?> type, PlatformManagedObject pool, String getter)
            throws ReflectiveOperationException {
        return ((Number) type.getMethod(getter).invoke(pool)).longValue();
    }
}
