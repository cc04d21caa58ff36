package dev.runnel.scheduler;

/** A goroutine was to be started on a runtime that is closed or closing. */
public final class RuntimeClosedException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    /** With a text that says so. */
    public RuntimeClosedException() {
        super("the runtime is closed: no goroutine can be started on it");
    }
}
