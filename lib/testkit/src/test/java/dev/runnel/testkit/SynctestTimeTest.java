package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.now;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static dev.runnel.Go.tick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.RecvChan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What Go's tests of {@code synctest} assert of time, as far as {@link BubbleTest} does not; B2, B5, B8. */
class SynctestTimeTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration INSTANT = Duration.ofNanos(1);
    private static final int TRIES = 1000;

    /** TestMonotonicClock: times of inside and outside are on one scale. */
    @Test
    void clock_canBeSetByATimeOfOutside() {
        Instant outside = now();
        Bubble.run(() -> {
            sleep(Duration.between(now(), outside));
            assertEquals(outside, now());
            sleep(SECOND);
            assertEquals(SECOND, Duration.between(outside, now()));
        });
    }

    /** The example TestTime. */
    @Test
    void sleep_isExactToTheNanosecond() {
        Bubble.run(() -> {
            List<Duration> woken = new ArrayList<>();
            go(() -> {
                sleep(INSTANT);
                woken.add(Duration.between(ORIGIN, now()));
            });
            sleep(INSTANT.multipliedBy(2));
            woken.add(Duration.between(ORIGIN, now()));
            assertEquals(List.of(INSTANT, INSTANT.multipliedBy(2)), woken);
        });
    }

    /** TestTimerReadBeforeDeadline. */
    @Test
    void after_readBeforeItIsDue_waits() {
        Bubble.run(() -> {
            assertEquals(
                    ORIGIN.plusSeconds(5), after(Duration.ofSeconds(5)).recv().get());
            assertEquals(ORIGIN.plusSeconds(5), now());
        });
    }

    /** TestTimerReadAfterDeadline, TestTimerRanInPast. */
    @Test
    void after_lookedAtAfterItWasDue_isReadyWithThatTime() {
        Bubble.run(() -> {
            RecvChan<Instant> due = after(SECOND);
            sleep(SECOND.multipliedBy(2));
            select().recv(due, time -> assertEquals(ORIGIN.plus(SECOND), time.get()))
                    .otherwise(() -> fail("not ready"))
                    .run();
        });
    }

    /** TestTimerRunsImmediately. */
    @Test
    void afterZero_isReadyAtOnce() {
        Bubble.run(() -> select().recv(after(Duration.ZERO), time -> assertEquals(ORIGIN, time.get()))
                .otherwise(() -> fail("not ready"))
                .run());
    }

    /** TestTimeAfter, with a goroutine in place of the timer's function: what a timer wakes stays in the bubble. */
    @Test
    void goroutinesStartedByWhoATimerWoke_areInTheBubble() {
        Bubble.run(() -> {
            int[] steps = {0};
            go(() -> {
                sleep(SECOND);
                steps[0]++;
                go(() -> {
                    assertTrue(Bubble.isInside());
                    sleep(SECOND);
                    steps[0]++;
                });
            });
            sleep(SECOND.multipliedBy(3));
            Bubble.await();
            assertEquals(2, steps[0]);
        });
    }

    /**
     * TestTimerAfterBubbleExit: a timer that nobody waits for does not keep the bubble, and time does not go on to it.
     */
    @Test
    void timersThatNobodyWaitsFor_endWithTheBubble() {
        List<RecvChan<Instant>> left = new ArrayList<>();
        Bubble.run(() -> {
            left.add(after(SECOND));
            left.add(tick(SECOND));
            Bubble.await();
            assertEquals(ORIGIN, now());
        });
        assertEquals(2, left.size());
    }

    /** TestTimerNondeterminism. */
    @Test
    void timersOfOneInstant_areReadyInEitherOrder() {
        Bubble.run(() -> {
            Set<Integer> first = new HashSet<>();
            for (int i = 0; i < TRIES && first.size() < 2; i++) {
                select().recv(after(INSTANT), () -> first.add(1))
                        .recv(after(INSTANT), () -> first.add(2))
                        .run();
                Bubble.await();
            }
            assertEquals(Set.of(1, 2), first);
        });
    }

    /** TestSleepNondeterminism. */
    @Test
    void sleepersToOneInstant_wakeInEitherOrder() {
        Bubble.run(() -> {
            Set<Integer> first = new HashSet<>();
            for (int i = 0; i < TRIES && first.size() < 2; i++) {
                List<Integer> order = new ArrayList<>();
                for (int sleeper = 1; sleeper <= 2; sleeper++) {
                    int number = sleeper;
                    go(() -> {
                        sleep(INSTANT);
                        order.add(number);
                    });
                }
                sleep(INSTANT);
                Bubble.await();
                assertEquals(2, order.size());
                first.add(order.get(0));
            }
            assertEquals(Set.of(1, 2), first);
        });
    }

    /** {@code synctest.Sleep}. */
    @Test
    void sleepOfTheBubble_endsAfterAllThatWokeAtThatInstant() {
        Bubble.run(() -> {
            for (int i = 0; i < 100; i++) {
                int[] woken = {0};
                for (int sleepers = 0; sleepers < 3; sleepers++) {
                    go(() -> {
                        sleep(SECOND);
                        gosched();
                        woken[0]++;
                    });
                }
                Instant begin = now();
                Bubble.sleep(SECOND);
                assertEquals(3, woken[0]);
                assertEquals(SECOND, Duration.between(begin, now()));
            }
        });
    }

    @Test
    void sleepOfTheBubble_forNoTime_waitsForTheOthers() {
        Bubble.run(() -> {
            for (Duration none : List.of(Duration.ZERO, SECOND.negated())) {
                boolean[] ran = {false};
                go(() -> ran[0] = true);
                Bubble.sleep(none);
                assertTrue(ran[0]);
                assertEquals(ORIGIN, now());
            }
        });
    }

    @Test
    void sleepOfTheBubble_inARunOfSchedules() {
        Schedules.check(20, () -> {
            boolean[] woken = {false};
            go(() -> {
                sleep(SECOND);
                woken[0] = true;
            });
            Bubble.sleep(SECOND);
            assertTrue(woken[0]);
        });
    }

    /** It is refused before it sleeps: the test would take a thousand days. */
    @Test
    void sleepOfTheBubble_outside_isRefused() {
        Executable outside = () -> Bubble.sleep(Duration.ofDays(1000));
        assertEquals(
                "goroutine is not in a bubble",
                assertThrows(IllegalStateException.class, outside).getMessage());
        assertEquals(
                "duration",
                assertThrows(NullPointerException.class, () -> Bubble.sleep(null))
                        .getMessage());
    }

    @Test
    void sleepOfTheBubble_byTwoToOneInstant_isRefusedAsTwoThatAwaitAre() {
        Bubble.run(() -> {
            List<String> refused = new ArrayList<>();
            Runnable sleeper = () -> {
                try {
                    Bubble.sleep(SECOND);
                } catch (IllegalStateException again) {
                    refused.add(String.valueOf(again.getMessage()));
                }
            };
            GoHandle other = go(sleeper::run);
            sleeper.run();
            other.join();
            assertEquals(1, refused.size(), refused::toString);
        });
    }

    /** TestSynctestTimerRaceCtxCrash. */
    @Test
    void functionsOfOneInstant_startFunctionsThatAreDueAtOnce() {
        for (int i = 0; i < 20; i++) {
            int[] ran = {0};
            Bubble.run(() -> {
                for (int n = 0; n < 100; n++) {
                    afterFunc(SECOND, () -> afterFunc(Duration.ZERO, () -> ran[0]++));
                }
                sleep(SECOND.multipliedBy(2));
                assertEquals(100, ran[0]);
            });
        }
    }
}
