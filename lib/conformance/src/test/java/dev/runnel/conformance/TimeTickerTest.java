package dev.runnel.conformance;

import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.Bubble;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.time.Instant;

/** The tests of tickers in Go's {@code time} package. */
class TimeTickerTest {

    /** Never too early; by the clock of a schedule, exactly on time. */
    @GoTest(
            value = "time TestTicker",
            covers = {"T3", "T7", "P65"},
            everySchedule = true)
    void ticks_comeAtTheirPeriod_thenAtAnother_thenNoMore() {
        Duration period = Duration.ofMillis(2);
        Instant begin = now();
        Ticker ticker = new Ticker(period);
        Instant begun = ticks(ticker, begin, period);
        ticker.reset(period.multipliedBy(2));
        Instant end = ticks(ticker, begun, period.multipliedBy(2));
        ticker.stop();
        assertTrue(!Bubble.isInside() || end.equals(begin.plus(period.multipliedBy(15))), end::toString);
        sleep(period.multipliedBy(4));
        assertTrue(ticker.c().tryRecv().isEmpty());
    }

    /** Receives five ticks; gives the time after them. */
    private static Instant ticks(Ticker ticker, Instant set, Duration period) {
        Instant last = set;
        for (int i = 0; i < 5; i++) {
            Instant tick = ticker.c().recv().get();
            Duration since = Duration.between(last, tick);
            assertFalse(since.compareTo(period) < 0, since + " after the one before, or the beginning");
            assertTrue(i == 0 || since.toNanos() % period.toNanos() == 0, "keeps its phase");
            last = tick;
        }
        return now();
    }

    @GoTest(value = "time TestTeardown", covers = "T7", everySchedule = true)
    void tickersThatWereWaitedFor_areStopped() {
        for (int i = 0; i < 3; i++) {
            Ticker ticker = new Ticker(Duration.ofMillis(5));
            ticker.c().recv();
            ticker.stop();
        }
    }

    @GoTest(value = "time TestNewTickerLtZeroDuration", covers = "T7", everySchedule = true)
    void newTickerOfLessThanZero_fails() {
        assertEquals(
                "non-positive interval for NewTicker: PT-0.000000001S",
                assertThrows(IllegalArgumentException.class, () -> new Ticker(Duration.ofNanos(-1)))
                        .getMessage());
    }

    /** It goes on as it was. */
    @GoTest(value = "time TestTickerResetLtZeroDuration", covers = "T7", everySchedule = true)
    void resetToZero_fails() {
        Ticker ticker = new Ticker(Duration.ofMillis(1));
        assertEquals(
                "non-positive interval for Ticker.Reset: PT0S",
                assertThrows(IllegalArgumentException.class, () -> ticker.reset(Duration.ZERO))
                        .getMessage());
        assertTrue(ticker.c().recv().isDefined());
    }
}
