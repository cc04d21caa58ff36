package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.text.Safely;
import org.jspecify.annotations.Nullable;

/**
 * Unwinds a goroutine, through its {@code finally} blocks, to its first line: {@code goexit}, or the closing of the
 * runtime. An error, so that code which catches exceptions lets it pass; no stack trace. A new one each time: what
 * unwinds the close of a resource is suppressed by what unwinds its body, and a throwable cannot be suppressed by
 * itself.
 */
public final class Goexit extends Error {

    private static final long serialVersionUID = 1;

    /** How far causes are followed: they may form a ring. */
    private static final int DEEPEST_CAUSE = 100;

    /** The goroutine that is unwound. */
    private final transient @Nullable Goroutine of;

    Goexit() {
        super("the goroutine is unwound: it has called goexit, or its runtime closes", null, false, false);
        of = Goroutine.current();
    }

    /** Ends the goroutine that calls, through its {@code finally} blocks. */
    public static void ofCaller() {
        if (Machine.current() == null) {
            throw new IllegalStateException("goexit: " + Thread.currentThread() + " is not a goroutine");
        }
        throw new Goexit();
    }

    /**
     * Whether this is what unwinds a goroutine that ends without failing. Also as a cause, if it is the caller that is
     * unwound: by reflection, say, or through a future that its own code completed.
     */
    public static boolean is(Throwable thrown) {
        return thrown instanceof Goexit || isOfCaller(thrown);
    }

    private static boolean isOfCaller(Throwable thrown) {
        Goroutine caller = Goroutine.current();
        int depth = 0;
        for (Throwable t = thrown; t != null && depth < DEEPEST_CAUSE; t = Safely.cause(t)) {
            if (t instanceof Goexit exit && exit.of == caller) {
                return caller != null;
            }
            depth++;
        }
        return false;
    }
}
