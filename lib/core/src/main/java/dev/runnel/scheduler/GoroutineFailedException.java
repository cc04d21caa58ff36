package dev.runnel.scheduler;

/**
 * An exception that no one caught in a goroutine ended the run; Go's uncaught panic. The cause is that exception; what
 * failed while the run was being ended is among the suppressed ones.
 */
public final class GoroutineFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String dump;

    /**
     * @param message which goroutine failed
     * @param cause what it threw
     * @param dump all goroutines at that moment
     */
    public GoroutineFailedException(String message, Throwable cause, String dump) {
        super(message + "\n\n" + dump, cause);
        this.dump = dump;
    }

    /** All goroutines at the moment of the failure, in Go's layout. */
    public String dump() {
        return dump;
    }
}
