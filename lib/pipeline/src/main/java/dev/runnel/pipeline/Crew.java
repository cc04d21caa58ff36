package dev.runnel.pipeline;

import dev.runnel.context.Context;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.scheduler.Body;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The goroutines of one stage of a run. The last to end closes what the stage sends on, and gives up what it receives
 * from.
 */
final class Crew {

    private final Run run;
    private final Context link;
    private final AtomicInteger left;
    private final End end;
    private final AtomicReference<@Nullable RuntimeException> failedAction = new AtomicReference<>();
    private volatile boolean wasCutOff;

    /** What is done when all have ended. */
    @FunctionalInterface
    interface End {

        /**
         * Does it.
         *
         * @param complete whether all have returned, none by an exception, while somebody wanted what they send
         */
        void reached(boolean complete);
    }

    /**
     * A stage.
     *
     * @param link ends when nobody wants its elements
     * @param size how many goroutines it has, at least one
     */
    Crew(Run run, Context link, int size, End end) {
        this.run = run;
        this.link = link;
        this.left = new AtomicInteger(size);
        this.end = end;
    }

    /** Starts one of its goroutines. To be called as often as its size says. */
    void go(Body body) {
        run.go(() -> work(body), this::neverBegan);
    }

    private void neverBegan() {
        wasCutOff = true;
        run.cutOff();
        oneHasEnded();
    }

    /**
     * An action at the end of the stage's context has failed while a goroutine of the stage was sending. That goroutine
     * reports it when it ends, whatever users' code makes of it.
     */
    void actionFailed(RuntimeException thrown) {
        RuntimeException first = failedAction.compareAndExchange(null, thrown);
        if (first != null && first != thrown) {
            first.addSuppressed(thrown);
        }
    }

    private void work(Body body) throws Exception {
        try {
            Exception first = told(thrownBy(body));
            if (first != null) {
                throw first;
            }
        } finally {
            oneHasEnded();
        }
    }

    private @Nullable Exception thrownBy(Body body) throws Exception {
        try {
            body.run();
            if (link.err().isDefined()) {
                wasCutOff = true; // it may have returned because of that
            }
            return null;
        } catch (Exception thrown) {
            return thrown;
        } catch (Throwable thrown) {
            wasCutOff = true;
            Exception action = null;
            try {
                action = told(null);
            } finally {
                run.broken(thrown);
            }
            if (action != null && Goexit.is(thrown)) { // of which the scope is not told
                throw action;
            }
            if (action != null) {
                thrown.addSuppressed(action);
            }
            throw thrown;
        }
    }

    /** Tells the run of a failure. Gives what its scope is to know, if this is the first failure. */
    private @Nullable Exception told(@Nullable Exception thrown) {
        RuntimeException action = failedAction.getAndSet(null);
        if (thrown != null || action != null) {
            wasCutOff = true;
        }
        Exception first = null;
        Exception second;
        try {
            first = action == null ? null : run.failed(new FailedCleanup(action), link);
        } finally { // also if an action at the end of the run fails by that
            second = thrown == null ? null : run.failed(thrown, link);
        }
        return first != null ? first : second;
    }

    private void oneHasEnded() {
        if (left.decrementAndGet() == 0) {
            end.reached(!wasCutOff);
        }
    }
}
