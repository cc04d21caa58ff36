package dev.runnel.time;

import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timers with a channel: T2 to T5, T10, P64. */
class TimerTest {

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static void assertEmpty(RecvChan<Instant> c) {
        assertTrue(c.tryRecv().isEmpty());
        assertEquals(0, c.len());
        assertEquals(0, c.cap());
    }

    // ---------------------------------------------------------------- nobody waits

    @ParameterizedTest
    @EnumSource
    void stop_beforeItIsDue_isTrueOnce(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(LONG);
            assertSame(timer.c(), timer.c());
            assertTrue(timer.stop());
            assertFalse(timer.stop());
            assertEmpty(timer.c());
        });
    }

    /** T3, T4: expired and unread counts as stopped, whether somebody has looked meanwhile or not. */
    @ParameterizedTest
    @EnumSource
    void stop_expiredButUnread_isTrueAndTakesTheValue(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(Duration.ZERO);
            assertTrue(timer.stop());
            assertEmpty(timer.c());
            assertFalse(timer.stop());

            timer.reset(MOMENT);
            Go.sleep(MOMENT);
            assertTrue(timer.stop());
            assertEmpty(timer.c());
        });
    }

    @ParameterizedTest
    @EnumSource
    void stopAndReset_afterTheValueWasReceived_areFalse(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(MOMENT);
            assertTrue(timer.c().recv().isDefined());
            assertFalse(timer.stop());
            assertFalse(timer.reset(Duration.ZERO));
            assertTrue(timer.c().tryRecv().toOption().isDefined());
            assertFalse(timer.reset(LONG));
            assertTrue(timer.reset(LONG));
            assertEmpty(timer.c());
        });
    }

    /** T3: the value of the old setting is gone, and that of the new one comes. */
    @ParameterizedTest
    @EnumSource
    void reset_expiredButUnread_dropsTheOldValue(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(Duration.ZERO);
            assertTrue(timer.reset(LONG));
            assertEmpty(timer.c());
            Instant before = Go.now();
            assertTrue(timer.reset(MOMENT));
            Instant latest = Go.now().plus(MOMENT);
            Instant due = timer.c().recv().get();
            assertFalse(due.isBefore(before.plus(MOMENT)), "T5");
            assertFalse(due.isAfter(latest), "T5");
            assertEmpty(timer.c());
        });
    }

    /** T3: nor is the value left of a timer that a select has seen to be due, and has not chosen. */
    @ParameterizedTest
    @EnumSource
    void reset_afterASelectPutTheValue_dropsIt(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 20; i++) {
                Timer one = new Timer(Duration.ZERO);
                Timer other = new Timer(Duration.ZERO);
                Timer loser = Go.choose()
                        .recv(one.c(), () -> other)
                        .recv(other.c(), () -> one)
                        .get();
                assertTrue(i % 2 == 0 ? loser.stop() : loser.reset(LONG));
                assertEmpty(loser.c());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void durations_outOfRange_areNowOrNever(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(EVER);
            assertTrue(timer.c().tryRecv(MOMENT).isEmpty());
            assertTrue(timer.reset(EVER.negated()));
            assertTrue(timer.c().tryRecv().toOption().isDefined());
            assertFalse(timer.reset(EVER));
            assertTrue(timer.stop());
        });
    }

    @Test
    void durationNull_isRefused() {
        assertThrows(NullPointerException.class, () -> new Timer(null));
        assertThrows(NullPointerException.class, () -> new Timer(LONG).reset(null));
        assertThrows(NullPointerException.class, () -> new Ticker(null));
        assertThrows(NullPointerException.class, () -> new Ticker(LONG).reset(null));
        assertThrows(NullPointerException.class, () -> Timer.afterFunc(null, () -> {}));
        assertThrows(NullPointerException.class, () -> Timer.afterFunc(LONG, null));
    }

    /** The dump says what the channel says of itself. */
    @Test
    void text_isThatOfAnUnbufferedChannel() {
        Timer timer = new Timer(Duration.ZERO);
        assertTrue(timer.toString().matches("Timer\\(Chan#\\d+ \\(len 0, cap 0\\)\\)"), timer::toString);
        timer.c().tryRecv(); // puts the value
        assertTrue(timer.c().toString().contains("(len 0, cap 0)"), timer::toString);
        assertTrue(Go.chan(3).toString().contains("(len 0, cap 3)"));
    }

    // ---------------------------------------------------------------- somebody waits

    @ParameterizedTest
    @EnumSource
    void reset_whileOneWaits_movesTheTime(Kind kind) {
        kind.run(crew -> {
            for (Duration to : List.of(MOMENT, Duration.ZERO, EVER.negated())) {
                Timer timer = new Timer(LONG);
                Member waits = crew.go(() -> assertTrue(timer.c().recv().isDefined()));
                awaitReceivers(timer.c(), 1);
                assertTrue(timer.reset(LONG.plus(LONG)));
                assertTrue(timer.reset(to));
                waits.join();
                assertFalse(timer.stop());
                assertEmpty(timer.c());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void reset_ofAStoppedOneForWhichOneWaits_wakesIt(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(LONG);
            assertTrue(timer.stop());
            Member waits = crew.go(() -> assertTrue(timer.c().recv().isDefined()));
            awaitReceivers(timer.c(), 1);
            assertFalse(timer.reset(LONG));
            assertTrue(timer.stop());
            assertFalse(timer.reset(MOMENT));
            waits.join();
        });
    }

    /** T10: either the stop has prevented the value, or somebody gets it. */
    @ParameterizedTest
    @EnumSource
    void stopRacingWithExpiry_agreesWithTheReceiver(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 300; i++) {
                Timer timer = new Timer(Duration.ofNanos(20_000));
                AtomicInteger received = new AtomicInteger();
                Member waits = crew.go(() -> {
                    if (Go.choose()
                            .recv(timer.c(), () -> true)
                            .after(Duration.ofNanos(20_000), () -> false)
                            .get()) {
                        received.incrementAndGet();
                    }
                });
                Go.sleep(Duration.ofNanos(19_000));
                boolean stopped = timer.stop();
                waits.join();
                assertEmpty(timer.c());
                assertEquals(stopped ? 0 : 1, received.get());
            }
        });
    }

    /** T10: several parties stop and set the timer, and receive; each setting ends in one way. */
    @ParameterizedTest
    @EnumSource
    void settings_endInOneWayEach(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(LONG);
            AtomicInteger settings = new AtomicInteger(1);
            AtomicInteger ends = new AtomicInteger();
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int party = i;
                all.add(crew.go(() -> {
                    for (int n = 0; n < 2_000; n++) {
                        boolean ended = switch ((n + party) % 3) {
                            case 0 -> {
                                settings.incrementAndGet();
                                yield timer.reset(Duration.ofNanos(n % 7 * 100));
                            }
                            case 1 -> timer.stop();
                            default ->
                                !timer.c()
                                        .tryRecv(Duration.ofNanos(n % 5 * 100))
                                        .isEmpty();
                        };
                        if (ended) {
                            ends.incrementAndGet();
                        }
                    }
                }));
            }
            all.forEach(Member::join);
            if (timer.stop()) {
                ends.incrementAndGet();
            }
            assertEquals(settings.get(), ends.get());
            assertEmpty(timer.c());
        });
    }

    /** A stopped timer counts for nothing: whoever waits only for it waits for ever. */
    @Test
    void wait_forAStoppedTimer_isADeadlock() {
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> Runtimes.run(2, () -> {
                    Timer timer = new Timer(LONG);
                    Go.go(() -> {
                        awaitReceivers(timer.c(), 1);
                        timer.stop();
                    });
                    timer.c().recv();
                }));
        assertTrue(deadlock.dump().contains(" (timer, not set, len 0, cap 0)\n"), deadlock::dump);
    }

    /**
     * The later time to which it was set before does not keep it going: the second that waits for it waits for ever.
     */
    @Test
    void wait_forATimerThatHasGoneOffBeforeItsTime_isADeadlock() {
        assertThrows(
                DeadlockException.class,
                () -> Runtimes.run(2, () -> {
                    Timer timer = new Timer(LONG);
                    Go.go(() -> {
                        awaitReceivers(timer.c(), 2);
                        timer.reset(Duration.ZERO);
                    });
                    GoHandle other = Go.go(() -> timer.c().recv());
                    timer.c().recv();
                    other.join();
                }));
    }

    /** A receiver that cancels the channel has stopped the timer for ever: nobody is to have a value any more. */
    @ParameterizedTest
    @EnumSource
    void reset_whenTheChannelWasCancelled_setsNothing(Kind kind) {
        kind.run(crew -> {
            Timer timer = new Timer(LONG);
            timer.c().cancel();
            assertFalse(timer.reset(Duration.ZERO));
            assertTrue(timer.c().tryRecv().isClosed());
            assertFalse(timer.stop());
        });
    }

    /** A thread that was there before waits until a task is due: it has stopped a timer, and may set it again. */
    @Test
    void wait_forATimerThatAThreadHasStopped_isNoDeadlock() throws Exception {
        withAThread(pool -> {
            Timer timer = new Timer(LONG);
            assertTrue(pool.submit(timer::stop).get());
            pool.schedule(() -> timer.reset(MOMENT), 100, TimeUnit.MILLISECONDS);
            assertTrue(timer.c().recv().isDefined());
        });
    }

    /** Likewise for a thread that has set a timer, which has gone off since. */
    @Test
    void wait_forATimerThatAThreadHasSet_isNoDeadlock() throws Exception {
        withAThread(pool -> {
            Timer timer = new Timer(LONG);
            assertTrue(pool.submit(() -> timer.reset(Duration.ZERO)).get());
            assertTrue(timer.c().recv().isDefined());
            pool.schedule(() -> timer.reset(MOMENT), 100, TimeUnit.MILLISECONDS);
            assertTrue(timer.c().recv().isDefined());
        });
    }

    @Test
    void wait_forAFunctionWhoseTimerAThreadHasSet_isNoDeadlock() throws Exception {
        withAThread(pool -> {
            Chan<Boolean> ran = Go.chan();
            Timer timer = Timer.afterFunc(LONG, () -> ran.send(true));
            assertTrue(pool.submit(() -> timer.reset(Duration.ZERO)).get());
            assertTrue(ran.recv().isDefined());
            pool.schedule(() -> timer.reset(MOMENT), 100, TimeUnit.MILLISECONDS);
            assertTrue(ran.recv().isDefined());
        });
    }

    /** A body that has a thread do its tasks. */
    private interface WithThread {
        void run(ScheduledExecutorService pool) throws Exception;
    }

    private static void withAThread(WithThread main) throws Exception {
        try (ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor(
                task -> Thread.ofPlatform().daemon().unstarted(task))) {
            pool.submit(() -> {}).get();
            Runtimes.run(1, () -> main.run(pool));
        }
    }
}
