package dev.runnel.runtime.park;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationsTest {

    @Test
    void nanos_areExactWhereTheyFit() {
        assertEquals(0, Durations.nanos(Duration.ZERO));
        assertEquals(1, Durations.nanos(Duration.ofNanos(1)));
        assertEquals(1_500_000_000L, Durations.nanos(Duration.ofMillis(1500)));
        assertEquals(-1_000_000, Durations.nanos(Duration.ofMillis(-1)));
        assertEquals(Long.MAX_VALUE, Durations.nanos(Duration.ofNanos(Long.MAX_VALUE)));
        assertEquals(Long.MIN_VALUE, Durations.nanos(Duration.ofNanos(Long.MIN_VALUE)));
        assertEquals(Long.MAX_VALUE - 1, Durations.nanos(Duration.ofNanos(Long.MAX_VALUE - 1)));
    }

    @Test
    void nanos_ofWhatDoesNotFit_areTheMost() {
        assertEquals(
                Long.MAX_VALUE, Durations.nanos(Duration.ofNanos(Long.MAX_VALUE).plusNanos(1)));
        assertEquals(Long.MAX_VALUE, Durations.nanos(Duration.ofDays(200_000)));
        assertEquals(Long.MAX_VALUE, Durations.nanos(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
        assertEquals(Long.MIN_VALUE, Durations.nanos(Duration.ofDays(-200_000)));
        assertEquals(Long.MIN_VALUE, Durations.nanos(Duration.ofSeconds(Long.MIN_VALUE)));
    }

    @Test
    void deadline_isThatMuchLater() {
        assertEquals(15, Durations.deadline(5, 10));
        assertEquals(5, Durations.deadline(5, 0));
        assertEquals(5, Durations.deadline(5, -10));
        assertEquals(5, Durations.deadline(5, Long.MIN_VALUE));
        assertEquals(3, Durations.deadline(-7, 10));
    }

    @Test
    void deadline_beyondTheClock_isNone() {
        assertEquals(Strand.NO_DEADLINE, Durations.deadline(1, Long.MAX_VALUE));
        assertEquals(Strand.NO_DEADLINE, Durations.deadline(Long.MAX_VALUE, 1));
        assertEquals(Strand.NO_DEADLINE, Durations.deadline(Long.MAX_VALUE - 5, 6));
        assertEquals(Long.MAX_VALUE - 1, Durations.deadline(-1, Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE - 1, Durations.deadline(Long.MAX_VALUE - 5, 4));
    }
}
