package dev.runnel.runtime.scheduler;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All goroutines that have started, in the layout of Go's dumps. */
final class Dump {

    private static final int MOST = 1000;

    private Dump() {}

    static String of(Scheduler scheduler) {
        return of(scheduler, null, null);
    }

    /** Only those of the goroutines that have started which are asked for. */
    static String of(Scheduler scheduler, Predicate<? super Goroutine> which) {
        StringBuilder text = new StringBuilder();
        scheduler.goroutines().stream()
                .filter(which)
                .sorted(Comparator.comparingLong(Goroutine::id))
                .forEach(g -> {
                    Machine m = g.machine;
                    StackTraceElement[] stack =
                            m == null ? new StackTraceElement[0] : m.thread().getStackTrace();
                    append(text, g, words(g, g.status()), stack);
                });
        return text.toString();
    }

    /** With a goroutine that has failed, if there is one, shown where it failed and before the others. */
    static String of(Scheduler scheduler, @Nullable Goroutine failed, @Nullable Throwable failure) {
        record Entry(Machine m, Goroutine g) {}
        List<Entry> entries = scheduler.machines.snapshot().stream()
                .<Entry>mapMulti((m, sink) -> {
                    Goroutine g = m.g;
                    if (g != null) {
                        sink.accept(new Entry(m, g));
                    }
                })
                .sorted(Comparator.comparingLong(e -> e.g().id))
                .toList();
        StringBuilder text = new StringBuilder();
        if (failed != null && failure != null) {
            append(text, failed, "failed", FailureText.stack(failure));
        }
        for (Entry entry : entries.subList(0, Math.min(MOST, entries.size()))) {
            Goroutine g = entry.g();
            if (g != failed) {
                append(text, g, words(g, g.status()), entry.m().thread().getStackTrace());
            }
        }
        if (entries.size() > MOST) {
            text.append("... and ").append(entries.size() - MOST).append(" more goroutines\n");
        }
        long notStarted = scheduler.live() - entries.size();
        if (notStarted > 0) {
            text.append("... and ").append(notStarted).append(" goroutines that have not started\n");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Goroutine g, String state, StackTraceElement[] stack) {
        text.append(g).append(" [").append(state).append("]:\n");
        Object on = g.waitsOn;
        if (g.status() == GoroutineStatus.WAITING && on != null) {
            text.append("  on ").append(on).append('\n');
        }
        int from = 0;
        while (from < stack.length && isInner(stack[from])) {
            from++;
        }
        for (int i = from; i < stack.length; i++) {
            if (isOuter(stack[i])) {
                break;
            }
            text.append("\tat ").append(stack[i]).append('\n');
        }
        if (g.creator != 0) {
            text.append("created by goroutine ").append(g.creator).append('\n');
        }
        text.append('\n');
    }

    private static String words(Goroutine g, GoroutineStatus status) {
        return switch (status) {
            case WAITING -> g.waitReason.toString();
            case OUTSIDE -> "in the JDK, or running without a P";
            case IDLE, RUNNABLE, RUNNING, DEAD -> status.name().toLowerCase(java.util.Locale.ROOT);
        };
    }

    private static boolean isInner(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.startsWith("dev.runnel.runtime.")
                || (type.equals("java.lang.Thread") && frame.getMethodName().equals("getStackTrace"))
                || type.startsWith("java.lang.VirtualThread")
                || type.startsWith("java.lang.System$")
                || type.startsWith("jdk.internal.")
                || type.startsWith("java.util.concurrent.locks.LockSupport");
    }

    private static boolean isOuter(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.equals("dev.runnel.runtime.scheduler.Machine")
                || type.equals("dev.runnel.runtime.scheduler.Ending");
    }
}
