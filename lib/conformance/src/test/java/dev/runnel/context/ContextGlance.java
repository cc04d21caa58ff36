package dev.runnel.context;

/** A look inside contexts, for tests of Go that look inside its own. */
public final class ContextGlance {

    private ContextGlance() {}

    /** How many contexts, and functions to be started, depend on one that can be cancelled. */
    public static int children(Context context) {
        return ((CancelCtx) context).children();
    }

    /** How many goroutines were started to watch contexts that cannot tell of their end. */
    public static long watchers() {
        return Watcher.STARTED.get();
    }
}
