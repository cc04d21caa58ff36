package dev.runnel.runtime.net;

/** How a wait for readiness ended, or that there need be none. */
public enum Outcome {
    /** Worth a try. */
    READY,
    TIMEOUT,
    CLOSED,
    CANCELLED,
    INTERRUPTED
}
