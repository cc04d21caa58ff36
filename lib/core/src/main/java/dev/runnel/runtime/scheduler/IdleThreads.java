package dev.runnel.runtime.scheduler;

import java.util.Map;
import java.util.Set;

/** Tells, by their stacks, threads that wait for someone to give them work from those that do something. */
final class IdleThreads {

    /** Where the JDK's own threads wait for work. */
    private static final Map<String, Set<String>> IDLE = Map.of(
            "java.util.concurrent.ThreadPoolExecutor", Set.of("getTask"),
            "java.util.concurrent.ForkJoinPool", Set.of("awaitWork"),
            "java.lang.ref.ReferenceQueue", Set.of("remove", "remove0", "await"),
            "jdk.jfr.internal.PlatformRecorder", Set.of("takeNap"));

    /** How far below the top such a frame stands: that of a scheduled pool with an empty queue is the ninth. */
    private static final int DEPTH = 12;

    private IdleThreads() {}

    /** Whether a thread waits for work in a pool of the JDK, or in native code, which may be for anything. */
    static boolean isIdle(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0 || (thread.getState() == Thread.State.RUNNABLE && stack[0].isNativeMethod())) {
            return true;
        }
        for (int i = 0; i < Math.min(DEPTH, stack.length); i++) {
            if (stack[i].getClassName().equals("java.util.TimerThread")) {
                return i > 0 && stack[i - 1].getClassName().equals("java.lang.Object"); // else it is in a task
            }
            if (IDLE.getOrDefault(stack[i].getClassName(), Set.of()).contains(stack[i].getMethodName())) {
                return true;
            }
        }
        return false;
    }
}
