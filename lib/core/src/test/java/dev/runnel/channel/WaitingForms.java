package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;

import dev.runnel.Crew;
import dev.runnel.Crew.Member;
import dev.runnel.scheduler.Body;
import java.util.ArrayList;
import java.util.List;

/** Parties that wait at a channel, one for each of the {@link Forms} that wait. */
final class WaitingForms {

    /** What a party does and finds in a form. */
    @FunctionalInterface
    interface Attempt<F> {
        void of(F form) throws Exception;
    }

    private WaitingForms() {}

    /** A channel without room, which holds the numbers from 0 on. */
    static Chan<Integer> full(int capacity) {
        Chan<Integer> c = chan(capacity);
        for (int i = 0; i < capacity; i++) {
            c.send(i);
        }
        return c;
    }

    /** When this returns they all wait to send. */
    static List<Member> senders(Crew crew, Chan<Integer> c, Attempt<Forms.Send> attempt) {
        List<Member> all = start(
                crew,
                Forms.sends(c).stream()
                        .filter(Forms.Send::waits)
                        .<Body>map(send -> () -> attempt.of(send))
                        .toList());
        awaitSenders(c, all.size());
        return all;
    }

    /** When this returns they all wait to receive. */
    static List<Member> receivers(Crew crew, Chan<Integer> c, Attempt<Forms.Receive> attempt) {
        List<Member> all = start(
                crew,
                Forms.receives(c).stream()
                        .filter(Forms.Receive::waits)
                        .<Body>map(receive -> () -> attempt.of(receive))
                        .toList());
        awaitReceivers(c, all.size());
        return all;
    }

    private static List<Member> start(Crew crew, List<Body> bodies) {
        List<Member> all = new ArrayList<>();
        bodies.forEach(body -> all.add(crew.go(body)));
        return all;
    }
}
