package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.channel.RecvChan;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a select chooses, does and leaves: S1 to S7, S11 to S24, S29. */
class SelectTest {

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);

    // ---------------------------------------------------------------- the two programs of the issue

    private record Order(int number) {}

    private boolean stopping;
    private int written;
    private final List<Option<Order>> shipped = new ArrayList<>();

    private void ship(Option<Order> order) {
        shipped.add(order);
    }

    @ParameterizedTest
    @EnumSource
    void select_forEffect_asPublished(Kind kind) {
        kind.run(crew -> {
            Chan<Order> orders = chan(1);
            Chan<Boolean> quit = chan(1);
            Chan<String> log = chan(1);
            orders.send(new Order(1));
            log.send("full");
            turn(orders, quit, log, "no");
            assertEquals(List.of(Option.some(new Order(1))), shipped);
            log.recv();
            turn(orders, quit, log, "line");
            assertEquals(1, written);
            assertEquals(Option.some("line"), log.tryRecv().toOption());
            log.send("full");
            assertFalse(stopping);
            quit.send(true);
            turn(orders, quit, log, "no");
            assertTrue(stopping);
            orders.close();
            turn(orders, quit, log, "no");
            assertEquals(List.of(Option.some(new Order(1)), Option.none()), shipped);
        });
    }

    private void turn(Chan<Order> orders, Chan<Boolean> quit, Chan<String> log, String line) {
        select().recv(orders, o -> ship(o))
                .recv(quit, () -> stopping = true)
                .send(log, line, () -> written++)
                .after(ofSeconds(1), () -> {})
                .run();
    }

    @ParameterizedTest
    @EnumSource
    void choose_forAValue_asPublished(Kind kind) {
        kind.run(crew -> {
            Chan<String> a = chan(1);
            Chan<Integer> b = chan(1);
            String w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("none", w);
            a.send("x");
            w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("a Some(x)", w);
            b.send(1);
            w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("b Some(1)", w);
            b.close();
            w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("b None", w);
        });
    }

    // ---------------------------------------------------------------- which clause

    /** S3, S5: the ready one, whatever stands beside it. */
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

    /** S3, S14, S15: as above, when it becomes ready while the select waits. */
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

    /** S2, S22, S23; test/chan/select4.go: the body of a clause that is not chosen does not run, its operation neither. */
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

    /** C33: a select waits in the same order as the others. */
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

    // ---------------------------------------------------------------- default and timeouts

    /** S3, S4, S6, S13, S29 (TestSelectNop). */
    @ParameterizedTest
    @EnumSource
    void otherwise_isTakenIffNothingIsReady(Kind kind) {
        kind.run(crew -> {
            assertEquals("no", choose().otherwise(() -> "no").get());
            select().otherwise(() -> written++).run();
            Chan<Integer> c = chan(1);
            Choice<String> first = Go.choose()
                    .otherwise(() -> "no")
                    .recv(c, v -> "yes")
                    .recv(nilChan(), () -> "nil")
                    .after(LONG, () -> "late");
            assertEquals("no", first.get());
            c.send(1);
            assertEquals("yes", first.get());
            assertEquals("no", first.get());
        });
        assertEquals(1, written);
    }

    /** S4. */
    @Test
    void otherwise_twice_isRefused() {
        assertThrows(
                IllegalStateException.class, () -> select().otherwise(() -> {}).otherwise(() -> {}));
        assertThrows(
                IllegalStateException.class, () -> choose().otherwise(() -> 1).otherwise(() -> 2));
    }

    @ParameterizedTest
    @EnumSource
    void after_nothingReadyInTime_isChosenAndLeavesNoTrace(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            long begin = System.nanoTime();
            assertEquals(
                    "short",
                    choose().after(LONG, () -> "long")
                            .recv(c, v -> "value")
                            .after(MOMENT, () -> "short")
                            .send(c, 1, () -> "sent")
                            .get());
            assertTrue(System.nanoTime() - begin >= MOMENT.toNanos());
            assertEquals(0, receivers(c) + senders(c));
            assertEquals("alone", choose().after(MOMENT, () -> "alone").get());
            assertEquals(
                    "nil",
                    choose().recv(nilChan(), () -> "never")
                            .after(MOMENT, () -> "nil")
                            .get());
        });
    }

    /** With zero or less it is ready like any other. */
    @ParameterizedTest
    @EnumSource
    void after_zeroOrLess_isReady(Kind kind) {
        kind.run(crew -> {
            for (Duration delay : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
                Chan<Integer> c = chan(1);
                assertEquals(
                        "time",
                        choose().recv(c, v -> "value")
                                .after(delay, () -> "time")
                                .get());
                assertEquals(
                        "time",
                        choose().recv(c, v -> "value")
                                .after(delay, () -> "time")
                                .otherwise(() -> "default")
                                .get());
                assertEquals("time", choose().after(delay, () -> "time").get());
                c.send(1);
                Set<String> both = new HashSet<>();
                Await.until(() -> both.add(choose().recv(c, v -> {
                                    c.send(1);
                                    return "value";
                                })
                                .after(delay, () -> "time")
                                .get())
                        && both.size() == 2);
            }
        });
    }

    /** The timeout begins anew at each entry. */
    @ParameterizedTest
    @EnumSource
    void after_reused_countsFromEachEntry(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Choice<Boolean> kept = Go.choose().recv(c, v -> true).after(Duration.ofMillis(4), () -> false);
            for (int i = 0; i < 5; i++) {
                long begin = System.nanoTime();
                assertFalse(kept.get());
                assertTrue(System.nanoTime() - begin >= 4_000_000);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void after_ever_neverComes(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Member member = crew.go(() -> assertTrue(choose().recv(c, v -> true)
                    .after(Duration.ofSeconds(Long.MAX_VALUE), () -> false)
                    .get()));
            awaitReceivers(c, 1);
            c.send(1);
            member.join();
        });
    }

    // ---------------------------------------------------------------- values from a source

    /** S1; test/chan/select.go: at each entry, in the order of the clauses, whatever wins, for nil channels too. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_asksAtEachEntryInOrder(Kind kind) {
        kind.run(crew -> {
            List<String> asked = new ArrayList<>();
            Chan<String> a = chan(1);
            Chan<String> full = chan();
            Select kept = select().sendFrom(full, () -> ask(asked, "1"), () -> {})
                    .sendFrom(nilChan(), () -> ask(asked, "2"), () -> {})
                    .sendFrom(a, () -> ask(asked, "3"), () -> {})
                    .sendFrom(null, () -> ask(asked, "4"), () -> {})
                    .otherwise(() -> asked.add("default"));
            kept.run();
            assertEquals(List.of("1", "2", "3", "4"), asked);
            kept.run();
            assertEquals(List.of("1", "2", "3", "4", "1", "2", "3", "4", "default"), asked);
            assertEquals("3", a.recv().get());
            kept.run();
            assertEquals(13, asked.size());
            assertEquals("3", a.recv().get());
        });
    }

    private static String ask(List<String> asked, String answer) {
        asked.add(answer);
        return answer;
    }

    /** A source that fails ends the select before anything happened; the next run is as good as the first. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_sourceFails_nothingHappens(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> ready = chan(1);
            ready.send(1);
            Chan<Integer> out = chan(1);
            boolean[] fails = {true};
            Select kept = select().recv(ready, () -> {})
                    .sendFrom(
                            out,
                            () -> {
                                if (fails[0]) {
                                    throw new IOException("no value");
                                }
                                return 5;
                            },
                            () -> {});
            IOException e = assertThrows(IOException.class, kept::run);
            assertEquals("no value", e.getMessage());
            assertEquals(1, ready.len());
            assertEquals(0, out.len());
            fails[0] = false;
            kept.run();
            kept.run();
            assertEquals(0, ready.len());
            assertEquals(5, out.recv().get());
        });
    }

    /** C7: the value is evaluated before the wait, once. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_waiting_asksOnce(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicInteger asked = new AtomicInteger();
            Member member = crew.go(() -> select().sendFrom(c, asked::incrementAndGet, () -> {})
                    .recv(Go.<Integer>chan(), () -> {})
                    .run());
            awaitSenders(c, 1);
            assertEquals(1, asked.get());
            assertEquals(1, c.recv().get());
            member.join();
            assertEquals(1, asked.get());
        });
    }

    // ---------------------------------------------------------------- reuse

    @ParameterizedTest
    @EnumSource
    void kept_runManyTimes_servesEachTime(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> in = chan();
            Chan<Integer> out = chan(1);
            int[] sum = new int[1];
            boolean[] over = new boolean[1];
            Select loop = select().recv(in, v -> v.forEach(x -> sum[0] += x)).recv(out, () -> over[0] = true);
            Member member = crew.go(() -> {
                for (int i = 1; i <= 500; i++) {
                    in.send(i);
                }
                out.close();
            });
            while (!over[0]) {
                loop.run();
            }
            member.join();
            assertEquals(500 * 501 / 2, sum[0]);
        });
    }

    /** Several run the same select at once; each value goes to one. */
    @ParameterizedTest
    @EnumSource
    void kept_runConcurrently_eachValueOnce(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan();
            Chan<Integer> b = chan(3);
            Chan<Integer> quit = chan();
            AtomicInteger sum = new AtomicInteger();
            AtomicInteger over = new AtomicInteger();
            Select shared = select().recv(a, v -> v.forEach(sum::addAndGet))
                    .recv(b, v -> v.forEach(sum::addAndGet))
                    .recv(quit, over::incrementAndGet);
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(crew.go(() -> {
                    while (over.get() == 0) {
                        shared.run();
                    }
                }));
            }
            for (int i = 1; i <= 1000; i++) {
                (i % 2 == 0 ? a : b).send(i);
            }
            Await.until(() -> sum.get() == 1000 * 1001 / 2);
            quit.close();
            all.forEach(Member::join);
            assertEquals(1000 * 1001 / 2, sum.get());
            assertEquals(0, receivers(a) + receivers(b));
        });
    }

    /** A body runs the very select that it belongs to. */
    @ParameterizedTest
    @EnumSource
    void kept_runWithinItsOwnBody_works(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(5);
            for (int i = 0; i < 5; i++) {
                c.send(i);
            }
            List<Integer> got = new ArrayList<>();
            Select[] self = new Select[1];
            self[0] = select().recv(c, v -> {
                        got.add(v.get());
                        self[0].run();
                        got.add(-v.get());
                    })
                    .otherwise(() -> got.add(100));
            self[0].run();
            assertEquals(List.of(0, 1, 2, 3, 4, 100, -4, -3, -2, -1, 0), got);
        });
    }

    /** A source runs the select that asks it. */
    @ParameterizedTest
    @EnumSource
    void kept_runWithinItsOwnSource_works(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(3);
            int[] depth = new int[1];
            Select[] self = new Select[1];
            self[0] = select().sendFrom(
                            c,
                            () -> {
                                int mine = ++depth[0];
                                if (mine < 3) {
                                    self[0].run();
                                }
                                return mine;
                            },
                            () -> {})
                    .recv(nilChan(), () -> {});
            self[0].run();
            assertEquals(
                    List.of(3, 2, 1),
                    List.of(c.recv().get(), c.recv().get(), c.recv().get()));
        });
    }

    /** A select that grew a clause after a run has it at the next. */
    @Test
    void kept_clauseAddedBetweenRuns_counts() {
        Chan<Integer> c = chan(1);
        List<String> ran = new ArrayList<>();
        Select kept = select().otherwise(() -> ran.add("default"));
        kept.run();
        c.send(1);
        kept.recv(c, () -> ran.add("value"));
        kept.run();
        assertEquals(List.of("default", "value"), ran);
    }

    /** Of one strand after another: goroutines of several runtimes, and threads. */
    @Test
    void kept_usedByStrandAfterStrand_works() throws Exception {
        Chan<Integer> c = chan();
        AtomicInteger sum = new AtomicInteger();
        Select kept = select().recv(c, v -> v.forEach(sum::addAndGet)).recv(nilChan(), () -> {});
        for (Kind kind : Kind.values()) {
            kind.run(crew -> {
                Member sender = crew.go(() -> c.send(1));
                kept.run();
                sender.join();
                Member receiver = crew.go(kept::run);
                awaitReceivers(c, 1);
                c.send(1);
                receiver.join();
            });
        }
        assertEquals(2 * Kind.values().length, sum.get());
    }

    // ---------------------------------------------------------------- bodies

    /** Checked exceptions come out as they are, after the communication. */
    @ParameterizedTest
    @EnumSource
    void body_throws_comesOutAsItIs(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(4);
            for (int i = 0; i < 4; i++) {
                c.send(i);
            }
            IOException checked = new IOException("checked");
            Error error = new AssertionError("error");
            Handler<Option<Integer>> handler = v -> {
                throw checked;
            };
            assertSame(checked, assertThrows(IOException.class, select().recv(c, handler)::run));
            assertSame(error, assertThrows(AssertionError.class, select().recv(c, () -> {
                throw error;
            })::run));
            assertSame(
                    checked,
                    assertThrows(
                            IOException.class,
                            () -> choose().recv(c, v -> {
                                        throw checked;
                                    })
                                    .get()));
            assertSame(
                    checked,
                    assertThrows(
                            IOException.class,
                            () -> choose().recv(c, v -> {
                                        throw checked;
                                    })
                                    .getInterruptibly()));
            assertEquals(0, c.len());
            assertSame(checked, assertThrows(IOException.class, select().otherwise(() -> {
                throw checked;
            })::run));
            assertSame(checked, assertThrows(IOException.class, select().after(Duration.ZERO, () -> {
                throw checked;
            })::run));
            assertSame(checked, assertThrows(IOException.class, select().send(c, 1, () -> {
                throw checked;
            })::runInterruptibly));
            assertEquals(1, c.len());
        });
    }

    /** An InterruptedException of a body is the body's. */
    @Test
    void body_throwsInterrupted_isNotTheSelects() {
        Chan<Integer> c = chan(1);
        c.send(1);
        assertThrows(InterruptedException.class, select().recv(c, () -> {
            throw new InterruptedException("the body's");
        })::run);
        assertEquals(0, c.len());
    }

    /** A choice may come to null. */
    @Test
    @SuppressWarnings("NullAway")
    void choose_bodyGivesNull_isNull() {
        Choice<String> choice = Go.choose().otherwise(() -> null);
        assertNull(choice.get());
    }

    /** Bodies may use channels, and wait. */
    @ParameterizedTest
    @EnumSource
    void body_waits_isFine(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<Integer> d = chan();
            crew.go(() -> {
                c.send(1);
                d.send(2);
            });
            int got = choose().recv(
                            c, v -> v.get() + choose().recv(d, w -> w.get()).get())
                    .get();
            assertEquals(3, got);
        });
    }

    // ---------------------------------------------------------------- the same channel in both directions

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

    /** S21: blocked, then closed: the receive wins, never the exception. */
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

    /** S12, S21: closed before: even odds, so both within a few tries. */
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

    /** S11, S12: only a closed send: always. With a default too: the clause is ready. */
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

    // ---------------------------------------------------------------- limits, interrupts

    /** S24. */
    @Test
    void clauses_asManyAsGoAllows() {
        Chan<Integer> c = chan(1);
        Select most = select();
        RecvChan<Integer> never = chan();
        int[] chosen = new int[1];
        for (int i = 0; i < 65_535; i++) {
            most.recv(i % 7 == 0 ? chan() : never, () -> {});
        }
        most.recv(c, () -> chosen[0]++);
        assertThrows(IllegalArgumentException.class, () -> most.recv(c, () -> {}));
        assertThrows(IllegalArgumentException.class, () -> most.send(c, 1, () -> {}));
        assertThrows(IllegalArgumentException.class, () -> most.after(LONG, () -> {}));
        c.send(1);
        most.run();
        assertEquals(1, chosen[0]);
        most.otherwise(() -> chosen[0] += 10);
        most.run();
        assertEquals(11, chosen[0]);
        assertEquals(0, receivers(never));
        Runtimes.run(2, () -> {
            Select waits = select();
            for (int i = 0; i < 65_535; i++) {
                waits.recv(i % 7 == 0 ? chan() : never, () -> {});
            }
            waits.recv(c, () -> chosen[0]++);
            Go.go(() -> {
                awaitReceivers(c, 1);
                c.send(1);
            });
            waits.run();
        });
        assertEquals(12, chosen[0]);
        assertEquals(0, receivers(never));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullArguments_areRefused() {
        Chan<Integer> c = chan(1);
        assertThrows(NullPointerException.class, () -> select().recv(c, (Action) null));
        assertThrows(NullPointerException.class, () -> select().recv(c, (Handler<Option<Integer>>) null));
        assertThrows(NullPointerException.class, () -> select().send(c, 1, null));
        assertThrows(NullPointerException.class, () -> select().sendFrom(c, null, () -> {}));
        assertThrows(NullPointerException.class, () -> select().after(null, () -> {}));
        assertThrows(NullPointerException.class, () -> select().after(LONG, null));
        assertThrows(NullPointerException.class, () -> select().otherwise(null));
    }

    /** Interrupted while the bodies run: the status is theirs to see. */
    @ParameterizedTest
    @EnumSource
    void run_interruptedBefore_keepsTheStatus(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            Thread.currentThread().interrupt();
            c.send(1);
            boolean seen = choose().recv(c, v -> Thread.currentThread().isInterrupted())
                    .recv(nilChan(), () -> false)
                    .get();
            assertTrue(seen);
            assertTrue(choose().after(MOMENT, () -> Thread.currentThread().isInterrupted())
                    .get());
            assertTrue(Thread.interrupted());
        });
    }
}
