package dev.runnel.runtime.carrier;

import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The platform threads of the JVM, and those among them that carry virtual threads for the JDK. */
public final class PlatformThreads {

    private PlatformThreads() {}

    /** All that are alive now. */
    public static Thread[] all() {
        @Nullable ThreadGroup group = Thread.currentThread().getThreadGroup();
        ThreadGroup root = group;
        while (group != null) {
            root = group;
            group = group.getParent();
        }
        if (root == null) {
            return new Thread[0];
        }
        Thread[] all = new Thread[root.activeCount() + 16];
        int n = root.enumerate(all, true);
        while (n == all.length) {
            all = new Thread[all.length * 2];
            n = root.enumerate(all, true);
        }
        return Arrays.copyOf(all, n);
    }

    /** Whether it is a thread of the JDK's pool for virtual threads and alive. */
    public static boolean isCarrierOfTheJdk(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getName().equals("CarrierThreads");
    }

    /** How many threads of that pool are runnable, and so run a virtual thread, or are about to. */
    public static int runningCarriersOfTheJdk() {
        return (int) Stream.of(all())
                .filter(PlatformThreads::isCarrierOfTheJdk)
                .filter(thread -> thread.getState() == Thread.State.RUNNABLE)
                .count();
    }
}
