package dev.runnel.scheduler;

/** Nothing in the runtime can ever run again; Go's {@code all goroutines are asleep - deadlock!}. */
public final class DeadlockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String dump;

    /**
     * @param message Go's text
     * @param dump all goroutines, each with its place and the reason of its wait
     */
    public DeadlockException(String message, String dump) {
        super(dump.isEmpty() ? message : message + "\n\n" + dump);
        this.dump = dump;
    }

    /** All goroutines, each with its place and the reason of its wait. */
    public String dump() {
        return dump;
    }
}
