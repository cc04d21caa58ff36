package dev.runnel.scheduler;

import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Nothing in the runtime can ever run again; Go's {@code all goroutines are asleep - deadlock!}. Its stack is that of
 * the caller of {@code run}; those of the goroutines are in its dump.
 */
public final class DeadlockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String dump;
    private final transient @Nullable FlightRecord record;
    private final transient @Nullable GoroutineDump goroutines;

    /**
     * @param message Go's text
     * @param dump all goroutines, each with its place and the reason of its wait
     */
    public DeadlockException(String message, String dump) {
        this(message, dump, null);
    }

    /**
     * @param message Go's text
     * @param dump all goroutines, each with its place and the reason of its wait
     * @param record what the flight recorder had; null if it was never on
     */
    public DeadlockException(String message, String dump, @Nullable FlightRecord record) {
        super(
                Objects.requireNonNull(dump, "dump").isEmpty()
                        ? Objects.requireNonNull(message, "message")
                        : Objects.requireNonNull(message, "message") + "\n\n" + dump);
        this.dump = dump;
        this.record = record;
        this.goroutines = null;
    }

    /**
     * @param message Go's text
     * @param goroutines all goroutines
     * @param record what the flight recorder had; null if it was never on
     */
    public DeadlockException(String message, GoroutineDump goroutines, @Nullable FlightRecord record) {
        super(Objects.requireNonNull(message, "message") + "\n\n" + Objects.requireNonNull(goroutines, "goroutines"));
        this.dump = goroutines.toString();
        this.record = record;
        this.goroutines = goroutines;
    }

    /**
     * The goroutines as values, the thousand oldest at most; none if the exception was serialized, or made with a text.
     */
    public Option<GoroutineDump> goroutines() {
        return Option.of(goroutines);
    }

    /**
     * The goroutines, each with its place and the reason of its wait; grouped if they are many, and of more than a
     * thousand the oldest. Empty if there is none, or there was no memory for it.
     */
    public String dump() {
        return dump;
    }

    /** What the flight recorder had at that moment; none if it was never on, or if the exception was serialized. */
    public Option<FlightRecord> flightRecord() {
        return Option.of(record);
    }
}
