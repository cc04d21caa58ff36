package dev.runnel.runtime.scheduler;

/**
 * Unwinds a goroutine, through its {@code finally} blocks, to its first line: {@code goexit}, or the closing of the
 * runtime. An error, so that code which catches exceptions lets it pass; no stack trace, no message.
 */
final class Goexit extends Error {

    private static final long serialVersionUID = 1;

    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace and takes no suppressed ones
    static final Goexit INSTANCE = new Goexit();

    private Goexit() {
        super("goexit", null, false, false);
    }
}
