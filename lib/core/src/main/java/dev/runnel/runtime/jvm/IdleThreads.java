package dev.runnel.runtime.jvm;

import java.util.Map;
import java.util.Set;

/** Tells, by their stacks, threads that wait for someone to give them work from those that do something. */
public final class IdleThreads {

    /**
     * Where threads are that somebody has to give work before they do anything; the frames above show how they wait.
     */
    private static final Map<String, String> WAITING_FOR_WORK = Map.of(
            "java.util.concurrent.ThreadPoolExecutor", "getTask",
            "java.util.concurrent.ForkJoinPool", "awaitWork",
            "java.util.concurrent.DelayScheduler", "loop",
            "java.util.TimerThread", "mainLoop");

    /**
     * Where others of the JDK's own threads wait, to which nobody has to give anything; the last three are a stream of
     * events that has none to tell.
     */
    private static final Map<String, Set<String>> WAITING = Map.of(
            "java.lang.ref.ReferenceQueue", Set.of("remove", "remove0", "await"),
            "jdk.jfr.internal.PlatformRecorder", Set.of("takeNap"),
            "jdk.jfr.internal.consumer.ChunkParser", Set.of("awaitUpdatedHeader"),
            "jdk.jfr.internal.consumer.RecordingInput", Set.of("pollWait"),
            "jdk.jfr.internal.consumer.RepositoryFiles", Set.of("nap", "updatePaths"));

    /** What waits for a time if it has work for that time. */
    private static final Set<String> DELAYS = Set.of(
            "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue",
            "java.util.concurrent.DelayQueue",
            "java.util.concurrent.DelayScheduler",
            "java.util.TimerThread");

    /** How far below the top such a frame stands: that of a scheduled pool with an empty queue is the ninth. */
    private static final int DEPTH = 12;

    private IdleThreads() {}

    /** Whether a thread waits for work in a pool of the JDK, or in native code, which may be for anything. */
    public static boolean isIdle(Thread thread) {
        try {
            return isIdleNow(thread);
        } catch (Throwable e) {
            return false; // one of the user's own, which does not say what it does
        }
    }

    private static boolean isIdleNow(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0 || (thread.getState() == Thread.State.RUNNABLE && stack[0].isNativeMethod())) {
            return true;
        }
        for (int i = 0; i < Math.min(DEPTH, stack.length); i++) {
            String where = stack[i].getClassName();
            if (where.equals("java.util.TimerThread")) {
                return i > 0 && stack[i - 1].getClassName().equals("java.lang.Object"); // else it is in a task
            }
            String what = stack[i].getMethodName();
            if (what.equals(WAITING_FOR_WORK.get(where))
                    || WAITING.getOrDefault(where, Set.of()).contains(what)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a thread of a pool or a timer of the JDK waits for work, and has none that is due later. It may have been
     * given some just now, and not have noticed.
     */
    public static boolean isAsleep(Thread thread) {
        try {
            return isAsleepNow(thread);
        } catch (Throwable e) {
            return false; // as above
        }
    }

    private static boolean isAsleepNow(Thread thread) {
        boolean timed = thread.getState() == Thread.State.TIMED_WAITING;
        if (!timed && thread.getState() != Thread.State.WAITING) {
            return false;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        for (int i = 1; i < Math.min(DEPTH, stack.length); i++) {
            String where = stack[i].getClassName();
            if (timed && DELAYS.contains(where)) {
                return false;
            }
            if (stack[i].getMethodName().equals(WAITING_FOR_WORK.get(where))) {
                return isJdks(stack[i - 1].getClassName()); // else it waits in a task, or in a queue of the user's own
            }
        }
        return false;
    }

    static boolean isJdks(String name) {
        return name.startsWith("java.") || name.startsWith("jdk.");
    }
}
