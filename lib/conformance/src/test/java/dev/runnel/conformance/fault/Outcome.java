package dev.runnel.conformance.fault;

import java.util.Locale;

/** What comes of something that goes wrong. */
enum Outcome {
    THROWN("comes out of the operation as it is"),
    HANDLED("goes to the goroutine's handler of uncaught exceptions; only this goroutine has ended"),
    LOGGED("is logged; only this goroutine has ended"),
    ENDS_RUN("`run` throws it as the cause of a `GoroutineFailedException`; the others are unwound"),
    CUT_OFF("ends this goroutine through its `finally` blocks, and is no failure"),
    GIVEN_UP("the operation says that it has not happened; it can be done again"),
    TOLD("the operation says so"),
    GOES_ON("changes nothing: the operation happens"),
    KEPT("the operation happens, and the interrupt status is kept"),
    WRAPPED(
            "the caller gets an `IllegalStateException` with what is known as its cause; an `Error` also goes to the handler");

    final String text;

    Outcome(String text) {
        this.text = text;
    }

    /** As in the table. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** As in the list above the table. */
    String line() {
        return "- **" + word() + "**: " + text;
    }
}
