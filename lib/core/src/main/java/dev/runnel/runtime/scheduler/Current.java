package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.DedicatedCarriers;
import dev.runnel.runtime.carrier.OwnThreads;
import dev.runnel.runtime.park.Strand;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who runs on this thread: an M, or else a strand for a thread that is no goroutine. One thread-local serves for both, but that with dedicated
 * carriers an M is its thread's scheduler, which costs no memory, and is sooner found.
 *
 * <p>That the thread-local is inheritable tells us of the threads that goroutines start.
 */
public final class Current {

    private static final InheritableThreadLocal<Object> CURRENT = new Inherited();

    private Current() {}

    static void set(Machine m) {
        CURRENT.set(m);
    }

    static @Nullable Machine machine() {
        Thread thread = Thread.currentThread();
        if (DedicatedCarriers.schedulerOf(thread) instanceof Machine m && m.thread() == thread) {
            return m;
        }
        return kept();
    }

    /** The M that the caller runs on, if the thread-local says so. */
    static @Nullable Machine kept() {
        return CURRENT.get() instanceof Machine m ? m : null;
    }

    /** The calling thread is no goroutine, and has woken one: it is known from now on. */
    static void know() {
        if (CURRENT.get() == null && !isOurs(Thread.currentThread())) {
            CURRENT.set(ForeignThreads.register().bound());
        }
    }

    /** An M that does not know it, just before its end, is told by its name. */
    private static boolean isOurs(Thread thread) {
        return thread.isVirtual() ? thread.getName().startsWith(Machine.NAME) : OwnThreads.isOne(thread);
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
