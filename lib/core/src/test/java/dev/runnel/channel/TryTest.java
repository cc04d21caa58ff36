package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Duel;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.select.Choice;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operations that do not wait, and their exactness: C36 to C43. */
class TryTest {

    private static final int ROUNDS = 4000;

    /** Fewer rounds on a machine where other load makes each of them slow. */
    private static final long LONGEST = 1_000_000_000;

    /** All the ways to receive without waiting. */
    private static final List<Function<Chan<Integer>, String>> RECEIVES = List.of(
            c -> words(c.tryRecv()),
            c -> {
                try {
                    return words(c.tryRecv(Duration.ZERO));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            },
            c -> Go.choose()
                    .recv(c, v -> v.map(String::valueOf).getOrElse("closed"))
                    .otherwise(() -> "empty")
                    .get(),
            c -> Go.choose()
                    .recv(c, v -> v.map(String::valueOf).getOrElse("closed"))
                    .recv(Go.<Integer>chan(), () -> "other")
                    .otherwise(() -> "empty")
                    .get());

    /** All the ways to send without waiting. */
    private static final List<Function<Chan<Integer>, Boolean>> SENDS = List.of(
            c -> c.trySend(1),
            c -> {
                try {
                    return c.trySend(1, Duration.ofNanos(-1));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            },
            c -> Go.choose().send(c, 1, () -> true).otherwise(() -> false).get(),
            c -> Go.choose()
                    .otherwise(() -> false)
                    .recv(nilChan(), () -> false)
                    .sendFrom(c, () -> 1, () -> true)
                    .send(Go.<Integer>chan(), 2, () -> false)
                    .get());

    private static String words(TryRecv<Integer> answer) {
        return switch (answer) {
            case TryRecv.Value<Integer>(Integer value) -> value.toString();
            case TryRecv.Empty<Integer>() -> "empty";
            case TryRecv.Closed<Integer>() -> "closed";
        };
    }

    // ---------------------------------------------------------------- what they answer

    /** C37, S18. */
    @Test
    void tryOperations_alone_followTheBuffer() {
        for (int capacity = 0; capacity < 3; capacity++) {
            for (var send : SENDS) {
                for (var receive : RECEIVES) {
                    Chan<Integer> c = chan(capacity);
                    assertEquals("empty", receive.apply(c));
                    for (int i = 0; i < capacity; i++) {
                        assertTrue(send.apply(c));
                    }
                    assertFalse(send.apply(c));
                    assertEquals(capacity, c.len());
                    if (capacity > 0) {
                        assertEquals("1", receive.apply(c));
                        assertTrue(send.apply(c));
                    }
                    c.close();
                    for (int i = 0; i < capacity; i++) {
                        assertThrows(ChannelException.SendOnClosed.class, () -> send.apply(c));
                        assertEquals("1", receive.apply(c));
                    }
                    assertEquals("closed", receive.apply(c));
                    assertThrows(ChannelException.SendOnClosed.class, () -> send.apply(c));
                }
            }
        }
    }

    /** test/chan/nonblock.go: they succeed exactly when a partner waits. */
    @ParameterizedTest
    @EnumSource
    void tryOperations_unbuffered_succeedWithWaitingPartner(Kind kind) {
        kind.run(crew -> {
            for (var receive : RECEIVES) {
                Chan<Integer> c = chan();
                assertEquals("empty", receive.apply(c));
                Crew.Member sender = crew.go(() -> c.send(5));
                awaitSenders(c, 1);
                assertEquals("5", receive.apply(c));
                assertEquals("empty", receive.apply(c));
                sender.join();
            }
            for (var send : SENDS) {
                Chan<Integer> c = chan();
                assertFalse(send.apply(c));
                Crew.Member receiver = crew.go(() -> assertEquals(1, c.recv().get()));
                awaitReceivers(c, 1);
                assertTrue(send.apply(c));
                assertFalse(send.apply(c));
                receiver.join();
            }
        });
    }

    /** C20 with the fast path: the partners are selects, some of them stale. C42. */
    @ParameterizedTest
    @EnumSource
    void tryOperations_partnerIsSelect_succeedOnce(Kind kind) {
        kind.run(crew -> {
            for (int round = 0; round < 100; round++) {
                Chan<Integer> a = chan();
                Chan<Integer> b = chan();
                Crew.Member member = crew.go(
                        () -> Go.select().recv(a, () -> {}).recv(b, () -> {}).run());
                awaitReceivers(b, 1);
                boolean first = a.trySend(1);
                boolean second = b.trySend(1);
                boolean third = a.trySend(1);
                assertTrue(first);
                assertFalse(second);
                assertFalse(third);
                member.join();
                assertEquals(0, receivers(a) + receivers(b));
            }
        });
    }

    /** An operation that does not wait leaves nothing behind. */
    @Test
    void tryOperations_failed_leaveNoRecord() {
        Chan<Integer> c = chan();
        for (var send : SENDS) {
            assertFalse(send.apply(c));
        }
        for (var receive : RECEIVES) {
            assertEquals("empty", receive.apply(c));
        }
        assertEquals(0, senders(c) + receivers(c));
    }

    // ---------------------------------------------------------------- exactness: C40, C41

    private static void duel(Kind kind, RaceScript script) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            long begin = System.nanoTime();
            try {
                for (int round = 0; round < ROUNDS && System.nanoTime() - begin < LONGEST; round++) {
                    script.round(duel, round);
                }
            } finally {
                duel.end();
            }
        });
    }

    private interface RaceScript {
        void round(Duel duel, int round) throws Exception;
    }

    /** TestNonblockRecvRace: at every instant there is a value or the close. C39, C40. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void tryRecv_valueThenClosedAndDrained_isNeverEmpty(Kind kind) {
        duel(kind, (duel, round) -> {
            var receive = RECEIVES.get(round % RECEIVES.size());
            Chan<Integer> c = chan(1);
            c.send(1);
            duel.round(() -> assertFalse(receive.apply(c).equals("empty")), () -> {
                c.close();
                c.recv();
            });
        });
    }

    /** As TestNonblockRecvRace, unbuffered: at every instant a sender waits or the channel is closed. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void tryRecv_senderWaitsThenClosed_isNeverEmpty(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            long begin = System.nanoTime();
            Chan<Chan<Integer>> toSender = chan();
            crew.go(() -> {
                for (Chan<Integer> c : toSender) {
                    try {
                        c.send(1);
                    } catch (ChannelException.SendOnClosed e) {
                        // the close was first
                    }
                }
            });
            for (int round = 0; round < ROUNDS && System.nanoTime() - begin < LONGEST; round++) {
                var receive = RECEIVES.get(round % RECEIVES.size());
                Chan<Integer> c = chan();
                toSender.send(c);
                awaitSenders(c, 1);
                duel.round(() -> assertFalse(receive.apply(c).equals("empty")), c::close);
            }
            toSender.close();
            duel.end();
        });
    }

    /** The mirror image: at every instant a receiver waits or the channel is closed. C38, C40. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void trySend_receiverWaitsThenClosed_isNeverRefused(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            long begin = System.nanoTime();
            Chan<Chan<Integer>> toReceiver = chan();
            crew.go(() -> toReceiver.forEach(Chan::recv));
            for (int round = 0; round < ROUNDS && System.nanoTime() - begin < LONGEST; round++) {
                var send = SENDS.get(round % 2 * (round % SENDS.size()));
                Chan<Integer> c = chan();
                toReceiver.send(c);
                awaitReceivers(c, 1);
                duel.round(
                        () -> {
                            try {
                                assertTrue(send.apply(c));
                            } catch (ChannelException.SendOnClosed e) {
                                // the close was first
                            }
                        },
                        c::close);
            }
            toReceiver.close();
            duel.end();
        });
    }

    /** At every instant the buffer has room or the channel is closed. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void trySend_roomThenClosed_isNeverRefused(Kind kind) {
        duel(kind, (duel, round) -> {
            var send = SENDS.get(round % SENDS.size());
            Chan<Integer> c = chan(1);
            duel.round(
                    () -> {
                        try {
                            assertTrue(send.apply(c));
                        } catch (ChannelException.SendOnClosed e) {
                            // the close was first
                        }
                    },
                    c::close);
        });
    }

    /** TestNonblockSelectRace: c1 ready; then c2 is made ready, then c1 drained. C41, S13. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void otherwise_oneOfTwoAlwaysReadyBySend_isNeverTaken(Kind kind) {
        duel(kind, (duel, round) -> {
            Chan<Integer> c1 = chan(1);
            Chan<Integer> c2 = chan(1);
            c1.send(1);
            duel.round(() -> assertTrue(readyOne(c1, c2)), () -> {
                c2.send(1);
                c1.tryRecv();
            });
        });
    }

    /** TestNonblockSelectRace2: the same by a close. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void otherwise_oneOfTwoAlwaysReadyByClose_isNeverTaken(Kind kind) {
        duel(kind, (duel, round) -> {
            Chan<Integer> c1 = chan(1);
            Chan<Integer> c2 = chan();
            c1.send(1);
            duel.round(() -> assertTrue(readyOne(c1, c2)), () -> {
                c2.close();
                c1.tryRecv();
            });
        });
    }

    private static boolean readyOne(Chan<Integer> c1, Chan<Integer> c2) {
        Choice<Boolean> choice =
                Go.choose().recv(c1, () -> true).recv(c2, () -> true).otherwise(() -> false);
        return choice.get();
    }

    /** The same with sends: c1 has room; then c2 gets room, then c1 is filled. C41. */
    @ParameterizedTest
    @EnumSource(names = "ON_1_P", mode = EnumSource.Mode.EXCLUDE)
    void otherwise_oneOfTwoAlwaysHasRoom_isNeverTaken(Kind kind) {
        duel(kind, (duel, round) -> {
            Chan<Integer> c1 = chan(1);
            Chan<Integer> c2 = chan(1);
            c2.send(1);
            duel.round(
                    () -> assertTrue(Go.choose()
                            .send(c1, 2, () -> true)
                            .send(c2, 2, () -> true)
                            .otherwise(() -> false)
                            .get()),
                    () -> {
                        c2.recv();
                        c1.trySend(3);
                    });
        });
    }

    /** C38, C42: a value that was there before, and that no one else takes, is found. */
    @ParameterizedTest
    @EnumSource
    void tryRecv_valueSentBefore_isFound(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            Chan<Integer> go = chan();
            Chan<Integer> ok = chan();
            crew.go(() -> {
                for (int i : go) {
                    assertEquals(String.valueOf(i), words(c.tryRecv()));
                    ok.send(i);
                }
            });
            for (int i = 0; i < 1000; i++) {
                c.send(i);
                go.send(i);
                ok.recv();
            }
            go.close();
            Await.until(() -> c.len() == 0);
        });
    }

    /**
     * C39: a channel that is empty at the first look and closed at the next was not drained if a value came in between.
     */
    @Test
    void tryRecv_valueThenClosed_isNeverClosedFirst() {
        Runtimes.run(2, () -> {
            for (int i = 0; i < 3_000; i++) {
                Chan<Integer> c = chan(1);
                GoHandle sender = Go.go(() -> {
                    c.send(1);
                    c.close();
                });
                TryRecv<Integer> got = c.tryRecv();
                while (got instanceof TryRecv.Empty<Integer>) {
                    got = c.tryRecv();
                }
                assertInstanceOf(TryRecv.Value.class, got);
                sender.join();
            }
        });
    }
}
