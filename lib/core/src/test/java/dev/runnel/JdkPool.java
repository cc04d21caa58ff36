package dev.runnel;

import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;

/** What tests must know of the JDK's own pool of carriers, if the runtimes of this run use it. */
public final class JdkPool {

    private static final boolean MONITORS_DO_NOT_PIN = Runtime.version().feature() >= 24;

    private JdkPool() {}

    /** Whether the runtimes of this run have carriers of their own. */
    public static boolean isLeftAlone() {
        return RuntimeConfig.fromProperties().carriers() == CarrierMode.DEDICATED;
    }

    /**
     * How many goroutines may hold on to their carriers at the same time, spinning or waiting for others. On the JDK's
     * own pool, which has a carrier per processor unless it was told otherwise, the others need a carrier that is left,
     * and until 23 that one may sleep although there is work on the queue of a busy one. A pool of ours has spare
     * carriers.
     */
    public static int mayBePinned() {
        if (isLeftAlone()) {
            return Integer.MAX_VALUE;
        }
        return MONITORS_DO_NOT_PIN ? carriers() - 1 : 0;
    }

    /** How many goroutines may run at the same time, if they have as many Ps. */
    public static int carriers() {
        return isLeftAlone() ? Integer.MAX_VALUE : size();
    }

    /**
     * Whether the pool may have only one carrier for whatever it runs, which is at least virtual threads of others.
     * Until 24 all other carriers may sleep although there is work.
     */
    public static boolean mayBeSingle() {
        return size() == 1 || Runtime.version().feature() < 25;
    }

    private static int size() {
        return Integer.getInteger(
                "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
    }

    /** As {@link #mayBePinned()}, for those that wait in monitors. */
    public static int mayWaitInMonitors() {
        return MONITORS_DO_NOT_PIN ? Integer.MAX_VALUE : mayBePinned();
    }
}
