package dev.runnel.scheduler;

import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An exception that was not caught in a goroutine ended the run; Go's uncaught panic. The cause is that exception; what
 * failed while the run was being ended is among the suppressed ones. The stack is that of the caller of {@code run}.
 */
public final class GoroutineFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String dump;
    private final transient @Nullable FlightRecord record;
    private final transient @Nullable GoroutineDump goroutines;

    /**
     * @param message which goroutine failed
     * @param cause what it threw
     * @param dump all goroutines at that moment
     */
    public GoroutineFailedException(String message, Throwable cause, String dump) {
        this(message, cause, dump, null);
    }

    /**
     * @param message which goroutine failed
     * @param cause what it threw
     * @param dump all goroutines at that moment
     * @param record what the flight recorder had; null if it was never on
     */
    public GoroutineFailedException(String message, Throwable cause, String dump, @Nullable FlightRecord record) {
        super(
                Objects.requireNonNull(message, "message") + "\n\n" + Objects.requireNonNull(dump, "dump"),
                Objects.requireNonNull(cause, "cause"));
        this.dump = dump;
        this.record = record;
        this.goroutines = null;
    }

    /**
     * @param message which goroutine failed
     * @param cause what it threw
     * @param goroutines all goroutines at that moment
     * @param record what the flight recorder had; null if it was never on
     */
    public GoroutineFailedException(
            String message, Throwable cause, GoroutineDump goroutines, @Nullable FlightRecord record) {
        super(
                Objects.requireNonNull(message, "message") + "\n\n" + Objects.requireNonNull(goroutines, "goroutines"),
                Objects.requireNonNull(cause, "cause"));
        this.dump = goroutines.toString();
        this.record = record;
        this.goroutines = goroutines;
    }

    /**
     * The goroutines at that moment as values, the thousand oldest at most, and the failed one first; none if the
     * exception was serialized, or made with a text.
     */
    public Option<GoroutineDump> goroutines() {
        return Option.of(goroutines);
    }

    /**
     * The goroutines at the moment of the failure, in Go's layout, the failed one first; grouped if they are many, and
     * of more than a thousand the oldest. Empty if there was no memory for it.
     */
    public String dump() {
        return dump;
    }

    /** What the flight recorder had at that moment; none if it was never on, or if the exception was serialized. */
    public Option<FlightRecord> flightRecord() {
        return Option.of(record);
    }
}
