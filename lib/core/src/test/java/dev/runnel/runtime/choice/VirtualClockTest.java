package dev.runnel.runtime.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The clock of a deterministic run. */
class VirtualClockTest {

    private final VirtualClock clock = new VirtualClock();

    @Test
    void clock_beginsAsGosDoesInABubble() {
        assertEquals(0, clock.nanos());
        assertEquals(Instant.parse("2000-01-01T00:00:00Z"), clock.instant());
    }

    @Test
    void clock_goesForwardOnly() {
        clock.advanceTo(1_500_000_000);
        assertEquals(1_500_000_000, clock.nanos());
        assertEquals(Instant.parse("2000-01-01T00:00:01.5Z"), clock.instant());
        clock.advanceTo(1_000);
        assertEquals(1_500_000_000, clock.nanos());
        clock.advanceTo(1_500_000_001);
        assertEquals(1_500_000_001, clock.nanos());
    }
}
