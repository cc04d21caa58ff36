package dev.runnel.conformance.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.conformance.model.History.Event;
import java.util.ArrayList;
import java.util.List;

/** A history that is written by hand. It is cut off at its end unless said otherwise. */
final class Script {

    private static final int PARTICIPANTS = 4;

    private final List<Made> channels;
    private final List<Event> events = new ArrayList<>();
    private final Op[] called = new Op[PARTICIPANTS];
    private boolean quiet;

    Script(List<Made> channels) {
        this.channels = channels;
    }

    Script copy() {
        Script copy = new Script(channels);
        copy.events.addAll(events);
        System.arraycopy(called, 0, copy.called, 0, PARTICIPANTS);
        return copy;
    }

    Script calls(int participant, Op op) {
        called[participant] = op;
        events.add(new Event(participant, op, null));
        return this;
    }

    Script returns(int participant, Outcome outcome) {
        events.add(new Event(participant, called[participant], outcome));
        return this;
    }

    /** Calls and returns before anything else happens. */
    Script does(int participant, Op op, Outcome outcome) {
        return calls(participant, op).returns(participant, outcome);
    }

    Script endsQuiet() {
        quiet = true;
        return this;
    }

    void isAllowed() {
        assertIs(true);
    }

    void isRefused() {
        assertIs(false);
    }

    private void assertIs(boolean allowed) {
        History history = new History(channels, PARTICIPANTS, events, quiet);
        assertEquals(allowed, Checker.allows(history), () -> history.print(-1));
    }
}
