package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the first look of a select does with each channel: the same as the plain operations, S11. */
class SelectPassTest {

    /** As C18: the head of the buffer is taken, and the waiting sender gets the freed slot. */
    @ParameterizedTest
    @EnumSource
    void receive_fromFullBufferWithSenderWaiting_takesTheHeadAndPromotes(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(2);
            c.send(0);
            c.send(1);
            Member sender = crew.go(() -> c.send(2));
            awaitSenders(c, 1);
            int got = choose().recv(c, v -> v.get())
                    .recv(Go.<Integer>chan(), v -> -1)
                    .get();
            assertEquals(0, got);
            assertEquals(2, c.len());
            assertEquals(0, senders(c));
            sender.join();
            assertEquals(List.of(1, 2), List.of(c.recv().get(), c.recv().get()));
        });
    }

    /** As C11: the value goes past the buffer. */
    @ParameterizedTest
    @EnumSource
    void send_withReceiverWaitingAtABuffer_goesPastTheBuffer(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(2);
            Chan<Integer> got = chan(1);
            crew.go(() -> got.send(c.recv().get()));
            awaitReceivers(c, 1);
            assertEquals(
                    "sent",
                    choose().send(c, 7, () -> "sent")
                            .recv(Go.<Integer>chan(), v -> "received")
                            .get());
            assertEquals(0, c.len());
            assertEquals(7, got.recv().get());
        });
    }

    /**
     * The locks are taken in one order also where nothing waits, S31: in two orders these selects would lock each other
     * out.
     */
    @ParameterizedTest
    @EnumSource
    void otherwise_overTheSameChannelsInOppositeOrders_allGetThrough(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan();
            Chan<Integer> b = chan();
            Member other = crew.go(() -> look(b, a));
            look(a, b);
            other.join();
        });
    }

    private static void look(Chan<Integer> first, Chan<Integer> second) {
        Choice<String> look =
                choose().recv(first, v -> "value").recv(second, v -> "value").otherwise(() -> "none");
        for (int i = 0; i < 20_000; i++) {
            assertEquals("none", look.get());
        }
    }
}
