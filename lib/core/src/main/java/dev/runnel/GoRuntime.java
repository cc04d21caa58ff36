package dev.runnel;

import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.RuntimeStats;
import dev.runnel.scheduler.SchedulerSnapshot;
import java.util.Objects;

/**
 * A runtime of its own: Ps, Ms and the goroutines on them. {@link Go#run(Body)} makes one for a main goroutine; make one
 * yourself to embed goroutines, or to give tests their own settings. All its threads are daemons.
 */
public final class GoRuntime implements AutoCloseable {

    private final Scheduler scheduler;

    /** A runtime with the settings of the system properties. */
    public GoRuntime() {
        this(RuntimeConfig.fromProperties());
    }

    /**
     * A runtime with these settings.
     *
     * @throws IllegalStateException if dedicated carriers are asked for and {@code java.base/java.lang} is not open
     */
    public GoRuntime(RuntimeConfig config) {
        scheduler = new Scheduler(Objects.requireNonNull(config));
    }

    /** The runtime of goroutines that are started outside any other. */
    public static RuntimeStats defaultStats() {
        return Scheduler.defaultScheduler().stats();
    }

    /**
     * Starts a goroutine on this runtime, from any thread.
     *
     * @param body what it does
     * @return a handle, which may be ignored
     * @throws RuntimeClosedException if the runtime is closed
     */
    public GoHandle go(Body body) {
        return new GoHandle(scheduler.go(null, Objects.requireNonNull(body, "go of nil func value")));
    }

    /** As {@link #go(Body)}, with a name that is shown in dumps. */
    public GoHandle go(String name, Body body) {
        return new GoHandle(
                scheduler.go(Objects.requireNonNull(name), Objects.requireNonNull(body, "go of nil func value")));
    }

    /**
     * Runs a main goroutine and waits for it; then closes the runtime. It ends when main returns, when any goroutine fails,
     * or when nothing can ever run again: when all goroutines wait, no timer is pending, none is blocked in the JDK, and no
     * thread lives that could wake one. An interrupt of the caller does not end it: the status is kept.
     *
     * @param main Go's {@code main}
     * @throws GoroutineFailedException if any goroutine failed, main included; what failed was not caught there
     * @throws DeadlockException if nothing could ever run again
     * @throws IllegalStateException if this runtime has run a main goroutine already, or is closed
     */
    public void run(Body main) {
        scheduler.ending().run(Objects.requireNonNull(main));
    }

    /** Whether each P has a platform thread of its own. */
    public boolean isDedicated() {
        return scheduler.isDedicated();
    }

    /** The counters now. */
    public RuntimeStats stats() {
        return scheduler.stats();
    }

    /** Its Ps, Ms and goroutines, counted now; takes a few microseconds, however many goroutines there are. */
    public SchedulerSnapshot snapshot() {
        return scheduler.snapshot();
    }

    /** As {@link #snapshot()}, of the runtime of goroutines that are started outside any other. */
    public static SchedulerSnapshot defaultSnapshot() {
        return Scheduler.defaultScheduler().snapshot();
    }

    /** This runtime, for who watches it. */
    public ObservedRuntime observed() {
        return scheduler;
    }

    /** As {@link #observed()}, the runtime of goroutines that are started outside any other. */
    public static ObservedRuntime observedDefault() {
        return Scheduler.defaultScheduler();
    }

    /** Its flight recorder. */
    public FlightRecorder recorder() {
        return new FlightRecorder(scheduler);
    }

    /** All goroutines that have started, with where they are and why they wait, in Go's layout. */
    public String dump() {
        return scheduler.dump();
    }

    /**
     * Ends all goroutines and threads of this runtime. Goroutines that wait unwind through their {@code finally} blocks;
     * those that run, at their next call into the runtime; those that are blocked in the JDK are interrupted. Waits for
     * that, no longer than the settings say; what has not ended then is logged. Called by one of its own goroutines it only
     * begins. The second call does nothing.
     */
    @Override
    public void close() {
        scheduler.ending().close();
    }
}
