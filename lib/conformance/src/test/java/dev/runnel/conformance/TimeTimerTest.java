package dev.runnel.conformance;

import static dev.runnel.Go.after;
import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.testkit.Bubble;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** The tests of stopping and resetting timers in Go's {@code time} package. */
class TimeTimerTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MOMENT = Duration.ofNanos(1);
    private static final Duration PAST = Duration.between(Instant.now(), Instant.EPOCH);

    // ---------------------------------------------------------------- stop

    @GoTest(
            value = "time TestAfterStop",
            covers = {"T3", "T4", "T6"},
            everySchedule = true)
    void timersStoppedBeforeTheirTime_doNothing_alsoAfterALaterOne() throws Exception {
        for (Function<Duration, Shot> kind : Shot.KINDS) {
            Patience.attempt(unit -> {
                afterFunc(unit.multipliedBy(2), () -> {});
                Shot first = kind.apply(unit);
                Shot second = Shot.ofFunction(unit.multipliedBy(3));
                var last = after(unit.multipliedBy(4));
                assertTrue(first.timer().stop());
                assertTrue(second.timer().stop());
                last.recv();
                assertTrue(first.c().tryRecv().isEmpty());
                assertTrue(second.c().tryRecv().isEmpty());
                assertFalse(first.timer().stop());
                assertFalse(second.timer().stop());
            });
        }
    }

    /** Each timer is stopped, or has run, never both. By the clock of a schedule all are stopped. */
    @GoTest(
            value = "time TestTimerStopStress",
            covers = {"T6", "T10"},
            schedules = 20)
    void functionsThatAreStopped_doNotRun() {
        AtomicInteger stops = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(go(() -> {
                AtomicBoolean ran = new AtomicBoolean();
                Timer timer = afterFunc(Duration.ofMillis(6), () -> ran.set(true));
                sleep(Duration.ofMillis(3));
                if (timer.stop()) {
                    stops.incrementAndGet();
                    sleep(Duration.ofMillis(6));
                    assertFalse(ran.get());
                } else {
                    runs.incrementAndGet();
                    Waiting.until(ran::get);
                }
            }));
        }
        all.forEach(GoHandle::join);
        assertEquals(100, stops.get() + runs.get());
        assertTrue(!Bubble.isInside() || runs.get() == 0);
    }

    /** A failure in the middle leaves nothing locked. */
    @GoTest(value = "time TestIssue5745", covers = "T7", everySchedule = true)
    void failedStop_leavesNothingLocked() {
        Ticker ticker = new Ticker(LONG);
        Timer[] none = new Timer[1];
        try {
            assertThrows(NullPointerException.class, () -> none[0].stop());
            assertThrows(NullPointerException.class, () -> ticker.reset(null));
        } finally {
            ticker.stop();
        }
    }

    // ---------------------------------------------------------------- what is seen

    /**
     * The given function sets a timer, has a goroutine run the body when it goes off, and returns what sets it anew.
     */
    private static void assertSeenByWhoIsWoken(BiFunction<Duration, Body, Consumer<Duration>> kind, boolean anew) {
        int[] box = {1};
        Chan<Integer> seen = chan();
        Consumer<Duration> reset = kind.apply(anew ? LONG : MOMENT, () -> seen.send(++box[0]));
        if (anew) {
            box[0] = 2;
            reset.accept(MOMENT);
        }
        int expected = anew ? 3 : 2;
        assertEquals(expected, seen.recv().get());
        assertEquals(expected, box[0]);
    }

    /** In a plain field: setting a timer happens before what it wakes. */
    @GoTest(
            value = "runtime/race TestNoRaceAfterFunc, TestNoRaceAfterFuncReset, TestNoRaceTimer, TestNoRaceTimerReset,"
                    + " TestNoRaceTicker, TestNoRaceTickerReset",
            covers = {"T3", "T6", "T7"},
            schedules = 20)
    void whatWasDoneBeforeItWasSet_isSeenByWhoIsWoken() {
        List<BiFunction<Duration, Body, Consumer<Duration>>> kinds = List.of(
                (first, woken) -> {
                    Timer timer = afterFunc(first, woken);
                    return timer::reset;
                },
                (first, woken) -> {
                    Timer timer = new Timer(first);
                    go(() -> {
                        timer.c().recv();
                        woken.run();
                    });
                    return timer::reset;
                },
                (first, woken) -> {
                    Ticker ticker = new Ticker(first);
                    go(() -> {
                        ticker.c().recv();
                        ticker.stop();
                        woken.run();
                    });
                    return ticker::reset;
                });
        for (int round = 0; round < 20; round++) {
            kinds.forEach(kind -> {
                assertSeenByWhoIsWoken(kind, false);
                assertSeenByWhoIsWoken(kind, true);
            });
        }
    }

    // ---------------------------------------------------------------- reset

    @GoTest(
            value = "time TestReset",
            covers = {"T3", "T4"},
            everySchedule = true)
    void resetTimer_goesOffAtItsNewTime() throws Exception {
        Patience.attempt(unit -> {
            Timer timer = new Timer(unit.multipliedBy(2));
            sleep(unit);
            assertTrue(timer.reset(unit.multipliedBy(3)), "not expired");
            sleep(unit.multipliedBy(2));
            assertTrue(timer.c().tryRecv().isEmpty(), "early");
            sleep(unit.multipliedBy(2));
            assertFalse(timer.c().tryRecv().isEmpty(), "late");
            assertFalse(timer.reset(Duration.ofMillis(50)), "expired and received");
        });
    }

    /** New ones, with a channel and with a function; and one that is used again. */
    @GoTest(
            value = "time TestZeroTimer",
            covers = {"T6", "B8", "P20", "P62"},
            schedules = 1)
    void timersThatAreDueAtOnce_areNotMissed() {
        Shot cached = Shot.ofFunction(LONG);
        List<Function<Duration, Shot>> kinds = new ArrayList<>(Shot.KINDS);
        kinds.add(delay -> {
            cached.timer().reset(delay);
            return cached;
        });
        for (Function<Duration, Shot> kind : kinds) {
            for (int i = 0; i < 10_000; i++) { // Go: 1,000,000
                assertTrue(kind.apply(Duration.ZERO).c().recv().isDefined());
            }
        }
    }

    @GoTest(
            value = "time TestTimerModifiedEarlier",
            covers = {"T6", "P62", "P63"},
            schedules = 5)
    void timerMovedEarlierAgainAndAgain_isNotDropped() {
        for (int i = 0; i < 200; i++) { // Go: 1,000
            Shot shot = Shot.ofFunction(LONG);
            for (int j = 0; j < 10; j++) {
                if (!shot.timer().stop()) {
                    shot.c().recv();
                }
                shot.timer().reset(PAST);
            }
            assertTrue(shot.c().recv().isDefined());
        }
    }

    /** What is done to one timer of many, in order; each goes off as often as it is asked to. */
    private static final class Moves {

        private final Shot[] shot = new Shot[1];
        private final Deque<Runnable> steps = new ArrayDeque<>();

        Moves() {
            steps.add(() -> shot[0] = Shot.ofFunction(Duration.ZERO));
            steps.add(() -> shot[0].c().recv());
            for (int minutes : new int[] {1, 3, 2}) {
                steps.add(() -> assertFalse(shot[0].timer().reset(Duration.ofMinutes(minutes))));
                steps.add(() -> assertTrue(shot[0].timer().stop()));
            }
            steps.add(() -> assertFalse(shot[0].timer().reset(Duration.ZERO)));
            steps.add(() -> shot[0].c().recv());
        }
    }

    @GoTest(
            value = "time TestAdjustTimers",
            covers = {"T6", "P62", "P63"})
    void manyTimersMovedInAnyOrder_allGoOff() {
        Random random = new Random(47762);
        List<Moves> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(new Moves());
        }
        while (!all.isEmpty()) {
            int i = random.nextInt(all.size());
            Deque<Runnable> steps = all.get(i).steps;
            steps.remove().run();
            if (steps.isEmpty()) {
                all.remove(i);
            }
        }
    }

    // ---------------------------------------------------------------- races

    /** Of two timers for one instant, the one that lost was stopped, or else its value can be received. */
    private static void race(Predicate<Timer> stopOrReset) {
        int goroutines = Bubble.isInside() ? 5 : 200; // Go: 1,000
        int rounds = Bubble.isInside() ? 10 : 30; // Go: 100
        Chan<Integer> start = chan();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < goroutines; i++) {
            all.add(go(() -> {
                start.recv();
                for (int j = 0; j < rounds; j++) {
                    Timer one = new Timer(Duration.ofMillis(1));
                    Timer other = new Timer(Duration.ofMillis(1));
                    Timer[] loser = {other};
                    select().recv(one.c(), () -> {})
                            .recv(other.c(), () -> loser[0] = one)
                            .run();
                    if (!stopOrReset.test(loser[0])) {
                        loser[0].c().recv(); // would never end if it had been stopped after all
                    }
                    assertTrue(loser[0].c().tryRecv().isEmpty());
                }
            }));
        }
        start.close();
        all.forEach(GoHandle::join);
    }

    @GoTest(
            value = "time TestStopResult",
            covers = {"T3", "T4", "T10"})
    void resultOfStop_agreesWithWhatCanBeReceived() {
        race(Timer::stop);
    }

    @GoTest(
            value = "time TestResetResult",
            covers = {"T3", "T4", "T10"})
    void resultOfReset_agreesWithWhatCanBeReceived() {
        race(timer -> timer.reset(LONG));
    }

    /** Each setting leads to a value, or is undone by a reset that says so. */
    @GoTest(
            value = "time TestMultiWakeupTimer",
            covers = {"T10", "P62", "P64", "S26"},
            schedules = 5)
    void oneTimer_isReceivedAndSetByMany_andEachSettingEndsOnce() {
        Timer timer = new Timer(MOMENT);
        AtomicInteger ends = new AtomicInteger();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean looks = i % 2 == 0;
            all.add(go(() -> {
                for (int t = 0; t < 2000; t++) { // Go: 10,000
                    boolean got = looks
                            ? !timer.c().tryRecv().isEmpty()
                            : !timer.c().tryRecv(Duration.ofNanos(1000)).isEmpty();
                    if (got) {
                        ends.incrementAndGet();
                    }
                    if (timer.reset(MOMENT)) {
                        ends.incrementAndGet();
                    }
                }
            }));
        }
        all.forEach(GoHandle::join);
        if (timer.stop()) {
            ends.incrementAndGet();
        }
        assertEquals(1 + 4 * 2000, ends.get());
    }
}
