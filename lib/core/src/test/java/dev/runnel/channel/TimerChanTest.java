package dev.runnel.channel;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.tick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.runtime.channel.Queues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** sleep, after and tick: T1, T2, T5, T7, C4, C17, S26. */
class TimerChanTest {

    private static final Duration MOMENT = Duration.ofMillis(3);
    private static final int ROUNDS = 100_000;
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    // ---------------------------------------------------------------- sleep

    /** T1. */
    @ParameterizedTest
    @EnumSource
    void sleep_waitsAtLeastSoLong(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 5; i++) {
                long begin = System.nanoTime();
                Go.sleep(MOMENT);
                assertTrue(System.nanoTime() - begin >= MOMENT.toNanos());
                begin = System.nanoTime();
                Go.sleepInterruptibly(MOMENT);
                assertTrue(System.nanoTime() - begin >= MOMENT.toNanos());
            }
        });
    }

    /** T1: if these waited, the test would not end. */
    @ParameterizedTest
    @EnumSource
    void sleep_zeroOrLess_returnsAtOnce(Kind kind) {
        kind.run(crew -> {
            Go.sleep(Duration.ZERO);
            Go.sleep(Duration.ofDays(-10_000));
            Go.sleep(EVER.negated());
        });
    }

    /**
     * The sleepers wake, none too early. The order in which they run is not asserted: if the machine stands still,
     * several are due at once, and the last of these becomes next.
     */
    @Test
    void sleepers_wake_notBeforeTheirTime() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Integer> woken = new ArrayList<>();
            Chan<Integer> done = chan();
            for (int i = 9; i >= 0; i--) {
                int me = i;
                Go.go(() -> {
                    long begin = System.nanoTime();
                    Go.sleep(Duration.ofMillis(50 + 20 * me));
                    assertTrue(System.nanoTime() - begin >= (50 + 20 * me) * 1_000_000L);
                    woken.add(me);
                    done.send(me);
                });
            }
            for (int i = 0; i < 10; i++) {
                done.recv();
            }
            assertEquals(
                    List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
                    woken.stream().sorted().toList());
        });
    }

    // ---------------------------------------------------------------- after

    /** T2, C4. */
    @ParameterizedTest
    @EnumSource
    void timerChannels_lookUnbuffered(Kind kind) {
        kind.run(crew -> {
            for (RecvChan<Instant> c : List.of(after(Duration.ZERO), after(EVER), tick(Duration.ofNanos(1)))) {
                assertEquals(0, c.len());
                assertEquals(0, c.cap());
                c.tryRecv();
                assertEquals(0, c.len());
                assertEquals(0, c.cap());
            }
        });
    }

    /** T2: the value is the time at which the timer was due, which is past. */
    @Test
    void value_isNeverInTheFuture() {
        for (int i = 0; i < ROUNDS; i++) {
            RecvChan<Instant> c = after(Duration.ofNanos(1_000));
            Instant value = null;
            while (value == null) {
                value = c.tryRecv().toOption().getOrNull();
            }
            assertFalse(value.isAfter(Instant.now()), "in round " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void after_givesOneValue(Kind kind) {
        kind.run(crew -> {
            long begin = System.nanoTime();
            RecvChan<Instant> c = after(MOMENT);
            assertTrue(c.recv().isDefined());
            assertTrue(System.nanoTime() - begin >= MOMENT.toNanos());
            assertTrue(c.tryRecv().isEmpty());
            assertTrue(c.tryRecv(MOMENT).isEmpty());
        });
    }

    @ParameterizedTest
    @EnumSource
    void after_zeroOrLess_isDueAtOnce(Kind kind) {
        kind.run(crew -> {
            for (Duration delay : List.of(Duration.ZERO, Duration.ofDays(-1), EVER.negated())) {
                RecvChan<Instant> c = after(delay);
                assertTrue(c.tryRecv().toOption().isDefined());
                assertTrue(c.tryRecv().isEmpty());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void after_ever_neverComes(Kind kind) {
        kind.run(crew -> {
            RecvChan<Instant> c = after(EVER);
            assertTrue(c.tryRecv().isEmpty());
            assertTrue(c.tryRecv(MOMENT).isEmpty());
            Go.select()
                    .recv(c, v -> assertTrue(v.isEmpty()))
                    .after(MOMENT, () -> {})
                    .run();
        });
    }

    /** T5: what counts is when it was due, however late it is read. */
    @ParameterizedTest
    @EnumSource
    void after_readLate_givesTheTimeItWasDue(Kind kind) {
        kind.run(crew -> {
            Instant before = Instant.now();
            RecvChan<Instant> c = after(MOMENT);
            Instant latest = Instant.now().plus(MOMENT);
            Go.sleep(Duration.ofMillis(30));
            Instant due = c.recv().get();
            assertFalse(due.isBefore(before.plus(MOMENT)));
            assertFalse(due.isAfter(latest));
        });
    }

    /** As above, with a receiver that waits. */
    @ParameterizedTest
    @EnumSource
    void after_waitedFor_givesTheTimeItWasDue(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 5; i++) {
                Instant before = Instant.now();
                RecvChan<Instant> c = after(MOMENT);
                Instant latest = Instant.now().plus(MOMENT);
                Instant due = c.recv().get();
                assertFalse(due.isBefore(before.plus(MOMENT)));
                assertFalse(due.isAfter(latest));
            }
        });
    }

    /** Several receivers wait: one gets the value. */
    @ParameterizedTest
    @EnumSource
    void after_severalReceivers_oneGetsIt(Kind kind) {
        kind.run(crew -> {
            RecvChan<Instant> c = after(Duration.ofMillis(20));
            Chan<Integer> over = chan();
            List<Boolean> got = Collections.synchronizedList(new ArrayList<>());
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(crew.go(() -> got.add(
                        Go.choose().recv(c, () -> true).recv(over, () -> false).get())));
            }
            Await.until(() -> !got.isEmpty());
            over.close();
            all.forEach(Member::join);
            assertEquals(1, Collections.frequency(got, true));
        });
    }

    /** The first receiver gives up; the timer goes on for the second. */
    @ParameterizedTest
    @EnumSource
    void after_receiverGivesUp_othersStillGetIt(Kind kind) {
        kind.run(crew -> {
            RecvChan<Instant> c = after(Duration.ofMillis(25));
            Member second = crew.go(() -> assertTrue(c.recv().isDefined()));
            Await.until(() -> Queues.receivers(c) == 1 || second.hasEnded()); // it may be slow, and the time over
            Go.select().recv(c, () -> {}).after(MOMENT, () -> {}).run();
            second.join();
        });
    }

    // ---------------------------------------------------------------- tick

    /** T7. */
    @Test
    void tick_notPositive_isNil() {
        assertSame(nilChan(), tick(Duration.ZERO));
        assertSame(nilChan(), tick(Duration.ofNanos(-1)));
        assertSame(nilChan(), tick(EVER.negated()));
    }

    /** T7, P65: ticks are whole periods from the first, however late each is taken. */
    @ParameterizedTest
    @EnumSource
    void tick_keepsItsPhase(Kind kind) {
        kind.run(crew -> {
            RecvChan<Instant> c = tick(MOMENT);
            Instant first = c.recv().get();
            Instant last = first;
            for (int i = 0; i < 12; i++) {
                if (i % 3 == 1) {
                    Go.sleep(Duration.ofMillis(4));
                }
                Instant now = c.recv().get();
                assertTrue(now.isAfter(last));
                assertEquals(0, Duration.between(first, now).toNanos() % MOMENT.toNanos());
                last = now;
            }
        });
    }

    /** T7: one of the ticks that no one took is kept. */
    @ParameterizedTest
    @EnumSource
    void tick_notTaken_oneIsKept(Kind kind) {
        kind.run(crew -> {
            Duration period = Duration.ofMillis(40);
            RecvChan<Instant> c = tick(period);
            Instant begin = Instant.now();
            Go.sleep(Duration.ofMillis(130));
            Instant kept = c.tryRecv().toOption().get();
            // A second tick at once would be one of the past: unless a period has gone by since, there is none.
            TryRecv<Instant> another = c.tryRecv();
            if (!another.isEmpty()) {
                Instant next = another.toOption().get();
                assertTrue(Duration.between(kept, next).compareTo(period) > 0, "ticks between were dropped");
            }
            assertTrue(Duration.between(begin, kept).compareTo(Duration.ofMillis(130)) < 0);
        });
    }

    @ParameterizedTest
    @EnumSource
    void tick_inRange_goesOn(Kind kind) {
        kind.run(crew -> {
            int n = 0;
            for (Instant unused : tick(Duration.ofMillis(1))) {
                if (++n == 5) {
                    break;
                }
            }
            assertEquals(5, n);
            assertEquals(
                    3, tick(Duration.ofMillis(1)).stream().limit(3).distinct().count());
        });
    }

    /** S26: a due timer is seen by a select that does not wait, and by one that does. */
    @ParameterizedTest
    @EnumSource
    void select_seesTimers(Kind kind) {
        kind.run(crew -> {
            RecvChan<Instant> c = after(Duration.ZERO);
            assertEquals(
                    "due",
                    Go.choose().recv(c, () -> "due").otherwise(() -> "no").get());
            assertEquals(
                    "no", Go.choose().recv(c, () -> "due").otherwise(() -> "no").get());
            assertEquals(
                    "soon",
                    Go.choose()
                            .recv(after(EVER), () -> "never")
                            .recv(after(MOMENT), () -> "soon")
                            .recv(nilChan(), () -> "nil")
                            .get());
            RecvChan<Instant> ticks = tick(Duration.ofMillis(1));
            int[] seen = new int[1];
            var loop = Go.select().recv(ticks, () -> seen[0]++).recv(chan(), () -> {});
            for (int i = 0; i < 5; i++) {
                loop.run();
            }
            assertEquals(5, seen[0]);
        });
    }

    /** A goroutine that only waits for a timer is not deadlocked. */
    @Test
    void after_onlyGoroutine_isNoDeadlock() {
        Runtimes.runOnAll(() -> {
            assertTrue(after(Duration.ofMillis(30)).recv().isDefined());
            Go.sleep(Duration.ofMillis(10));
            Await.until(() -> true);
        });
    }
}
