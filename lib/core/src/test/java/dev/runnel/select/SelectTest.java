package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.channel.RecvChan;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which clause a select chooses, and what it leaves behind: S1 to S7, S11 to S24. */
class SelectTest {

    private static final Duration LONG = Duration.ofDays(1);

    /** S3, S5: the ready clause is chosen, whatever stands beside it. */
    @ParameterizedTest
    @EnumSource
    void oneReady_isChosen(Kind kind) {
        kind.run(crew -> {
            for (int ready = 0; ready < 6; ready++) {
                Chan<Integer> value = chan(1);
                Chan<Integer> room = chan(1);
                Chan<Integer> closed = chan();
                if (ready == 0) {
                    value.send(7);
                }
                if (ready != 1) {
                    room.send(0);
                }
                if (ready == 2) {
                    closed.close();
                }
                Member peer = null;
                Chan<Integer> waiting = chan();
                if (ready == 3) {
                    peer = crew.go(() -> waiting.send(8));
                    awaitSenders(waiting, 1);
                } else if (ready == 4) {
                    peer = crew.go(() -> assertEquals(9, waiting.recv().get()));
                    awaitReceivers(waiting, 1);
                }
                int chosen = choose().recv(value, v -> v.get() - 7)
                        .recv(Go.<Integer>chan(), () -> -1)
                        .send(room, 1, () -> 1)
                        .recv(null, () -> -1)
                        .recv(closed, v -> v.isEmpty() ? 2 : -1)
                        .send(null, 1, () -> -1)
                        .recv(ready == 3 ? waiting : nilChan(), v -> v.get() - 5)
                        .send(ready == 4 ? waiting : nilChan(), 9, () -> 4)
                        .after(ready == 5 ? Duration.ZERO : LONG, () -> 5)
                        .get();
                assertEquals(ready, chosen);
                if (peer != null) {
                    peer.join();
                }
                assertEquals(1, room.len());
                assertEquals(0, value.len());
            }
        });
    }

    /** S3, S14, S15: as above, when the clause becomes ready while the select waits. */
    @ParameterizedTest
    @EnumSource
    void oneBecomesReady_isChosen(Kind kind) {
        kind.run(crew -> {
            for (int ready = 0; ready < 4; ready++) {
                Chan<Integer> in = chan();
                Chan<Integer> buffered = chan(2);
                Chan<Integer> out = chan();
                Chan<Integer> full = chan(1);
                full.send(0);
                Chan<Integer> result = chan(1);
                Member member = crew.go(() ->
                        result.send(choose().recv(in, v -> v.map(x -> 0).getOrElse(10))
                                .recv(buffered, v -> v.map(x -> 1).getOrElse(11))
                                .send(out, 2, () -> 2)
                                .recv(nilChan(), () -> -1)
                                .send(full, 3, () -> 3)
                                .after(LONG, () -> -1)
                                .get()));
                awaitReceivers(in, 1);
                awaitSenders(full, 1);
                switch (ready) {
                    case 0 -> in.send(0);
                    case 1 -> buffered.send(0);
                    case 2 -> assertEquals(2, out.recv().get());
                    default -> {
                        assertEquals(0, full.recv().get());
                        assertEquals(1, full.len());
                        assertEquals(3, full.recv().get());
                    }
                }
                assertEquals(ready, result.recv().get());
                member.join();
                assertEquals(0, receivers(in) + receivers(buffered) + senders(out) + senders(full));
            }
        });
    }

