package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Go's test of what is seen at the channel of a timer and of a ticker that is stopped and reset, whether somebody looks
 * or waits.
 */
class TimeChanTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MOMENT = Duration.ofNanos(1);
    private static final Duration PAUSE = Duration.ofMillis(1);

    /** A timer or a ticker. */
    private interface Clock {
        RecvChan<Instant> c();

        boolean ticks();

        /** Stops it, and asserts the answer, if it gives one. */
        void stop(boolean expected);

        /** Sets it, and asserts the answer, if it gives one. */
        void reset(Duration to, boolean expected);
    }

    private record OfTimer(Timer timer) implements Clock {
        @Override
        public RecvChan<Instant> c() {
            return timer.c();
        }

        @Override
        public boolean ticks() {
            return false;
        }

        @Override
        public void stop(boolean expected) {
            assertEquals(expected, timer.stop());
        }

        @Override
        public void reset(Duration to, boolean expected) {
            assertEquals(expected, timer.reset(to));
        }
    }

    private record OfTicker(Ticker ticker) implements Clock {
        @Override
        public RecvChan<Instant> c() {
            return ticker.c();
        }

        @Override
        public boolean ticks() {
            return true;
        }

        @Override
        public void stop(boolean expected) {
            ticker.stop();
        }

        @Override
        public void reset(Duration to, boolean expected) {
            ticker.reset(to);
        }
    }

    @GoTest(
            value = "time TestChan",
            covers = {"T2", "T3", "T4", "C4", "C17", "P64", "S23", "S26"})
    void timer_thatIsStoppedAndSet() {
        check(new OfTimer(new Timer(LONG)));
    }

    @GoTest(
            value = "time TestChan",
            covers = {"T2", "T3", "T7", "C4", "C17", "P64", "S23", "S26"})
    void ticker_thatIsStoppedAndSet() {
        check(new OfTicker(new Ticker(LONG)));
    }

    private static void check(Clock clock) {
        nobodyWaits(clock);
        oneWaits(clock);
        twoWait(clock);
        twoWaitWhileItIsStopped(clock);
        expiredAndUnread(clock);
    }

    private static void assertNone(Clock clock) {
        assertTrue(clock.c().tryRecv().isEmpty());
        assertEquals(0, clock.c().len());
        assertEquals(0, clock.c().cap());
    }

    private static void assertComes(Clock clock) {
        Waiting.until(() -> !clock.c().tryRecv().isEmpty());
    }

    /** After a value was received: a ticker has another, a timer has not. */
    private static void assertAnotherOnlyOfATicker(Clock clock) {
        if (clock.ticks()) {
            assertComes(clock);
        } else {
            assertNone(clock);
        }
    }

    private static void nobodyWaits(Clock clock) {
        clock.stop(true);
        assertNone(clock);
        clock.reset(LONG, false);
        assertNone(clock);
        clock.reset(MOMENT, true);
        sleep(PAUSE);
        assertEquals(0, clock.c().len());
        assertComes(clock);
        sleep(PAUSE);
        clock.reset(LONG, clock.ticks());
        assertNone(clock);
    }

    private static void oneWaits(Clock clock) {
        GoHandle waits = Waiting.start(() -> clock.c().recv());
        Waiting.forReason(waits, "chan receive");
        clock.reset(LONG.plus(LONG), true);
        sleep(PAUSE);
        Waiting.forReason(waits, "chan receive");
        clock.reset(MOMENT, true);
        waits.join();
        assertAnotherOnlyOfATicker(clock);
        clock.stop(clock.ticks());
        assertNone(clock);
        clock.reset(LONG, false);
    }

    private static void twoWait(Clock clock) {
        Chan<Boolean> got = chan(2);
        Chan<Integer> end = chan();
        List<GoHandle> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(Waiting.start(() -> select().recv(clock.c(), () -> got.send(true))
                    .recv(end, () -> {})
                    .run()));
        }
        both.forEach(one -> Waiting.forReason(one, "select"));
        clock.reset(PAUSE, true);
        got.recv();
        clock.stop(clock.ticks());
        end.close();
        both.forEach(GoHandle::join);
        assertNone(clock);
        assertTrue(clock.ticks() || got.tryRecv().isEmpty(), "both got the value");
    }

    private static void twoWaitWhileItIsStopped(Clock clock) {
        Chan<Integer> end = chan();
        List<GoHandle> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(Waiting.start(() -> select().recv(clock.c(), () -> fail("a value of a timer that is stopped"))
                    .recv(end, () -> {})
                    .run()));
        }
        both.forEach(one -> Waiting.forReason(one, "select"));
        end.close();
        both.forEach(GoHandle::join);
    }

    private static void expiredAndUnread(Clock clock) {
        clock.reset(MOMENT, false);
        sleep(PAUSE);
        clock.stop(true);
        assertNone(clock);
        clock.reset(LONG, false);
        assertNone(clock);
        clock.reset(MOMENT, true);
        assertComes(clock);
        sleep(PAUSE);
        assertAnotherOnlyOfATicker(clock);
        sleep(PAUSE);
        clock.reset(LONG, clock.ticks());
        assertNone(clock);
    }
}
