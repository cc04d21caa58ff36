package dev.runnel.conformance;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.tick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The tests of timer channels in Go's {@code time} package that neither stop nor reset a timer. */
class TimeAfterTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MOMENT = Duration.ofNanos(1);

    // ---------------------------------------------------------------- one after the other

    @GoTest(
            value = "time TestAfterTick",
            covers = {"T1", "T2"},
            everySchedule = true)
    void timersOneAfterTheOther_lastAtLeastTheirSum() {
        Duration delta = Duration.ofMillis(5);
        long begin = Current.now();
        for (int i = 0; i < 10; i++) {
            assertTrue(after(delta).recv().isDefined());
        }
        assertTrue(Current.now() - begin >= delta.multipliedBy(10).toNanos());
    }

    /** A timer in units of some delta, and what it gave. */
    private record Result(int slot, Instant due) {}

    private static final int[] SLOTS = {5, 3, 6, 6, 6, 1, 1, 2, 7, 9, 4, 8, 0};

    /** Gives the slots in the order in which those that waited for them went on. */
    private static List<Integer> waitForAll(Function<Duration, Shot> kind, Duration delta) {
        Chan<Result> results = chan(SLOTS.length);
        Instant begin = Go.now();
        for (int slot : SLOTS) {
            Shot shot = kind.apply(delta.multipliedBy(slot));
            go(() -> results.send(new Result(slot, shot.c().recv().get())));
        }
        Instant begun = Go.now();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < SLOTS.length; i++) {
            Result result = results.recv().get();
            Duration wait = delta.multipliedBy(result.slot);
            assertFalse(result.due.isBefore(begin.plus(wait)));
            boolean isDueTime = kind == Shot.KINDS.get(0); // what a function sends is the time at which it ran
            assertFalse(isDueTime && result.due.isAfter(begun.plus(wait)));
            order.add(result.slot);
        }
        return order;
    }

    /** As in Go, the order is tried again with longer times: the one woken first may be late to report. */
    @GoTest(
            value = "time TestAfterQueuing",
            covers = {"T2", "T5", "T6", "P62"})
    void timers_fireInTheirOrder() {
        List<Integer> expected = List.of(0, 1, 1, 2, 3, 4, 5, 6, 6, 6, 7, 8, 9);
        for (Function<Duration, Shot> kind : Shot.KINDS) {
            List<Integer> order = List.of();
            for (int millis = 20; millis <= 620 && !order.equals(expected); millis += 100) {
                order = waitForAll(kind, Duration.ofMillis(millis));
            }
            assertEquals(expected, order);
        }
    }

    // ---------------------------------------------------------------- waiting, and looking

    private static void assertEmpty(RecvChan<Instant> timer) {
        assertTrue(timer.tryRecv().isEmpty());
        assertEquals(0, timer.len());
        assertEquals(0, timer.cap());
    }

    /** The part of Go's test that needs neither stop nor reset. */
    @GoTest(
            value = "time TestChan",
            covers = {"T2", "C4", "C17", "P64", "S23", "S26"})
    void channelOfATimer_givesItsValueOnce_toWhoWaitsOrLooks() throws InterruptedException {
        assertEmpty(after(LONG));
        assertEmpty(tick(LONG));

        RecvChan<Instant> due = after(MOMENT);
        Go.sleep(Duration.ofMillis(1));
        assertEquals(0, due.len());
        assertTrue(due.tryRecv().toOption().isDefined());
        assertEmpty(due);

        RecvChan<Instant> ticks = tick(Duration.ofMillis(1));
        for (int i = 0; i < 3; i++) {
            Go.sleep(Duration.ofMillis(2));
            assertTrue(ticks.tryRecv().toOption().isDefined());
        }

        RecvChan<Instant> late = after(LONG);
        assertTrue(late.tryRecv(Duration.ofMillis(1)).isEmpty());
        assertEmpty(late);
        for (int i = 0; i < 3; i++) {
            oneOfTwoGetsIt();
        }
    }

    /** Three wait, so that the timer is in a heap, and one of them gives up. */
    private static void oneOfTwoGetsIt() {
        RecvChan<Instant> timer = after(Duration.ofMillis(10));
        Chan<Boolean> got = chan(3);
        Chan<Boolean> stop = chan();
        List<GoHandle> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiters.add(go(() -> select().recv(timer, () -> got.send(true))
                    .recv(stop, () -> {})
                    .run()));
        }
        Go.sleep(Duration.ofMillis(1));
        stop.trySend(true);
        got.recv();
        stop.close();
        waiters.forEach(GoHandle::join);
        assertTrue(got.tryRecv().isEmpty());
        assertEmpty(timer);
    }

    // ---------------------------------------------------------------- ticks

    private static GoHandle collectUntil(AtomicBoolean stop) {
        return go(() -> {
            while (!stop.get()) {
                System.gc();
                Go.sleep(MOMENT);
            }
        });
    }

    @GoTest(
            value = "time TestTickerStress, TestTickerConcurrentStress",
            covers = {"T7", "P62", "P65"},
            schedules = 0)
    void fastTicks_areReceivedByOneAndByMany_duringCollections() {
        for (int goroutines : new int[] {1, 10}) {
            AtomicBoolean stop = new AtomicBoolean();
            GoHandle collector = collectUntil(stop);
            Ticker ticker = new Ticker(MOMENT);
            List<GoHandle> all = new ArrayList<>();
            for (int i = 0; i < goroutines; i++) {
                all.add(go(() -> {
                    Instant last = Instant.MIN;
                    for (int t = 0; t < 100; t++) {
                        Instant now = ticker.c().recv().get();
                        assertTrue(now.isAfter(last));
                        last = now;
                    }
                }));
            }
            all.forEach(GoHandle::join);
            ticker.stop();
            stop.set(true);
            collector.join();
        }
    }

    @GoTest(
            value = "time TestMultiWakeupTicker",
            covers = {"T7", "P62", "P64", "P65"},
            schedules = 5)
    void oneTicker_isWaitedForByManySelects_eachWithATimerOfItsOwn() {
        RecvChan<Instant> ticks = tick(Duration.ofNanos(1000));
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(go(() -> {
                for (int t = 0; t < 500; t++) { // Go: 100,000
                    select().recv(ticks, () -> {})
                            .recv(after(Duration.ofMillis(1)), () -> {})
                            .run();
                }
            }));
        }
        all.forEach(GoHandle::join);
    }

    /** Two periods are longer than the clock can tell: the second tick never comes. */
    @GoTest(
            value = "time TestOverflowPeriodRuntimeTimer",
            covers = {"T7", "P65"},
            procs = {},
            schedules = 5,
            everySchedule = true)
    void tickBeyondTheClock_neverComes() throws InterruptedException {
        Duration period = Duration.ofNanos(Long.MAX_VALUE / 4 * 3);
        RecvChan<Instant> ticks = tick(period);
        assertEquals(Go.now().plus(period), ticks.recv().get());
        assertTrue(ticks.tryRecv().isEmpty());
        assertTrue(ticks.tryRecv(Duration.ofDays(1)).isEmpty());
        select().recv(ticks, () -> fail("a tick before its time"))
                .recv(after(Duration.ofDays(1)), () -> {})
                .run();
    }
}
