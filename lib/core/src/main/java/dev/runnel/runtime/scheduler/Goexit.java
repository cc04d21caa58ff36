package dev.runnel.runtime.scheduler;

/**
 * Unwinds a goroutine, through its {@code finally} blocks, to its first line: {@code goexit}, or the closing of the
 * runtime. An error, so that code which catches exceptions lets it pass; no stack trace. A new one each time:
 * what unwinds the close of a resource is suppressed by what unwinds its body, and a throwable cannot be suppressed by itself.
 */
public final class Goexit extends Error {

    private static final long serialVersionUID = 1;

    Goexit() {
        super("the goroutine is unwound: it has called goexit, or its runtime closes", null, false, false);
    }

    /** Ends the goroutine that calls, through its {@code finally} blocks. */
    public static void ofCaller() {
        if (Machine.current() == null) {
            throw new IllegalStateException("goexit: " + Thread.currentThread() + " is not a goroutine");
        }
        throw new Goexit();
    }

    /** Whether this is what unwinds a goroutine that ends without failing. */
    public static boolean is(Throwable thrown) {
        return thrown instanceof Goexit;
    }
}
