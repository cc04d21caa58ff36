package dev.runnel.pipeline;

import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import java.util.concurrent.atomic.AtomicInteger;

/** The goroutines of one stage of a run. The last to end closes what the stage sends on, and gives up what it receives from. */
final class Crew {

    private final Run run;
    private final Context link;
    private final AtomicInteger left;
    private final End end;
    private volatile boolean wasCutOff;

    /** What is done when all have ended. */
    @FunctionalInterface
    interface End {

        /**
         * Does it.
         *
         * @param complete whether all have returned, none by an exception
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

    private void work(Body body) throws Exception {
        try {
            body.run();
        } catch (Exception thrown) {
            wasCutOff = true;
            Exception failure = run.failed(thrown, link);
            if (failure != null) {
                throw failure;
            }
        } catch (Throwable thrown) {
            wasCutOff = true;
            run.broken(thrown);
            throw thrown;
        } finally {
            oneHasEnded();
        }
    }

    private void oneHasEnded() {
        if (left.decrementAndGet() == 0) {
            end.reached(!wasCutOff);
        }
    }
}
