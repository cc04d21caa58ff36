package dev.runnel.observe;

import dev.runnel.trace.EventKind;
import java.util.Objects;

/**
 * One step of the scheduler.
 *
 * @param time in nanoseconds since the recording began
 * @param kind what happened; it says what the other numbers are
 * @param p on which P; -1 for none
 * @param g which goroutine; 0 for none
 * @param a depends on the kind
 * @param b depends on the kind
 */
public record TraceEvent(long time, EventKind kind, int p, long g, long a, long b) {

    /** The kind is not null. */
    public TraceEvent {
        Objects.requireNonNull(kind, "kind");
    }

    /** For people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(time).append(" ns: ");
        text.append(g == 0 ? "P" + p : "goroutine " + g).append(' ').append(kind.word());
        if (g != 0) {
            text.append(p < 0 ? ", no P at hand" : ", on P" + p);
        }
        switch (kind) {
            case CREATED, READIED -> text.append(a == 0 ? "" : ", by goroutine " + a);
            case STOLEN ->
                text.append(", from P").append(a).append(", ").append(b).append(" in all");
            case PARKED -> text.append(", reason ").append(a).append(b == 0 ? "" : ", on " + b);
            case ENDED -> text.append(a == 0 ? "" : ", failed");
            default -> {}
        }
        return text.toString();
    }
}
