package dev.runnel.channel;

import org.jspecify.annotations.Nullable;

/**
 * Something was cancelled, and so an operation that waited has given up: it has not happened. Go has an error value
 * here; a context of your own may have a class of its own.
 */
public abstract class CancelledException extends Exception {

    private static final long serialVersionUID = 1;

    /**
     * With the stack of the caller.
     *
     * @param message what happened
     * @param cause why, if more is known than the message says
     */
    protected CancelledException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * With neither stack nor cause, for an instance that many share.
     *
     * @param message what happened
     */
    protected CancelledException(String message) {
        super(message, null, false, false);
    }

    /** Whether this is because time was up; Go's {@code Timeout()}. */
    public boolean isTimeout() {
        return false;
    }

    /**
     * What is thrown where an operation gives up: a new one of this kind, with the stack of that place. An exception
     * that does not override this is thrown as it is.
     *
     * @param why the cause of the cancellation; this exception itself if there is no other
     * @return what to throw
     */
    public CancelledException thrownBecauseOf(Throwable why) {
        return this;
    }
}
