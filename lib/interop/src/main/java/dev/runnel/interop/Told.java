package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Aside;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Task;
import java.util.concurrent.CancellationException;

/**
 * A goroutine that others count on: if it never begins, as its runtime closes, they are told all the same. That is done
 * by another thread, since the M that finds it out is in the midst of the runtime, and those who are told may run
 * users' code.
 */
abstract class Told implements Task {

    /** Used by its M only. */
    private boolean begun;

    /** What it does. */
    abstract void body() throws Exception;

    /** It has not begun, and never will. */
    abstract void neverBegan();

    @Override
    public final void run() throws Exception {
        begun = true;
        body();
    }

    @Override
    public final void ended(boolean endsTheRun) {
        if (!begun) {
            Aside.run(this::neverBegan);
        }
    }

    /** What waiters for a goroutine that was unwound get. */
    static CancellationException cutOff(String who) {
        return new CancellationException(who + " was cut off: its runtime has closed, or it called goexit");
    }

    /**
     * Does what others wait for, even if the caller is to be unwound just then. Closing and cancelling do not need
     * this: they are done as a whole before that.
     */
    static void surely(Runnable action) {
        try {
            action.run();
        } catch (Error e) {
            if (Goexit.is(e)) {
                action.run(); // a goroutine is unwound once; what it does from then on is clean-up
            }
            throw e;
        }
    }

    /** Does what is left to do after a failure, which takes precedence. Being unwound is no failure, and hides none. */
    static void after(Throwable outcome, Runnable action) {
        try {
            action.run();
        } catch (Throwable second) {
            if (Goexit.is(outcome)) {
                throw second;
            }
            if (second != outcome) {
                outcome.addSuppressed(second);
            }
        }
    }
}
