package dev.runnel.scheduler;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a runtime's flight recorder.
 *
 * @param on whether it is on from the beginning. Property {@value #TRACE}: on or off; off by default.
 * @param events how many events are kept for each P; {@value #LEAST} to {@value #MOST}, rounded up to a power of two.
 *     Property {@value #EVENTS}; {@value #DEFAULT_EVENTS} by default.
 * @param file where the record is written when a run fails; null for nowhere. Property {@value #FILE}.
 */
public record Tracing(boolean on, int events, @Nullable Path file) {

    /** The property for {@link #on}. */
    public static final String TRACE = "runnel.trace";

    /** The property for {@link #events}. */
    public static final String EVENTS = "runnel.trace.events";

    /** The property for {@link #file}. */
    public static final String FILE = "runnel.trace.file";

    /** How many events are kept for each P by default. */
    public static final int DEFAULT_EVENTS = 8192;

    /** The fewest events that may be kept. */
    public static final int LEAST = 16;

    /** The most events that may be kept. */
    public static final int MOST = 1 << 22;

    /** Off until it is started. */
    public static final Tracing OFF = new Tracing(false, DEFAULT_EVENTS, null);

    /** On from the beginning. */
    public static final Tracing ON = new Tracing(true, DEFAULT_EVENTS, null);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException naming the setting, the value and what is allowed
     */
    public Tracing {
        if (events < LEAST || events > MOST) {
            throw new IllegalArgumentException(
                    "events: '" + events + "' is not allowed; allowed: " + LEAST + " to " + MOST);
        }
    }

    /** These settings with another number of events. */
    public Tracing withEvents(int events) {
        return new Tracing(on, events, file);
    }

    /** These settings with a file. */
    public Tracing withFile(@Nullable Path file) {
        return new Tracing(on, events, file);
    }
}
