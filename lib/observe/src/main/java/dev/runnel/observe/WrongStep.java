package dev.runnel.observe;

/**
 * A step that no scheduler can have taken.
 *
 * @param index which of the trace's events it is
 * @param event the event
 * @param why what is wrong with it
 */
public record WrongStep(int index, TraceEvent event, String why) {

    /** For people. */
    @Override
    public String toString() {
        return "event " + index + " cannot be: " + event + "; but " + why;
    }
}
