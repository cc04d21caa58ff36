package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.text.Safely;
import dev.runnel.runtime.trace.RecordFile;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.trace.FlightRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a run fails with: what the first of its goroutines that fails has thrown, or a deadlock. It ends the run; what
 * fails after that is suppressed in it.
 */
final class Outcome {

    private static final String DEADLOCK = "all goroutines are asleep - deadlock!";
    private static final String NO_GOROUTINES = "no goroutines (main called runtime.Goexit) - deadlock!";

    private final Scheduler scheduler;
    private final Ending ending;

    private volatile @Nullable RuntimeException failure;

    /** What a goroutine threw when there was no memory for an exception that says so. */
    private volatile @Nullable Throwable bareFailure;

    private boolean recordKept; // under the monitor

    Outcome(Scheduler scheduler, Ending ending) {
        this.scheduler = scheduler;
        this.ending = ending;
    }

    /** A goroutine of the run has failed. Whatever goes wrong here, the run ends. */
    void failed(Goroutine g, Throwable thrown) {
        try {
            String message = g + " failed: " + text(thrown);
            fail(new GoroutineFailedException(message, thrown, Dump.of(scheduler, g, thrown), record()));
        } catch (Throwable second) { // out of memory, perhaps: then there is no dump, or it is not added to the first
            failBare(thrown);
        }
    }

    /**
     * The text without the goroutines of an inner run, which are in the message of that run's own failure, the cause.
     */
    private static String text(Throwable thrown) {
        String text = Safely.text(thrown);
        boolean isOfARun = thrown instanceof DeadlockException || thrown instanceof GoroutineFailedException;
        int dump = text.indexOf("\n\n");
        return isOfARun && dump >= 0 ? text.substring(0, dump) : text;
    }

    /** Nothing can run any more. */
    void deadlock(boolean nobodyIsLeft) {
        RuntimeException outcome;
        try {
            outcome = nobodyIsLeft
                    ? new DeadlockException(NO_GOROUTINES, "", record())
                    : new DeadlockException(DEADLOCK, Dump.of(scheduler), record());
        } catch (Throwable e) { // out of memory, perhaps: then there is no dump
            outcome = new DeadlockException(nobodyIsLeft ? NO_GOROUTINES : DEADLOCK, "");
        }
        fail(outcome);
    }

    synchronized void failBare(Throwable thrown) {
        if (failure == null && bareFailure == null) {
            bareFailure = thrown;
            ending.begin();
        }
    }

    private synchronized void fail(RuntimeException outcome) {
        RuntimeException first = failure;
        if (first == null) {
            failure = outcome;
            ending.begin();
        } else {
            Throwable cause = outcome.getCause();
            if (cause == null || cause != first.getCause()) {
                first.addSuppressed(cause == null ? outcome : cause);
            }
        }
    }

    /** Null if nothing but its end has ended the run. By whoever waits for it: there may be memory now. */
    @Nullable RuntimeException whatFailed() {
        RuntimeException told = failure;
        Throwable bare = bareFailure;
        if (bare == null) {
            return told;
        }
        RuntimeException failed = new GoroutineFailedException("a goroutine failed", bare, "");
        if (told != null) {
            failed.addSuppressed(told);
        }
        return failed;
    }

    /** What the flight recorder has; for the first failure it is put into a file, too, if one is named. */
    private @Nullable FlightRecord record() {
        FlightRecord record;
        try {
            record = scheduler.listening.record();
        } catch (Throwable e) {
            return null; // the failure itself is to be told
        }
        boolean first;
        synchronized (this) {
            first = !recordKept;
            recordKept = true;
        }
        if (first) {
            RecordFile.write(record, scheduler.config.tracing().file());
        }
        return record;
    }
}
