package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A select that could send and receive on the same channel: S29. */
class SelectSelfTest {

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);

    /** S20: alone it never meets itself. */
    @ParameterizedTest
    @EnumSource
    void bothDirections_unbuffered_doesNotMeetItself(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            assertEquals(
                    "time",
                    choose().recv(c, v -> "received")
                            .send(c, 1, () -> "sent")
                            .after(MOMENT, () -> "time")
                            .get());
            assertEquals(
                    "default",
                    choose().recv(c, v -> "received")
                            .send(c, 1, () -> "sent")
                            .otherwise(() -> "default")
                            .get());
        });
    }

    /** S20: buffered, one of the two is always ready. */
    @Test
    void bothDirections_buffered_isAlwaysReady() {
        Chan<Integer> c = chan(1);
        Choice<Integer> both = choose().recv(c, v -> 1).send(c, 0, () -> -1);
        int len = 0;
        for (int i = 0; i < 100; i++) {
            len -= both.get();
            assertEquals(len, c.len());
            assertEquals(i % 2 == 0 ? 1 : 0, len);
        }
    }

    /** S21: blocked, then closed: the receive wins, and never the exception. */
    @ParameterizedTest
    @EnumSource
    void bothDirections_closedWhileWaiting_receiveWins(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 100; i++) {
                Chan<Integer> c = chan();
                boolean sendFirst = i % 2 == 0;
                Member member = crew.go(() -> {
                    Select s = select();
                    int[] none = new int[1];
                    if (sendFirst) {
                        s.send(c, 1, () -> {});
                    }
                    s.recv(c, v -> none[0] = v.isEmpty() ? 1 : 0);
                    if (!sendFirst) {
                        s.send(c, 1, () -> {});
                    }
                    s.run();
                    assertEquals(1, none[0]);
                });
                awaitReceivers(c, 1);
                awaitSenders(c, 1);
                c.close();
                member.join();
            }
        });
    }

    /** S12, S21: closed before: the odds are even, so both occur within a few tries. */
    @Test
    void bothDirections_closedBefore_eitherIsChosen() {
        Chan<Integer> c = chan();
        c.close();
        Select both = select().recv(c, v -> {}).send(c, 1, () -> {});
        int thrown = 0;
        int rounds = 2000;
        for (int i = 0; i < rounds; i++) {
            try {
                both.run();
            } catch (SendOnClosed e) {
                thrown++;
            }
        }
        // Ten standard deviations of 22.4.
        assertEquals(rounds / 2.0, thrown, 224);
    }

    /** S11, S12: with only a send on a closed channel it always throws. Also with a default, as the clause is ready. */
    @ParameterizedTest
    @EnumSource
    void closedSend_onlyOption_alwaysThrows(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(3);
            c.close();
            for (int i = 0; i < 20; i++) {
                assertThrows(SendOnClosed.class, select().send(c, 1, () -> {})::run);
                assertThrows(SendOnClosed.class, select().send(c, 1, () -> {}).otherwise(() -> {})::run);
                assertThrows(
                        SendOnClosed.class,
                        select().send(c, 1, () -> {})
                                .recv(Go.<Integer>chan(), () -> {})
                                .after(LONG, () -> {})::run);
            }
            assertEquals(0, c.len());
        });
    }
}
