package dev.runnel.time;

import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tickers: T3, T7, P65. What depends on how long things take is tested by virtual time, in the test kit. */
class TickerTest {

    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    @ParameterizedTest
    @EnumSource
    void ticks_comeOneAfterTheOther_withTheirTimes(Kind kind) {
        kind.run(crew -> {
            Instant before = Go.now();
            Ticker ticker = new Ticker(MOMENT);
            Instant last = before;
            for (int i = 0; i < 10; i++) {
                Instant now = ticker.c().recv().get();
                assertFalse(now.isBefore(last.plus(MOMENT)));
                last = now;
            }
            ticker.stop();
            ticker.stop();
            assertTrue(ticker.c().tryRecv().isEmpty());
        });
    }

    @ParameterizedTest
    @EnumSource
    void stop_takesTheTickThatWasKept(Kind kind) {
        kind.run(crew -> {
            Ticker ticker = new Ticker(Duration.ofNanos(1));
            ticker.c().recv();
            Go.sleep(MOMENT);
            ticker.stop();
            assertTrue(ticker.c().tryRecv().isEmpty());
            assertTrue(ticker.c().tryRecv(MOMENT).isEmpty());
        });
    }

    @ParameterizedTest
    @EnumSource
    void reset_ofAStoppedOne_ticksAgain(Kind kind) {
        kind.run(crew -> {
            Ticker ticker = new Ticker(LONG);
            Member waits = crew.go(() -> {
                assertTrue(ticker.c().recv().isDefined());
                assertTrue(ticker.c().recv().isDefined());
            });
            awaitReceivers(ticker.c(), 1);
            ticker.stop();
            ticker.reset(MOMENT);
            waits.join();
            ticker.reset(EVER);
            assertTrue(ticker.c().tryRecv(MOMENT).isEmpty());
        });
    }

    @Test
    void period_notPositive_isRefusedInGosWords() {
        Ticker ticker = new Ticker(LONG);
        for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(-1), EVER.negated())) {
            assertEquals(
                    "non-positive interval for NewTicker: " + none,
                    assertThrows(IllegalArgumentException.class, () -> new Ticker(none))
                            .getMessage());
            assertEquals(
                    "non-positive interval for Ticker.Reset: " + none,
                    assertThrows(IllegalArgumentException.class, () -> ticker.reset(none))
                            .getMessage());
        }
        assertTrue(ticker.toString().matches("Ticker\\(Chan#\\d+ \\(len 0, cap 0\\)\\)"), ticker::toString);
    }
}
