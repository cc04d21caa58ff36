package dev.runnel.conformance.fault;

import java.util.ArrayList;
import java.util.List;

/** Each kind of wait, with each disturbance that may end it, at each moment. */
final class WaitRows {

    private WaitRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Moment moment : Moment.values()) {
            for (Disturbance disturbance : Disturbance.values()) {
                for (Waits waits : Waits.values()) {
                    if (disturbance.befalls(waits) && isOneMoment(disturbance, moment)) {
                        rows.add(row(waits, disturbance, moment));
                    }
                }
            }
        }
        return rows;
    }

    /** A time limit does not expire before the wait begins, nor can it be made to expire in between. */
    private static boolean isOneMoment(Disturbance disturbance, Moment moment) {
        return disturbance != Disturbance.TIMEOUT || moment == Moment.PARKED || moment == Moment.FOREIGN;
    }

    private static Row row(Waits waits, Disturbance disturbance, Moment moment) {
        return new Row(
                disturbance.text,
                moment.text + waits.text,
                outcome(waits, disturbance, moment),
                moment == Moment.READIED ? Row.ONE : Row.ONE_AND_FOUR,
                world -> Disturbed.play(waits, disturbance, moment, world));
    }

    private static Outcome outcome(Waits waits, Disturbance disturbance, Moment moment) {
        boolean readied = moment == Moment.READIED;
        return switch (disturbance) {
            case INTERRUPT -> readied ? Outcome.KEPT : Outcome.GIVEN_UP;
            case INTERRUPT_OF_PLAIN -> Outcome.KEPT;
            case CANCELLATION -> readied ? Outcome.GOES_ON : Outcome.GIVEN_UP;
            case TIMEOUT -> Outcome.GIVEN_UP;
            case END_OF_CHANNEL -> readied ? Outcome.GOES_ON : Outcome.TOLD;
            case END_OF_RUNTIME -> {
                // A value stays the goroutine's. Anything else it waited for may have come of the closing; it gives
                // that back.
                boolean happens = readied && waits.isAtChannel;
                yield happens || moment == Moment.FOREIGN ? Outcome.GOES_ON : Outcome.CUT_OFF;
            }
        };
    }
}
