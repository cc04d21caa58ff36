package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.goexit;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.now;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static dev.runnel.Go.tick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** B1 to B8 of the semantics; names after Go's tests where there is one. */
class BubbleTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String ALL_BLOCKED = "deadlock: all goroutines in bubble are blocked";
    private static final String MAIN_EXITED =
            "deadlock: main bubble goroutine has exited but blocked goroutines remain";

    @Test
    void now_beginsIn2000AndCodeTakesNoTime() {
        Bubble.run(() -> {
            assertEquals(ORIGIN, now());
            go(() -> {
                assertEquals(ORIGIN, now());
                sleep(SECOND);
                assertEquals(ORIGIN.plus(SECOND), now());
            });
            sleep(SECOND.multipliedBy(2));
            assertEquals(ORIGIN.plusSeconds(2), now());
        });
    }

    @Test
    void runEmpty_returns() {
        Bubble.run(() -> {});
    }

    @Test
    void bubble_isOfAnyLength() {
        Bubble.run(() -> {
            Chan<Integer> c = chan();
            for (int i = 0; i <= Explorer.STEPS; i++) {
                c.len();
            }
        });
    }

    @Test
    void simpleWait_returns() {
        Bubble.run(Bubble::await);
    }

    @Test
    void goroutineWait_seesWhatTheOtherDid() {
        Bubble.run(() -> {
            boolean[] done = {false};
            go(() -> {
                gosched();
                done[0] = true;
            });
            assertFalse(done[0]);
            Bubble.await();
            assertTrue(done[0]);
        });
    }

    @Test
    void wait_chainOfAHundred() {
        Bubble.run(() -> {
            Chan<Integer> first = chan();
            Chan<Integer> last = first;
            for (int i = 0; i < 100; i++) {
                Chan<Integer> from = last;
                Chan<Integer> to = chan();
                go(() -> to.send(from.recv().get() + 1));
                last = to;
            }
            Chan<Integer> end = last;
            int[] result = {0};
            go(() -> result[0] = end.recv().get());
            Bubble.await();
            assertEquals(0, result[0]);
            first.send(0);
            Bubble.await();
            assertEquals(100, result[0]);
        });
    }

    @Test
    void await_doesNotMoveTheClock() {
        Bubble.run(() -> {
            boolean[] woken = {false};
            go(() -> {
                sleep(SECOND);
                woken[0] = true;
            });
            Bubble.await();
            assertFalse(woken[0]);
            assertEquals(ORIGIN, now());
            sleep(SECOND);
            Bubble.await();
            assertTrue(woken[0]);
        });
    }

    @Test
    void manyBubbles_eachBeginAnew() {
        for (int i = 0; i < 100; i++) {
            Bubble.run(() -> {
                assertEquals(ORIGIN, now());
                sleep(Duration.ofDays(365));
            });
        }
    }

    @Test
    void run_waitsForAllGoroutines() {
        boolean[] ended = {false};
        Bubble.run(() -> go(() -> {
            gosched();
            gosched();
            ended[0] = true;
        }));
        assertTrue(ended[0]);
    }

    @Test
    void timers_ofOneInstantFireInEitherOrder() {
        Set<String> orders = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            Bubble.run(seed, () -> {
                StringBuilder order = new StringBuilder();
                go(() -> {
                    sleep(SECOND);
                    order.append('a');
                });
                go(() -> {
                    sleep(SECOND);
                    order.append('b');
                });
                sleep(SECOND.multipliedBy(2));
                orders.add(order.toString());
            });
        }
        assertEquals(Set.of("ab", "ba"), orders);
    }

    @Test
    void after_givesTheTimeAtWhichItWasDue() {
        Bubble.run(() -> {
            RecvChan<Instant> due = after(SECOND);
            assertTrue(due.tryRecv().isEmpty());
            sleep(SECOND.multipliedBy(3));
            assertEquals(ORIGIN.plus(SECOND), due.recv().get());
            assertTrue(after(Duration.ZERO).tryRecv().toOption().isDefined());
        });
    }

    @Test
    void tick_ticks() {
        Bubble.run(() -> {
            RecvChan<Instant> ticks = tick(SECOND);
            for (int i = 1; i <= 5; i++) {
                assertEquals(ORIGIN.plusSeconds(i), ticks.recv().get());
            }
        });
    }

    @Test
    void select_timesOut() {
        Bubble.run(() -> {
            int[] chosen = {0};
            select().recv(chan(), () -> chosen[0] = 1)
                    .after(SECOND, () -> chosen[0] = 2)
                    .run();
            assertEquals(2, chosen[0]);
            assertEquals(ORIGIN.plus(SECOND), now());
        });
    }

    @Test
    void deadlockRoot_fails() {
        DeadlockException failure = deadlock(() -> nilChan().recv());
        assertTrue(failure.getMessage().startsWith(ALL_BLOCKED), failure.getMessage());
        assertTrue(failure.dump().contains("goroutine 1 \"main\" [chan receive (nil chan)]"), failure.dump());
    }

    @Test
    void deadlockChild_fails() {
        DeadlockException failure = deadlock(() -> go("child", () -> nilChan().recv()));
        assertTrue(failure.getMessage().startsWith(MAIN_EXITED), failure.getMessage());
        assertTrue(failure.dump().contains("\"child\" [chan receive (nil chan)]"), failure.dump());
        assertFalse(failure.dump().contains("\"main\""), failure.dump());
    }

    @Test
    void deadlockTicker_failsAsTimeDoesNotGoOnAfterMain() {
        DeadlockException failure = deadlock(() -> go(() -> tick(SECOND).forEach(time -> {})));
        assertTrue(failure.getMessage().startsWith(MAIN_EXITED), failure.getMessage());
    }

    @Test
    void deadlockWhileWaiting_returnsFromTheWait() {
        Bubble.run(() -> {
            Chan<Integer> c = chan();
            go(() -> c.recv());
            Bubble.await();
            c.send(1);
        });
    }

    /** Its stack leads to the test, whoever found it. */
    private static DeadlockException deadlock(Body body) {
        DeadlockException failure = assertThrows(DeadlockException.class, () -> Bubble.run(body));
        assertTrue(
                Arrays.stream(failure.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("deadlock")),
                () -> Arrays.toString(failure.getStackTrace()));
        return failure;
    }

    @Test
    void goexitOfMain_isAReturn() {
        boolean[] ended = {false};
        Bubble.run(() -> {
            go(() -> {
                gosched();
                ended[0] = true;
            });
            goexit();
        });
        assertTrue(ended[0]);
    }

    @Test
    void failure_comesOutAsItIsWithTheSeed() {
        IOException mine = new IOException("mine");
        assertEquals(
                mine,
                assertThrows(
                        IOException.class,
                        () -> Bubble.run(42, () -> {
                            throw mine;
                        })));
        assertTrue(mine.getSuppressed()[0].getMessage().contains("Bubble.run(42, body)"));
        AssertionError child = new AssertionError("child");
        assertEquals(
                child,
                assertThrows(
                        AssertionError.class,
                        () -> Bubble.run(() -> {
                            go(() -> {
                                throw child;
                            });
                            sleep(SECOND);
                        })));
    }

    /** Of a runtime that the program has run somewhere, say. */
    @Test
    void deadlockThatTheProgramThrows_comesOutAsItIs() {
        DeadlockException mine = new DeadlockException("all goroutines are asleep - deadlock!", "another runtime's");
        for (Body body : List.<Body>of(
                () -> {
                    throw mine;
                },
                () -> {
                    go(() -> {
                        throw mine;
                    });
                    sleep(SECOND);
                })) {
            assertSame(mine, assertThrows(DeadlockException.class, () -> Bubble.run(body)));
        }
    }

    @Test
    void seedOfTheProperty_isUsed() {
        with("runnel.seed", "123", () -> {
            DeadlockException failure = deadlock(() -> nilChan().recv());
            String told = failure.getSuppressed()[0].getMessage();
            assertEquals("in a bubble; run it again with Bubble.run(123, body) or -Drunnel.seed=123", told);
        });
    }

    @Test
    void deadlock_hasWhatTheFlightRecorderHad() {
        with("runnel.trace", "on", () -> {
            for (Body body : List.<Body>of(
                    () -> nilChan().recv(), () -> go(() -> nilChan().recv()))) {
                DeadlockException failure = deadlock(body);
                assertTrue(failure.flightRecord().isDefined(), failure::getMessage);
            }
        });
        assertTrue(deadlock(() -> nilChan().recv()).flightRecord().isEmpty());
    }

    private static void with(String property, String value, Runnable test) {
        String before = System.getProperty(property);
        System.setProperty(property, value);
        try {
            test.run();
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    @Test
    void select_takesEitherClause_asTheSeedSays() {
        Set<Integer> chosen = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            int first = chosenOfTwo(seed);
            assertEquals(first, chosenOfTwo(seed));
            chosen.add(first);
        }
        assertEquals(Set.of(1, 2), chosen);
    }

    private static int chosenOfTwo(int seed) {
        int[] chosen = {0};
        Bubble.run(seed, () -> {
            Chan<Integer> a = chan(1);
            Chan<Integer> b = chan(1);
            a.send(1);
            b.send(2);
            select().recv(a, () -> chosen[0] = 1).recv(b, () -> chosen[0] = 2).run();
        });
        return chosen[0];
    }

    @Test
    void noBody_isNamed() {
        assertEquals(
                "body",
                assertThrows(NullPointerException.class, () -> Bubble.run(null)).getMessage());
    }

    @Test
    void nesting_isRejectedInGosWords() {
        String text = "synctest.Run called from within a synctest bubble";
        Bubble.run(() -> assertEquals(
                text,
                assertThrows(IllegalStateException.class, () -> Bubble.run(() -> {}))
                        .getMessage()));
        Schedule.PLAIN.run(() -> {
            IllegalStateException told = assertThrows(IllegalStateException.class, () -> Bubble.run(() -> {}));
            assertTrue(told.getMessage().contains("a run of Schedules"), told::getMessage);
        });
    }

    @Test
    void await_outsideIsRejectedInGosWords() {
        String text = "goroutine is not in a bubble";
        assertEquals(
                text, assertThrows(IllegalStateException.class, Bubble::await).getMessage());
        Go.run(() -> assertEquals(
                text, assertThrows(IllegalStateException.class, Bubble::await).getMessage()));
    }

    @Test
    void await_onlyOneAtATime() {
        Bubble.run(() -> {
            Chan<Boolean> begun = chan(1);
            go(() -> {
                begun.send(true);
                Bubble.await();
            });
            begun.recv();
            gosched();
            assertEquals(
                    "wait already in progress",
                    assertThrows(IllegalStateException.class, Bubble::await).getMessage());
        });
    }

    @Test
    void await_worksInRunsOfSchedulesToo() {
        Schedules.check(200, () -> {
            int[] n = {0};
            for (int i = 0; i < 3; i++) {
                go(() -> {
                    gosched();
                    n[0]++;
                });
            }
            Bubble.await();
            assertEquals(3, n[0]);
            assertTrue(Bubble.isInside());
        });
        assertFalse(Bubble.isInside());
    }

    @Test
    void awaitOfAnotherAfterMain_goesOn() {
        boolean[] ended = {false};
        Bubble.run(() -> go(() -> {
            Bubble.await();
            ended[0] = true;
        }));
        assertTrue(ended[0]);
    }
}
