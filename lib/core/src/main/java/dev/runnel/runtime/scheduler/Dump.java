package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.GoroutineInfo.State;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks at the goroutines that have started. */
final class Dump {

    /** At most so many are looked at for an error: each costs a walk of its stack. */
    private static final int MOST = 1000;

    private static final @Nullable ClassLoader LOADER = Dump.class.getClassLoader();
    private static final @Nullable CodeSource LIBRARY = sourceOf(Dump.class);

    private static final Set<String> IN_THREAD = Set.of("getStackTrace", "yield");

    private record Entry(Machine m, Goroutine g) {}

    private Dump() {}

    static GoroutineDump of(Scheduler scheduler) {
        return of(scheduler, null, null);
    }

    /** Of the goroutines that have started, those that are asked for, however many. */
    static GoroutineDump of(Scheduler scheduler, Predicate<? super Goroutine> which) {
        List<GoroutineInfo> all = new ArrayList<>();
        for (Entry entry : entries(scheduler)) {
            if (which.test(entry.g())) {
                all.add(info(entry));
            }
        }
        return new GoroutineDump(scheduler.timers.timeOfDay(), all, 0, 0);
    }

    /** With a goroutine that has failed, if there is one, shown where it failed and before the others. */
    static GoroutineDump of(Scheduler scheduler, @Nullable Goroutine failed, @Nullable Throwable failure) {
        long notStarted = scheduler.census.notStarted(); // first: what starts meanwhile is listed
        List<Entry> others =
                entries(scheduler).stream().filter(entry -> entry.g() != failed).toList();
        List<GoroutineInfo> all = new ArrayList<>();
        if (failed != null && failure != null) {
            all.add(failed(failed, failure));
        }
        int looked = Math.min(MOST - all.size(), others.size());
        for (Entry entry : others.subList(0, looked)) {
            all.add(info(entry));
        }
        return new GoroutineDump(scheduler.timers.timeOfDay(), all, others.size() - looked, notStarted);
    }

    /** A goroutine, where it failed. */
    static GoroutineInfo failed(Goroutine g, Throwable failure) {
        return new GoroutineInfo(
                g.id,
                g.name(),
                State.FAILED,
                null,
                null,
                null,
                g.creator,
                g.knownParticulars().site,
                frames(Safely.stack(failure), false));
    }

    private static List<Entry> entries(Scheduler scheduler) {
        return scheduler.machines.snapshotOfAll().stream()
                .<Entry>mapMulti((m, sink) -> {
                    Goroutine g = m.g;
                    if (g != null) {
                        sink.accept(new Entry(m, g));
                    }
                })
                .sorted(Comparator.comparingLong(e -> e.g().id))
                .toList();
    }

    private static GoroutineInfo info(Entry entry) {
        Goroutine g = entry.g();
        GoroutineStatus status = g.status();
        boolean waits = status.isWait();
        Object on = g.waitsOn;
        return new GoroutineInfo(
                g.id,
                g.name(),
                state(status),
                waits ? g.waitReason().toString() : null,
                waits || status == GoroutineStatus.OUTSIDE ? since(g) : null,
                waits && on != null ? shown(on) : null,
                g.creator,
                g.knownParticulars().site,
                frames(entry.m().thread().getStackTrace(), waits));
    }

    private static String shown(Object on) {
        return on instanceof Numbered numbered ? numbered.shown() : on.toString();
    }

    static Duration since(Goroutine g) {
        return Duration.ofNanos(Math.max(0, g.scheduler.timers.now() - g.waitsSince));
    }

    private static State state(GoroutineStatus status) {
        return switch (status) {
            case IDLE, RUNNABLE -> State.RUNNABLE;
            case RUNNING -> State.RUNNING;
            case WAITING, LINGERING -> State.WAITING;
            case OUTSIDE -> State.OUTSIDE;
            case DEAD -> State.DEAD;
        };
    }

    /**
     * A stack without the frames of the runtime itself, at the inner end and at the outer, and without those that a
     * call into the library has below it, or by which a scope or a group runs what the program gave it.
     *
     * @param waits whether the goroutine waits: then it may just be passing its P on, which ends in the JDK
     */
    static List<StackTraceElement> frames(StackTraceElement[] stack, boolean waits) {
        int from = waits ? withinJdk(stack) : 0;
        while (from < stack.length && isInner(stack[from])) {
            from++;
        }
        int to = from;
        while (to < stack.length && !Current.isBelowBody(stack[to].getClassName())) {
            to++;
        }
        while (from + 1 < to && isOfLibrary(stack[from]) && isOfLibrary(stack[from + 1])) {
            from++;
        }
        int last = to;
        while (last > from && isOfLibrary(stack[last - 1])) {
            last--;
        }
        boolean isOfProgram = last > from && !isOfJdk(stack[last - 1].getClassName());
        return List.of(stack).subList(from, isOfProgram ? last : to);
    }

    /** Whether its class comes from where this one does: its package may have classes from elsewhere. */
    private static boolean isOfLibrary(StackTraceElement frame) {
        try {
            return frame.getClassName().startsWith("dev.runnel.")
                    && Objects.equals(LIBRARY, sourceOf(Class.forName(frame.getClassName(), false, LOADER)));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static @Nullable CodeSource sourceOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource();
    }

    /** How many frames of the JDK the runtime has called; none if somebody else has called them. */
    private static int withinJdk(StackTraceElement[] stack) {
        int first = 0;
        while (first < stack.length && isOfJdk(stack[first].getClassName())) {
            first++;
        }
        return first < stack.length && isOfRuntime(stack[first].getClassName()) ? first : 0;
    }

    private static boolean isOfJdk(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.");
    }

    private static boolean isOfRuntime(String type) {
        return type.startsWith("dev.runnel.runtime.");
    }

    /** What reads the stack, and what waits: as the runtime does, or by a call into the JDK. */
    private static boolean isInner(StackTraceElement frame) {
        String type = frame.getClassName();
        return isOfRuntime(type)
                || (type.equals("java.lang.Thread") && IN_THREAD.contains(frame.getMethodName()))
                || type.startsWith("java.lang.VirtualThread")
                || type.startsWith("java.lang.System$")
                || type.startsWith("jdk.internal.")
                || type.startsWith("java.util.concurrent.locks.LockSupport");
    }
}
