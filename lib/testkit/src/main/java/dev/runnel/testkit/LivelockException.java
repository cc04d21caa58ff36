package dev.runnel.testkit;

/** A run did not end within the steps that were allowed: its goroutines keep each other busy, or one calls for ever. */
public final class LivelockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LivelockException(int steps) {
        super("no end after " + steps + " steps: a livelock, or a program that needs more (Explorer.withSteps)");
    }
}
