package dev.runnel.conformance.fault;

import dev.runnel.context.Context;
import java.time.Duration;

/** Something to wait for, which nobody else wants. It cannot happen until it is fulfilled. */
abstract class Wait {

    /** How long a time limit is. */
    static final Duration LIMIT = Duration.ofMillis(2);

    /** How the wait may end. */
    enum Form {
        PLAIN,
        INTERRUPTIBLE,
        TIMED,
        CONTEXT
    }

    /** What the operation says. */
    enum Answer {
        HAPPENED,
        NOT_IN_TIME,
        ENDED
    }

    /** Waits; if it throws, the operation has not happened. Gives back what it has taken, if that is a lock. */
    abstract Answer attempt(Form form, Context context) throws Exception;

    /** Makes it happen at once for one that waits. */
    abstract void fulfil();

    /** Checks that nobody is left waiting, as far as that can be seen. */
    abstract void checkNobodyWaits();

    /** Ends the channel, for waits at a channel. */
    void end() {
        throw new UnsupportedOperationException();
    }
}
