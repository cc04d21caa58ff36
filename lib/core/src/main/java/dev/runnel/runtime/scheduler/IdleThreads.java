package dev.runnel.runtime.scheduler;

import java.util.List;
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

    /** Loops of the JDK that wait for a task and then run it, and where they call to wait. */
    private static final Map<String, String> LOOPS = Map.of(
            "java.util.TimerThread", "java.lang.Object",
            "sun.nio.ch.EPollPort$EventHandlerTask", "java.util.concurrent.ArrayBlockingQueue",
            "sun.nio.ch.KQueuePort$EventHandlerTask", "java.util.concurrent.ArrayBlockingQueue");

    /** Whose native methods wait: classes and packages of the JDK, by the first letters of their names. */
    private static final List<String> WAITING = List.of("java.io.", "java.net.", "sun.nio.");

    /** How far below the top such a frame stands: that of a scheduled pool with an empty queue is the ninth. */
    private static final int DEPTH = 12;

    private IdleThreads() {}

    /** Whether a thread waits for work in a pool of the JDK, or in one of the JDK's native methods that wait: for a socket, say, which may be for anything. */
    static boolean isIdle(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0 || (thread.getState() == Thread.State.RUNNABLE && waitsInNativeCode(stack[0]))) {
            return true;
        }
        for (int i = 0; i < Math.min(DEPTH, stack.length); i++) {
            String waitsIn = LOOPS.get(stack[i].getClassName());
            if (waitsIn != null) {
                return i > 0 && stack[i - 1].getClassName().equals(waitsIn); // else it is in a task
            }
            if (IDLE.getOrDefault(stack[i].getClassName(), Set.of()).contains(stack[i].getMethodName())) {
                return true;
            }
        }
        return false;
    }

    /** Others compute: they pack, say. */
    private static boolean waitsInNativeCode(StackTraceElement top) {
        return top.isNativeMethod() && WAITING.stream().anyMatch(top.getClassName()::startsWith);
    }

    /**
     * Whether one of the JDK's own threads does, or is about to do, what users asked for: it waits for the end of a process, or for asynchronous channels,
     * or runs code that is none of the JDK's.
     */
    static boolean servesUsers(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String module = frame.getModuleName();
            if (module == null
                    || !(module.startsWith("java.") || module.startsWith("jdk."))
                    || frame.getMethodName().equals("waitForProcessExit0")
                    || frame.getClassName().startsWith("sun.nio.ch.AsynchronousChannelGroupImpl")
                    || LOOPS.containsKey(frame.getClassName())) {
                return true;
            }
        }
        return false;
    }
}
