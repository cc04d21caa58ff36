package dev.runnel.conformance.loss;

import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.Random;

/**
 * What may end an operation of a program, besides an interrupt and the close.
 *
 * @param context that of the program; it is cancelled at some time
 * @param limit the time limit of the operation
 */
record Ends(CancelContext context, Duration limit) {

    private static final int LONGEST_NANOS = 20_000;

    static Ends of(CancelContext context, Random random) {
        return new Ends(context, Duration.ofNanos(1 + random.nextInt(LONGEST_NANOS)));
    }

    /** A context for one operation, derived from the program's, with the time limit. */
    CancelContext timed() {
        return Context.withTimeout(context, limit);
    }
}
