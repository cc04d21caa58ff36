package dev.runnel.testkit;

/** Goroutines were left when the program, or the test, had ended. */
public final class LeakException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String dump;

    /**
     * @param goroutines how many
     * @param dump the goroutines, in Go's layout: where each waits, why, and who created it
     */
    public LeakException(long goroutines, String dump) {
        super(goroutines + (goroutines == 1 ? " goroutine is left:" : " goroutines are left:") + "\n\n" + dump);
        this.dump = dump;
    }

    /** The goroutines that are left, in Go's layout. */
    public String dump() {
        return dump;
    }
}
