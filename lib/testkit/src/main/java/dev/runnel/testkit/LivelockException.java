package dev.runnel.testkit;

/** A run did not end within the steps that were allowed: its goroutines keep each other busy, or one calls for ever. */
public final class LivelockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param clock a sentence about the clock, if there is something to be said about it */
    LivelockException(int steps, String clock) {
        super("no end after " + steps + " steps: a livelock, or a program that needs more (Explorer.withSteps)"
                + clock);
    }
}
