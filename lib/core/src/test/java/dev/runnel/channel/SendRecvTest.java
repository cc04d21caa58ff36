package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Send and receive, and the order among waiters: C10 to C20 and C28 to C34. */
class SendRecvTest {

    /** C16: both forms of receive. */
    @Test
    void recv_value_thenClosed() {
        Chan<String> c = chan(2);
        c.send("a");
        c.send("b");
        c.close();
        assertEquals(Option.some("a"), c.recv());
        assertEquals("b", c.recvOrNull());
        assertEquals(Option.none(), c.recv());
        assertEquals(null, c.recvOrNull());
    }

    /** C10, C34; bug147. */
    @ParameterizedTest
    @EnumSource
    void send_unbuffered_completesOnlyWithItsReceive(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicInteger sent = new AtomicInteger();
            crew.go(() -> {
                for (int i = 0; i < 3; i++) {
                    c.send(i);
                    sent.incrementAndGet();
                }
            });
            for (int i = 0; i < 3; i++) {
                awaitSenders(c, 1);
                assertEquals(i, sent.get());
                assertEquals(i, c.recv().get());
            }
            Await.until(() -> sent.get() == 3);
        });
    }

    /** C10. */
    @ParameterizedTest
    @EnumSource
    void send_buffered_waitsOnlyWhenFull(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(3);
            AtomicInteger sent = new AtomicInteger();
            Member sender = crew.go(() -> {
                for (int i = 0; i < 4; i++) {
                    c.send(i);
                    sent.incrementAndGet();
                }
            });
            awaitSenders(c, 1);
            assertEquals(3, sent.get());
            assertEquals(0, c.recv().get());
            sender.join();
            assertEquals(4, sent.get());
            assertEquals(3, c.len());
        });
    }

    /** C11, C29. */
    @ParameterizedTest
    @EnumSource
    void send_parkedReceiverAtBuffer_bypassesTheBuffer(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(4);
            Chan<Integer> got = chan(1);
            crew.go(() -> got.send(c.recv().get()));
            awaitReceivers(c, 1);
            c.send(7);
            assertEquals(0, c.len());
            assertEquals(7, got.recv().get());
        });
    }

    /** C14, C20. */
    @ParameterizedTest
    @EnumSource
    void parked_wokenByPeer_getsValue(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<String> got = chan(2);
            crew.go(() -> got.send(c.recv().toString()));
            awaitReceivers(c, 1);
            c.send(1);
            assertEquals("Some(1)", got.recv().get());
            crew.go(() -> got.send(String.valueOf(c.recvOrNull())));
            awaitReceivers(c, 1);
            c.send(2);
            assertEquals("2", got.recv().get());
        });
    }

    /** C31, C33: strictly first in, first out among waiters, selects included. */
    @ParameterizedTest
    @EnumSource
    void parkedReceivers_servedInOrder(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicIntegerArray got = new AtomicIntegerArray(8);
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int me = i;
                if (i % 3 == 2) {
                    all.add(crew.go(() -> Go.select()
                            .recv(c, v -> got.set(me, v.get()))
                            .recv(nilChan(), () -> {})
                            .run()));
                } else {
                    all.add(crew.go(() -> got.set(me, c.recv().get())));
                }
                awaitReceivers(c, i + 1);
            }
            for (int i = 0; i < 8; i++) {
                c.send(100 + i);
            }
            all.forEach(Member::join);
            for (int i = 0; i < 8; i++) {
                assertEquals(100 + i, got.get(i));
            }
        });
    }

    /** C30, C31, C33. */
    @ParameterizedTest
    @EnumSource
    void parkedSenders_servedInOrder(Kind kind) {
        kind.run(crew -> {
            for (int capacity = 0; capacity < 3; capacity++) {
                Chan<Integer> c = chan(capacity);
                for (int i = 0; i < capacity; i++) {
                    c.send(i);
                }
                for (int i = capacity; i < 8; i++) {
                    int me = i;
                    if (i % 3 == 2) {
                        crew.go(() -> Go.select()
                                .send(c, me, () -> {})
                                .recv(nilChan(), () -> {})
                                .run());
                    } else {
                        crew.go(() -> c.send(me));
                    }
                    awaitSenders(c, i - capacity + 1);
                }
                for (int i = 0; i < 8; i++) {
                    assertEquals(i, c.recv().get());
                }
            }
        });
    }

    /** C31: no barging. A newcomer never takes the room of a waiter. */
    @ParameterizedTest
    @EnumSource
    void newcomer_whileOthersWait_doesNotOvertake(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            c.send(0);
            Member first = crew.go(() -> c.send(1));
            awaitSenders(c, 1);
            assertFalse(c.trySend(2));
            assertEquals(0, c.recv().get());
            assertFalse(c.trySend(2), "the slot was given to the sender that waited");
            first.join();
            assertEquals(1, c.recv().get());
            assertTrue(c.trySend(2));
        });
    }

    /** C28, C29, in each of the states that two parties can bring a channel to. */
    @ParameterizedTest
    @EnumSource
    void queues_afterEachMatch_areEmpty(Kind kind) {
        kind.run(crew -> {
            for (int capacity = 0; capacity < 3; capacity++) {
                Chan<Integer> c = chan(capacity);
                for (int round = 0; round < 20; round++) {
                    Member receiver = crew.go(() -> c.recv());
                    awaitReceivers(c, 1);
                    assertEquals(0, senders(c));
                    assertEquals(0, c.len());
                    c.send(round);
                    receiver.join();
                    assertEquals(0, receivers(c));
                }
            }
        });
    }
}
