package dev.runnel.testkit;

import dev.runnel.runtime.scheduler.DirectedRun;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.RunWaiter;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs explorations on a virtual thread, from where a run is started and awaited ten times faster than from a platform
 * thread; and notices a run that stands still.
 */
final class Driver {

    /**
     * How long a goroutine may stay away from the library; a process that a debugger stops is not taken for one that
     * stands still.
     */
    private static final Duration STANDSTILL = Duration.ofSeconds(60);

    /** How often a run is looked at. */
    private static final Duration LOOK_EVERY =
            DirectedRun.haveToBeRoused() ? Duration.ofMillis(10) : Duration.ofSeconds(1);

    /** Null when it waits no more. */
    private volatile @Nullable RunWaiter waiter = RunWaiter.caller();

    private volatile @Nullable Running running;
    private volatile boolean cancelled;

    /** @param which one it is, in words */
    private record Running(Run run, Supplier<String> which) {}

    private Driver() {}

    /**
     * Calls the task on a virtual thread and waits for it; what it throws comes out here. An interrupt of the caller
     * cancels it, and the status is kept.
     *
     * @throws IllegalStateException if the caller is in such a run itself: nothing would be explored, as it would only
     *     block in the JDK
     */
    static <R> R call(Function<Driver, R> task) {
        if (DirectedRun.isCallerIn() && Home.ofCaller() == null) {
            throw new IllegalStateException(
                    "Schedules within a run of Schedules, which chooses nothing there: call what is to run without it");
        }
        Driver driver = new Driver();
        driver.cancelled = Thread.currentThread().isInterrupted();
        FutureTask<R> result = new FutureTask<>(() -> task.apply(driver));
        Thread.ofVirtual().name("runnel-testkit").start(result);
        return driver.await(result);
    }

    /**
     * This run is what is being done now.
     *
     * @param which one it is, in words; asked for if it stands still
     */
    void runs(Run run, Supplier<String> which) {
        run.isAwaitedBy(() -> waiter);
        running = new Running(run, which);
    }

    /** Which run is being done now, in words. */
    String whatIsRun() {
        Running now = running;
        return now == null ? "" : now.which.get();
    }

    /** Whether nobody waits for the result any more. */
    boolean isCancelled() {
        return cancelled;
    }

    private <R> R await(Future<R> result) {
        boolean interrupted = false;
        Run seen = null;
        int steps = 0;
        Patience patience = new Patience(STANDSTILL.toNanos(), System.nanoTime());
        try {
            while (true) {
                try {
                    return result.get(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancelled = true;
                } catch (TimeoutException e) {
                    Running doing = running;
                    Run now = doing == null ? null : doing.run;
                    if (now == null || now != seen || now.steps() != steps) {
                        seen = now;
                        steps = now == null ? 0 : now.steps();
                        patience = new Patience(STANDSTILL.toNanos(), System.nanoTime());
                    } else if (!patience.isOver(System.nanoTime())) {
                        now.rouse();
                    } else {
                        cancelled = true;
                        throw new AssertionError(
                                "no step for " + STANDSTILL.toSeconds() + " s in " + whatIsRun()
                                        + ": the goroutine that runs neither calls"
                                        + " the library nor ends; it computes, or is blocked in the JDK"
                                        + (now.isEnded() ? ", though the run was ended, as it took too many steps" : "")
                                        + "\n\n" + now.dump(),
                                e);
                    }
                } catch (ExecutionException e) {
                    Throwable thrown = e.getCause();
                    if (thrown instanceof ScheduleFailure failure) {
                        failure.fillInStackTrace(); // where the test is, not where the driver was
                        Sameness.tellApart(failure);
                    }
                    throw Sneaky.rethrow(thrown);
                }
            }
        } finally {
            waiter = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