    /** S7, S16: closed while it waits. */
    @ParameterizedTest
    @EnumSource
    void closedWhileWaiting_recvGetsNone_sendThrows(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan();
            Chan<Integer> b = chan();
            Member receives = crew.go(() -> assertEquals(
                    "None",
                    choose().recv(a, v -> v.toString()).recv(b, v -> "b").get()));
            awaitReceivers(b, 1);
            awaitReceivers(a, 1);
            a.close();
            receives.join();
            Chan<Integer> c = chan();
            Member sends = crew.go(() -> assertThrows(
                    SendOnClosed.class,
                    select().send(c, 1, () -> {
                                throw new AssertionError("not sent");
                            })
                            .recv(b, () -> {})::run));
            awaitSenders(c, 1);
            awaitReceivers(b, 1);
            c.close();
            sends.join();
            assertEquals(0, receivers(b) + senders(c));
        });
    }

    /** S2, S22, S23; test/chan/select4.go: neither the body nor the operation of a clause that is not chosen runs. */
    @ParameterizedTest
    @EnumSource
    void losers_leaveNoTrace(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 200; i++) {
                Chan<Integer> a = chan(1);
                Chan<Integer> b = chan(1);
                Chan<Integer> c = chan(1);
                a.send(1);
                b.send(2);
                AtomicInteger bodies = new AtomicInteger();
                select().recv(a, bodies::incrementAndGet)
                        .recv(b, bodies::incrementAndGet)
                        .send(c, 3, bodies::incrementAndGet)
                        .otherwise(() -> bodies.addAndGet(100))
                        .run();
                assertEquals(1, bodies.get());
                int operations = (1 - a.len()) + (1 - b.len()) + c.len();
                assertEquals(1, operations);
                assertEquals(0, receivers(a) + receivers(b) + senders(c));
            }
        });
    }

    /** S23; test/chan/select6.go, issue 2075: a losing record between others. */
    @ParameterizedTest
    @EnumSource
    void loserBetweenOthers_queueStaysWhole(Kind kind) {
        kind.run(crew -> {
            Chan<Boolean> c1 = chan();
            Chan<Boolean> c2 = chan();
            Chan<Boolean> c3 = chan();
            Chan<Boolean> c4 = chan();
            crew.go(c1::recv);
            awaitReceivers(c1, 1);
            crew.go(() -> {
                select().recv(c1, () -> {
                            throw new AssertionError("not ready");
                        })
                        .recv(c2, () -> c3.send(true))
                        .run();
                c1.recv();
            });
            awaitReceivers(c1, 2);
            crew.go(() -> c2.send(true));
            c3.recv();
            awaitReceivers(c1, 2);
            crew.go(() -> {
                c1.recv();
                c4.send(true);
            });
            awaitReceivers(c1, 3);
            c1.send(true);
            c1.send(true);
            c1.send(true);
            c4.recv();
        });
    }

    /** C56; runtime TestSelectDuplicateChannel. */
    @ParameterizedTest
    @EnumSource
    void channelListedTwice_secondWaiterIsNotLost(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 20; i++) {
                Chan<Integer> c = chan();
                Chan<Integer> d = chan();
                Chan<Integer> e = chan();
                Member a = crew.go(() -> {
                    select().recv(c, () -> {})
                            .recv(c, () -> {})
                            .recv(d, () -> {})
                            .run();
                    e.send(9);
                });
                awaitReceivers(c, 2);
                Member b = crew.go(() -> c.recv());
                awaitReceivers(c, 3);
                d.send(7);
                e.recv();
                assertEquals(1, receivers(c));
                c.send(8);
                a.join();
                b.join();
            }
        });
    }

    /** fixedbugs/issue9110: no record stays behind when clauses repeat. */
    @ParameterizedTest
    @EnumSource
    void repeatedClauses_leaveNoRecord(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<Integer> quiet = chan();
            Member member = crew.go(() -> {
                for (int i = 0; i < 100; i++) {
                    select().recv(c, v -> {})
                            .recv(quiet, v -> {})
                            .recv(c, v -> {})
                            .recv(quiet, v -> {})
                            .send(quiet, 1, () -> {})
                            .run();
                }
            });
            for (int i = 0; i < 100; i++) {
                c.send(i);
            }
            member.join();
            assertEquals(0, receivers(c) + receivers(quiet) + senders(quiet));
        });
    }

    /** A select meets plain operations and other selects, whichever of the two comes first. */
    @ParameterizedTest
    @EnumSource
    void select7_eachKindOfReceiveMeetsEachKindOfSend(Kind kind) {
        kind.run(crew -> {
            List<java.util.function.Consumer<Chan<Integer>>> receives = List.of(
                    Chan::recv,
                    c -> select().recv(c, () -> {}).run(),
                    c -> select().recv(c, () -> {})
                            .recv(Go.<Integer>chan(), () -> {})
                            .run());
            List<java.util.function.Consumer<Chan<Integer>>> sends = List.of(
                    c -> c.send(1),
                    c -> select().send(c, 1, () -> {}).run(),
                    c -> select().send(c, 1, () -> {})
                            .send(Go.<Integer>chan(), 1, () -> {})
                            .run());
            for (var receive : receives) {
                for (var send : sends) {
                    for (boolean senderFirst : new boolean[] {true, false}) {
                        Chan<Integer> c = chan();
                        Member member = crew.go(() -> (senderFirst ? send : receive).accept(c));
                        Await.until(() -> senders(c) + receivers(c) == 1);
                        (senderFirst ? receive : send).accept(c);
                        member.join();
                        assertEquals(0, senders(c) + receivers(c));
                    }
                }
            }
        });
    }

    @Test
    void toString_saysItsClauses_andNothingOfTheValues() {
        Chan<Object> a = chan(1);
        Object odd = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("odd");
            }
        };
        assertEquals("Select ()", select().toString());
        assertEquals(
                "Select (receive from " + a + ", send to " + a + ", send to Chan#nil, after PT1S, otherwise, ordered)",
                select().recv(a, () -> {})
                        .send(a, odd, () -> {})
                        .send(null, odd, () -> {})
                        .after(Duration.ofSeconds(1), () -> {})
                        .otherwise(() -> {})
                        .ordered()
                        .toString());
        assertEquals(
                "Choice (receive up to 3 from " + a + ", rotating)",
                choose().recvUpTo(a, 3, batch -> 1).rotating().toString());
    }

    @Test
    void toString_anEventThatCannotSayWhatItIs_namesItsClass() {
        assertEquals(
                "Select (wait for " + OddEvent.class.getName()
                        + " (its text failed: java.lang.IllegalStateException: odd))",
                select().on(new OddEvent(), () -> {}).toString());
    }

    private static final class OddEvent implements Event<Integer> {

        @Override
        public @Nullable Integer poll() {
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            return () -> false;
        }

        @Override
        public String toString() {
            throw new IllegalStateException("odd");
        }
    }

    /** Two clauses that have only a supertype in common, which the first cannot name. */
    @Test
    void giving_fixesTheTypeBeforeTheFirstClause() {
        Chan<Integer> numbers = chan(1);
        Chan<String> words = chan(1);
        RecvChan<? extends Number> first = numbers;
        words.send("a word");
        Object got = choose().<Object>giving()
                .recv(first, Option::get)
                .recv(words, Option::get)
                .get();
        assertEquals("a word", got);
        numbers.send(1);
        words.send("another");
        assertEquals(
                1,
                choose().ordered()
                        .<Object>giving()
                        .recv(first, Option::get)
                        .recv(words, Option::get)
                        .get());
    }
}
