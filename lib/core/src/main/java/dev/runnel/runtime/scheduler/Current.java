package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.DedicatedCarriers;
import dev.runnel.runtime.carrier.OwnThreads;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Strand;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who runs on this thread: an M, or else a strand for a thread that is not a goroutine. With dedicated carriers an M is
 * its thread's scheduler, with shared ones its thread's handler of uncaught exceptions: neither takes memory, and both
 * are found faster than a thread-local.
 *
 * <p>A goroutine may give its thread another handler. Then its M is found by the thread's name, and kept in the
 * thread-local that strands are kept in. If the thread has another name as well, the goroutine is taken for a thread
 * that is not one, until it ends.
 *
 * <p>Where the JVM does not count its virtual threads, the thread-local is inheritable, and Ms on shared carriers have
 * it from the start: that tells us of the threads that goroutines start.
 */
public final class Current {

    private static final boolean INHERITED =
            ModuleLayer.boot().findModule("jdk.management").isEmpty();
    private static final ThreadLocal<Object> CURRENT = INHERITED ? new Inherited() : new ThreadLocal<>();

    static {
        FirstUse.isNow(
                MethodHandles.lookup(),
                ForeignThreads.class,
                ForeignThread.class); // what a thread needs that wakes a goroutine
    }

    /** There have been Ms on shared carriers that have no such thread-local. */
    private static boolean anyWithout;

    private Current() {}

    /** By an M on shared carriers, which is about to have goroutines. */
    static void beginsOnShared(Machine m) {
        if (INHERITED) {
            CURRENT.set(m);
        } else if (!anyWithout) {
            anyWithout = true;
        }
    }

    /** Whether we are told of each virtual thread that a goroutine starts. */
    static boolean knowsWhomGoroutinesStart() {
        return !anyWithout;
    }

    /** Whether a frame of this class is below those of the body of a goroutine. */
    public static boolean isBelowBody(String type) {
        return type.equals("dev.runnel.runtime.scheduler.Machine")
                || type.equals("dev.runnel.runtime.scheduler.MainRun");
    }

    static @Nullable Machine machine() {
        Thread thread = Thread.currentThread();
        if (!thread.isVirtual()) {
            return null;
        }
        if (DedicatedCarriers.schedulerOf(thread) instanceof Machine m && m.thread() == thread) {
            return m;
        }
        if (thread.getUncaughtExceptionHandler() instanceof Machine m && m.thread() == thread) {
            return m;
        }
        return withOtherHandler(thread);
    }

    private static @Nullable Machine withOtherHandler(Thread thread) {
        Object kept = CURRENT.get();
        if (kept == null && isNamedAsOurs(thread)) {
            Machine found = Schedulers.machineOf(thread);
            if (found != null) {
                CURRENT.set(found);
                return found;
            }
        }
        return kept instanceof Machine m ? m : null;
    }

    /** The M that the caller runs on, if it has the thread-local for the threads that its goroutines start. */
    static @Nullable Machine inherited() {
        return INHERITED && CURRENT.get() instanceof Machine m ? m : null;
    }

    /**
     * The calling thread is no goroutine, and has woken one: it is known from now on, if there is memory for that.
     * Never fails, as there may be more to wake.
     */
    static void know() {
        try {
            if (CURRENT.get() == null && !isOurs(Thread.currentThread())) {
                CURRENT.set(ForeignThreads.register().bound());
            }
        } catch (OutOfMemoryError e) {
            ForeignThreads.missedOne();
        }
    }

    /** An M that does not know that it is one, just before its end, is recognized by its name. */
    private static boolean isOurs(Thread thread) {
        return thread.isVirtual() ? isNamedAsOurs(thread) : OwnThreads.isOne(thread);
    }

    private static boolean isNamedAsOurs(Thread thread) {
        return thread.getName().startsWith(Machine.NAME);
    }

    /** The strand of the calling thread. */
    static Strand strand() {
        Machine m = machine();
        if (m != null) {
            return m.goroutine();
        }
        Object current = CURRENT.get();
        if (current instanceof ForeignThread foreign) {
            return foreign.bound();
        }
        ForeignThread fresh = ForeignThreads.register();
        CURRENT.set(fresh);
        return fresh.bound();
    }

    /** The clock as the caller sees it, in nanoseconds. */
    public static long now() {
        Machine m = Machine.current();
        return m == null ? System.nanoTime() : m.scheduler.chance.nanoTime();
    }

    /** The time of day as the caller sees it. */
    public static Instant instant() {
        Machine m = Machine.current();
        return m == null ? Instant.now() : m.scheduler.timers.timeOfDay();
    }

    /** What a new thread is handed by the one that makes it. */
    private static final class Inherited extends InheritableThreadLocal<Object> {
        @Override
        protected @Nullable Object childValue(Object parent) {
            // A thread made by a goroutine may one day use a channel; until it ends it counts against a deadlock.
            return parent instanceof Machine ? ForeignThreads.register() : null;
        }
    }
}
