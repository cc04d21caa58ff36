package dev.runnel.testkit;

import java.util.Objects;
import java.util.function.UnaryOperator;

/** Goroutines, or timers that start some, were left when the program, or the test, had ended. */
public final class LeakException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String dump;

    /**
     * @param goroutines how many
     * @param dump the goroutines, in Go's layout: where each waits, why, and who created it
     */
    public LeakException(long goroutines, String dump) {
        this(goroutines, 0, dump);
    }

    /**
     * @param goroutines how many
     * @param timers how many timers; they are not goroutines yet
     * @param dump the goroutines, in Go's layout: where each waits, why, and who created it; after them a line for each
     *     timer
     */
    public LeakException(long goroutines, long timers, String dump) {
        super(what(goroutines, timers) + (goroutines + timers == 1 ? " is left:" : " are left:") + "\n\n"
                + Objects.requireNonNull(dump, "dump"));
        this.dump = dump;
    }

    private LeakException(String message, String dump) {
        super(message);
        this.dump = dump;
    }

    /** As this, with other texts. */
    LeakException withTexts(UnaryOperator<String> change) {
        return new LeakException(change.apply(String.valueOf(getMessage())), change.apply(dump));
    }

    private static String what(long goroutines, long timers) {
        if (timers == 0) {
            return counted(goroutines, "goroutine");
        }
        String set = counted(timers, "timer");
        return goroutines == 0 ? set : counted(goroutines, "goroutine") + " and " + set;
    }

    private static String counted(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    /** The goroutines that are left, in Go's layout, and after them the timers. */
    public String dump() {
        return dump;
    }
}
