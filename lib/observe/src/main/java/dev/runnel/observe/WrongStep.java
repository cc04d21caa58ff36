package dev.runnel.observe;

import java.util.Objects;

/**
 * A step that no scheduler can have taken.
 *
 * @param index which of the trace's events it is
 * @param event the event
 * @param why what is wrong with it
 */
public record WrongStep(int index, TraceEvent event, String why) {

    /** Neither the event nor the reason is null. */
    public WrongStep {
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(why, "why");
    }

    /** For people. */
    @Override
    public String toString() {
        return "event " + index + " cannot be: " + event + "; but " + why;
    }
}
