package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.Body;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The run of a main goroutine: its caller waits until main returns, a goroutine fails, nothing can run any more, or the
 * runtime is closed from outside. Each of these begins the {@link Ending}; what the run fails with is its
 * {@link Outcome}.
 */
public final class MainRun {

    private final Scheduler scheduler;
    private final Ending ending;
    private final Outcome outcome;
    private final Uncaught uncaught = new Uncaught();

    private volatile @Nullable RunWaiter caller;
    private volatile @Nullable Supplier<@Nullable RunWaiter> behindCaller;
    private volatile @Nullable Goroutine main;
    private volatile boolean mainReturned;
    private volatile boolean mainExited;

    MainRun(Scheduler scheduler, Ending ending) {
        this.scheduler = scheduler;
        this.ending = ending;
        this.outcome = new Outcome(scheduler, ending);
    }

    /** Who is told of failures that end no run. */
    public Uncaught uncaught() {
        return uncaught;
    }

    /**
     * Tells who waits until the caller of {@code run} has done this, before that is called.
     *
     * @param waiter asked by whoever looks for a deadlock; null once that one waits no more, before it does anything
     *     else
     */
    public void awaitedBehindCaller(Supplier<@Nullable RunWaiter> waiter) {
        behindCaller = waiter;
    }

    /**
     * Runs the main goroutine, waits for the end of the run, closes the runtime and reports the failure, if there was
     * one.
     *
     * @throws IllegalStateException if there was a run already
     */
    public void run(Body body) {
        run(body, false);
    }

    /**
     * As {@link #run(Body)}, but an interrupt of the caller ends the run.
     *
     * @throws InterruptedException with the goroutines of that moment
     */
    public void runInterruptibly(Body body) throws InterruptedException {
        Checkpoint.passAtAnEnd(); // its runtime closes: that interrupts it, too
        Interrupts.check();
        InterruptedException ended = run(body, true);
        if (ended != null) {
            throw ended;
        }
    }

    /** Returns what is to be thrown if an interrupt has ended it. */
    private @Nullable InterruptedException run(Body body, boolean interruptible) {
        if (!ending.isRunByCaller()) {
            Checkpoint.passAtAnEnd(); // another goroutine that is unwound may have closed this one
            throw new IllegalStateException("a runtime runs one main goroutine, and only while it is open");
        }
        RunWaiter waiter = RunWaiter.caller();
        caller = waiter;
        Scheduler outer = waiter.scheduler();
        scheduler.go("main", () -> {
            main = Goroutine.current();
            body.run();
            mainReturned = true;
            ending.begin(); // here, so that what runs on after main is told so at once
        });
        boolean interrupted = false;
        InterruptedException ended = null;
        while (!ending.isClosing()) {
            if (outer != null
                    && outer.isClosing()) { // it interrupts its goroutine, but once, and that may have been before
                ending.begin();
            } else if (interrupted && interruptible) {
                ended = endByInterrupt();
            } else {
                parkUntilItEnds();
                interrupted |= Thread.interrupted();
            }
        }
        ending.close();
        RuntimeException thrown = outcome.whatFailed();
        if (interrupted && (ended == null || thrown != null)) {
            Thread.currentThread().interrupt();
        }
        if (thrown != null) {
            thrown.fillInStackTrace(); // with the caller's stack; it was made by the watchdog, or by the goroutine
            if (ended != null) {
                thrown.addSuppressed(ended);
            }
            throw thrown;
        }
        if (!mainReturned) {
            Checkpoint.passInVain(); // a caller whose runtime closes does not take it for done
        }
        return ended;
    }

    /**
     * Or only for a while, if nobody else would rouse this run. A virtual thread cannot rouse it: it may itself need
     * that pool to be woken.
     */
    private void parkUntilItEnds() {
        if (scheduler.directed == null
                || !DirectedRun.haveToBeRoused()
                || Thread.currentThread().isVirtual()) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, Retaking.STILL);
            if (!ending.isClosing()) {
                DirectedRun.rouse(scheduler);
            }
        }
    }

    /** Returns null if something else has ended the run before. */
    private @Nullable InterruptedException endByInterrupt() {
        InterruptedException made;
        try {
            made = new InterruptedException("run was interrupted, with these goroutines:\n\n" + Dump.of(scheduler));
        } catch (Throwable e) { // out of memory, perhaps: then there is no dump
            made = new InterruptedException();
        }
        return ending.begin() ? made : null;
    }

    /** A goroutine was ended by {@link Goexit}. */
    void exited(Goroutine g) {
        if (g == main) {
            mainExited = true;
        }
    }

    /**
     * A goroutine ends with an exception that it has not caught, or cannot catch. Whatever goes wrong here, the
     * goroutine ends and the run does.
     */
    public void failed(Goroutine g, Throwable thrown) {
        if (!isRun()) {
            uncaught.report(g, thrown);
        } else {
            outcome.failed(g, thrown);
        }
    }

    /**
     * A deterministic run has no memory to find the goroutine that runs next, or to tell its director of a step. It
     * ends: nobody else searches, and a director that is asked twice makes it another run. The M that searches does so
     * again, for goroutines that are to unwind: no director is asked for that, and the M's own goroutine is among them
     * if it waits. Where the run is ending already, all that is left is to try again.
     */
    void lacksMemory(OutOfMemoryError why) {
        if (!ending.isClosing()) {
            outcome.failBare(why);
        }
    }

    /**
     * Whether there is a run, which the failure of a goroutine ends. If not, the failure is only reported, the others
     * run on, and those that wait for that goroutine are to be told.
     */
    public boolean isRun() {
        return ending.runner() != null;
    }

    /** Whether someone waits for main, so that a standstill is a deadlock. */
    boolean detectsDeadlock() {
        return scheduler.config.deadlockDetection() && isRun() && main != null && !ending.isClosing() && !mainReturned;
    }

    /** Those that wait for the main goroutine. None before that runs: until then somebody has still to start it. */
    Stream<RunWaiter> waiters() {
        if (main == null) {
            return Stream.empty();
        }
        Supplier<@Nullable RunWaiter> behind = behindCaller;
        return Stream.of(caller, behind == null ? null : behind.get()).filter(Objects::nonNull);
    }

    void deadlock() {
        outcome.deadlock(mainExited && scheduler.live() == 0);
    }
}
