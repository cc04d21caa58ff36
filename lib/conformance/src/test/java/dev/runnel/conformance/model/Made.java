package dev.runnel.conformance.model;

import dev.runnel.Go;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import java.util.function.Consumer;

/**
 * How a channel is made.
 *
 * @param how its kind
 * @param capacity how many values it holds; for an unbounded one the soft limit
 */
record Made(How how, int capacity) {

    /** What a channel does with values that nobody has come for. */
    enum How {
        /** As Go's do, for these are Go's. */
        GO,
        /** As Go's do, and counts. */
        BOUNDED,
        UNBOUNDED,
        SLIDING,
        DROPPING
    }

    static Made go(int capacity) {
        return new Made(How.GO, capacity);
    }

    /**
     * Makes it.
     *
     * @param undelivered told of values that nobody will receive; a channel of Go's kind never calls it
     */
    Chan<Integer> chan(Consumer<Integer> undelivered) {
        return switch (how) {
            case GO -> Go.chan(capacity);
            case BOUNDED -> Go.chan(Buffering.bounded(capacity), undelivered);
            case UNBOUNDED -> Go.chan(Buffering.unbounded(capacity, n -> {}), undelivered);
            case SLIDING -> Go.chan(Buffering.sliding(capacity), undelivered);
            case DROPPING -> Go.chan(Buffering.dropping(capacity), undelivered);
        };
    }

    boolean hasRoom(int len) {
        return how == How.UNBOUNDED || len < capacity;
    }

    @Override
    public String toString() {
        return switch (how) {
            case GO -> "chan(" + capacity + ")";
            case BOUNDED -> "chan(bounded(" + capacity + "))";
            case UNBOUNDED -> "chan(unbounded(" + capacity + ", n -> {}))";
            case SLIDING -> "chan(sliding(" + capacity + "))";
            case DROPPING -> "chan(dropping(" + capacity + "))";
        };
    }
}
