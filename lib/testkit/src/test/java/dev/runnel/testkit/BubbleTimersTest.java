package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.now;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timers by virtual time: what Go's tests of {@code synctest} assert of them, and more; T3 to T7, B3, B5, B8. */
class BubbleTimersTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration INSTANT = Duration.ofNanos(1);
    private static final int TRIES = 1000;

    private static Duration seconds(long n) {
        return Duration.ofSeconds(n);
    }

    private static Instant at(long second) {
        return ORIGIN.plusSeconds(second);
    }

    // ---------------------------------------------------------------- Go's

    /** TestTimerReset. */
    @Test
    void reset_countsFromNow() {
        Bubble.run(() -> {
            Timer timer = new Timer(seconds(1));
            assertEquals(at(1), timer.c().recv().get());
            assertFalse(timer.reset(seconds(2)));
            assertEquals(at(3), timer.c().recv().get());
            timer.reset(seconds(3));
            sleep(seconds(1));
            assertTrue(timer.reset(seconds(3)));
            assertEquals(at(7), timer.c().recv().get());
            assertEquals(at(7), now());
        });
    }

    /** TestTimeAfter: what the function starts is in the bubble, as the function is. */
    @Test
    void function_andWhatItStarts_areInTheBubble() {
        Bubble.run(() -> {
            AtomicInteger steps = new AtomicInteger();
            afterFunc(seconds(1), () -> {
                assertTrue(Bubble.isInside());
                steps.incrementAndGet();
                go(() -> {
                    sleep(seconds(1));
                    assertEquals(at(2), now());
                    steps.incrementAndGet();
                });
            });
            sleep(seconds(3));
            Bubble.await();
            assertEquals(2, steps.get());
        });
    }

    /** TestTimerAfterBubbleExit. */
    @Test
    void function_thatIsDueAfterMainHasReturned_doesNotRun() {
        AtomicBoolean ran = new AtomicBoolean();
        Bubble.run(() -> afterFunc(seconds(1), () -> ran.set(true)));
        assertFalse(ran.get());
    }

    /** TestTimerFromOutsideBubble. */
    @Test
    void timerFromOutside_goesOffByItsOwnClock_andCanBeStoppedHere() {
        Timer timer = new Timer(Duration.ofMillis(10));
        Timer other = new Timer(Duration.ofHours(1));
        Bubble.run(() -> {
            timer.c().recv();
            assertEquals(ORIGIN, now());
            assertTrue(other.reset(Duration.ofMillis(10)));
            other.c().recv();
            assertEquals(ORIGIN, now());
        });
        assertFalse(timer.stop());
        assertFalse(other.stop());
    }

    /** TestAfterFuncRunsImmediately, without a standstill. */
    @Test
    void functionThatIsDue_isStartedAtOnce() {
        Bubble.run(() -> {
            AtomicInteger ran = new AtomicInteger();
            Timer timer = afterFunc(Duration.ZERO, ran::incrementAndGet);
            while (ran.get() < 1) {
                gosched();
            }
            assertFalse(timer.reset(seconds(-1)));
            while (ran.get() < 2) {
                gosched();
            }
            assertEquals(ORIGIN, now());
        });
    }

    /** TestTimerResetZeroDoNotHang; a channel that is closed for a context. */
    @Test
    void resetToZero_wakesWhoWaits_andLetsTheBubbleComeToRest() {
        Bubble.run(() -> {
            Timer timer = new Timer(Duration.ZERO);
            Chan<Integer> done = chan();
            int[] wakeUps = {0};
            go(() -> {
                boolean[] over = {false};
                var step = select().recv(done, () -> over[0] = true).recv(timer.c(), () -> wakeUps[0]++);
                while (!over[0]) {
                    step.run();
                }
            });
            Bubble.await();
            assertEquals(1, wakeUps[0]);
            timer.reset(Duration.ZERO);
            Bubble.await();
            assertEquals(2, wakeUps[0]);
            done.close();
            Bubble.await();
            assertEquals(ORIGIN, now());
        });
    }

    /** What is tried from outside, as in TestTimerFromInsideBubble and more, and what the failure says. */
    enum Use {
        READ("receive on synctest channel", timers -> timers.timer.c().recv()),
        RESET("reset of synctest timer", timers -> timers.timer.reset(seconds(1))),
        STOP("stop of synctest timer", timers -> timers.timer.stop()),
        READ_TICKER("receive on synctest channel", timers -> timers.ticker.c().tryRecv()),
        RESET_TICKER("reset of synctest timer", timers -> timers.ticker.reset(seconds(1))),
        STOP_TICKER("stop of synctest timer", timers -> timers.ticker.stop()),
        RESET_FUNCTION("reset of synctest timer", timers -> timers.function.reset(seconds(1))),
        STOP_FUNCTION("stop of synctest timer", timers -> timers.function.stop());

        private final String words;
        private final Consumer<Timers> use;

        Use(String words, Consumer<Timers> use) {
            this.words = words;
            this.use = use;
        }
    }

    private record Timers(Timer timer, Ticker ticker, Timer function) {}

    /**
     * TestTimerFromInsideBubble: from a goroutine of the default runtime, and from another bubble. The timers go on.
     */
    @ParameterizedTest
    @EnumSource
    void timerFromInside_cannotBeUsedOutside(Use use) {
        for (boolean fromABubble : new boolean[] {false, true}) {
            Chan<Timers> handedOut = chan();
            Chan<String> said = chan();
            Thread.ofPlatform().start(() -> {
                Runnable outsider = () -> {
                    Timers timers = handedOut.recv().get();
                    said.send(assertThrows(ChannelException.OutsideBubble.class, () -> use.use.accept(timers))
                            .getMessage());
                };
                if (fromABubble) {
                    Bubble.run(outsider::run);
                } else {
                    go(outsider::run);
                }
            });
            Bubble.run(() -> {
                AtomicInteger ran = new AtomicInteger();
                Timers mine = new Timers(
                        new Timer(seconds(1)), new Ticker(seconds(1)), afterFunc(seconds(1), ran::incrementAndGet));
                handedOut.send(mine);
                assertEquals(use.words + " from outside bubble", said.recv().get());
                assertEquals(at(1), mine.timer.c().recv().get());
                assertEquals(at(1), mine.ticker.c().recv().get());
                Bubble.await();
                assertEquals(1, ran.get());
            });
        }
    }

    /** TestTimerNondeterminism, of functions. */
    @Test
    void functionsOfOneInstant_runInEitherOrder() {
        Bubble.run(() -> {
            Set<Integer> first = new HashSet<>();
            for (int i = 0; i < TRIES && first.size() < 2; i++) {
                List<Integer> order = new ArrayList<>();
                afterFunc(INSTANT, () -> order.add(1));
                afterFunc(INSTANT, () -> order.add(2));
                sleep(INSTANT);
                Bubble.await();
                assertEquals(2, order.size());
                first.add(order.get(0));
            }
            assertEquals(Set.of(1, 2), first);
        });
    }

    // ---------------------------------------------------------------- ours

    /** T3, T4: a timer is stopped that was due long before; T5: the value is of its time. */
    @Test
    void valueThatNobodyTook_isGoneAfterStopAndAfterReset() {
        Bubble.run(() -> {
            Timer timer = new Timer(seconds(1));
            sleep(seconds(5));
            assertTrue(timer.stop());
            assertTrue(timer.c().tryRecv().isEmpty());
            assertFalse(timer.reset(seconds(1)));
            sleep(seconds(5));
            assertTrue(timer.reset(seconds(1)));
            assertTrue(timer.c().tryRecv().isEmpty());
            sleep(seconds(5));
            assertEquals(at(11), timer.c().tryRecv().toOption().get());
            assertFalse(timer.stop());
        });
    }

    /** T7: a new period begins with the reset, and keeps its own phase; the tick that was kept is dropped. */
    @Test
    void tickerReset_beginsANewPhase() {
        Bubble.run(() -> {
            Ticker ticker = new Ticker(seconds(10));
            assertEquals(at(10), ticker.c().recv().get());
            sleep(seconds(25)); // 20 is kept, 30 dropped
            ticker.reset(seconds(4));
            assertTrue(ticker.c().tryRecv().isEmpty());
            assertEquals(at(39), ticker.c().recv().get());
            sleep(seconds(9)); // until 48
            assertEquals(at(43), ticker.c().recv().get());
            assertEquals(at(51), ticker.c().recv().get());
            ticker.stop();
            sleep(seconds(9));
            assertTrue(ticker.c().tryRecv().isEmpty());
            ticker.reset(seconds(1));
            assertEquals(at(61), ticker.c().recv().get());
        });
    }

    /** B5: a ticker that is stopped while one waits no longer moves the clock. */
    @Test
    void waitForAStoppedTicker_isADeadlock() {
        AtomicInteger ticks = new AtomicInteger();
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> Bubble.run(() -> {
                    Ticker ticker = new Ticker(seconds(1));
                    afterFunc(Duration.ofMillis(3500), ticker::stop);
                    while (true) {
                        ticker.c().recv();
                        ticks.incrementAndGet();
                    }
                }));
        assertTrue(deadlock.getMessage().startsWith("deadlock: all goroutines in bubble are blocked\n"));
        assertTrue(deadlock.dump().contains("len 0, cap 0"), deadlock::dump);
        assertEquals(3, ticks.get());
    }

    /** A timeout that others put off for as long as something happens. */
    @Test
    void timeoutThatIsPutOff_comesAfterTheLastTime() {
        Bubble.run(() -> {
            Timer idle = new Timer(seconds(3));
            go(() -> {
                for (int i = 0; i < 5; i++) {
                    sleep(seconds(2));
                    assertTrue(idle.reset(seconds(3)));
                }
            });
            assertEquals(at(13), idle.c().recv().get());
            assertEquals(at(13), now());
        });
    }

    /** Setting, stopping and what the timer starts are steps, told with the timer. */
    @Test
    void steps_nameTimersAndWhatTheyStart() {
        List<String> steps = Schedule.PLAIN
                .replay(() -> {
                    Timer timer = new Timer(seconds(1));
                    timer.reset(seconds(2));
                    afterFunc(seconds(1), () -> timer.stop());
                    after(seconds(3)).recv();
                })
                .steps();
        assertTrue(steps.contains("goroutine 1 \"main\" sets the timer Chan#1 (len 0, cap 0)"), steps::toString);
        assertTrue(steps.contains("goroutine 1 \"main\" sets the timer afterFunc"), steps::toString);
        assertTrue(steps.contains("the clock goes on to 1s: starts goroutine 2"), steps::toString);
        assertTrue(steps.contains("goroutine 2 stops the timer Chan#1 (len 0, cap 0)"), steps::toString);
    }
}
