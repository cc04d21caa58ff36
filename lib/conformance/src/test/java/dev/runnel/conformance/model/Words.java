package dev.runnel.conformance.model;

import dev.runnel.conformance.model.Op.Ending;
import dev.runnel.conformance.model.Outcome.Cancelled;
import dev.runnel.conformance.model.Outcome.Drained;
import dev.runnel.conformance.model.Outcome.Received;
import dev.runnel.conformance.model.Outcome.Seen;
import dev.runnel.conformance.model.Outcome.Sent;
import java.util.List;
import java.util.stream.Stream;

/** The words in which histories are written by hand. */
final class Words {

    static final Outcome SENT = new Sent(0);
    static final Outcome DRAINED = new Drained(0);

    private Words() {}

    static Outcome got(int value) {
        return new Received(0, value);
    }

    static Op timed(Op plain) {
        return new Op.Single(plain.clauses().getFirst(), Ending.GIVE_UP);
    }

    static Op look(int channel) {
        return new Op.Look(channel);
    }

    static Op close(int channel) {
        return new Op.Close(channel);
    }

    static Op fail(int channel) {
        return new Op.Fail(channel);
    }

    static Op cancel(int channel) {
        return new Op.Cancel(channel);
    }

    static Outcome cancelled(Integer... undelivered) {
        return new Cancelled(List.of(undelivered));
    }

    static Outcome seen(List<Integer> receivers, List<Integer> senders, int len) {
        return new Seen(receivers, senders, len);
    }

    static Script on(Integer... capacities) {
        return new Script(Stream.of(capacities).map(Made::go).toList());
    }

    static Script on(Made.How how, int capacity) {
        return new Script(List.of(new Made(how, capacity)));
    }
}
