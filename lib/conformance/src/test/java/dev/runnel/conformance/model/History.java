package dev.runnel.conformance.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls and the returns of a run, in the order in which they happened.
 *
 * @param channels how they are made
 * @param participants how many there are
 * @param events the calls and returns
 * @param quiet whether nothing could happen any more at the end: then those that have not returned wait for ever
 */
record History(List<Made> channels, int participants, List<Event> events, boolean quiet) {

    /**
     * A call, or its return.
     *
     * @param participant whose call it is
     * @param op what was called
     * @param outcome what it came to; null for the call
     */
    record Event(int participant, Op op, @Nullable Outcome outcome) {
        boolean isReturn() {
            return outcome != null;
        }

        @Override
        public String toString() {
            return participant + "  " + op + (isReturn() ? "  returns " + outcome : "");
        }
    }

    /** What a participant is in the middle of: the operation, and what it will come to, null if it never returns. */
    record Call(Op op, @Nullable Outcome outcome) {}

    /** For each participant its call that is under way before the event with this number; null if it has none. */
    List<Call[]> callsBeforeEach() {
        List<Call[]> all = new ArrayList<>();
        Call[] now = new Call[participants];
        for (int i = 0; i < events.size(); i++) {
            all.add(now.clone());
            Event event = events.get(i);
            now[event.participant] = event.isReturn() ? null : new Call(event.op, outcomeOf(i));
        }
        all.add(now);
        return all;
    }

    private @Nullable Outcome outcomeOf(int call) {
        for (int i = call + 1; i < events.size(); i++) {
            if (events.get(i).participant == events.get(call).participant) {
                return events.get(i).outcome;
            }
        }
        return null;
    }

    /** All events, and where the search could not go on. */
    String print(int impossible) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < channels.size(); c++) {
            text.append("c%d = %s\n".formatted(c, channels.get(c)));
        }
        for (int i = 0; i < events.size(); i++) {
            text.append("%3d. %s%s\n".formatted(i + 1, events.get(i), i == impossible ? "   <-- impossible" : ""));
        }
        String end = quiet ? "     all others wait for ever" : "     the run is cut off here";
        return text.append(end)
                .append(impossible == events.size() ? "   <-- impossible\n" : "\n")
                .toString();
    }
}
