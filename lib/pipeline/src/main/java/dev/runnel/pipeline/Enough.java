package dev.runnel.pipeline;

import dev.runnel.channel.Cancellation;

/** The cause of a cancel that is no failure: nobody wants more elements. */
final class Enough extends Exception {

    private static final long serialVersionUID = 1;

    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack
    static final Enough REACHED = new Enough();

    private Enough() {
        super("no more elements are wanted", null, false, false);
    }

    /** Whether this has ended because nobody wants more. */
    static boolean isReachedIn(Cancellation cancellation) {
        return cancellation.cause().contains(REACHED);
    }
}
