package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.testkit.Bubble;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The oracle is on for all kinds of runs, and is able to fail. */
class RecordedTest {

    private static final boolean ON = Integer.getInteger("runnel.conformance.events", 1) > 0;

    @Test
    void runs_areRecordedFromTheBeginning() {
        Assumptions.assumeTrue(ON);
        Go.run(() -> {
            assertTrue(Go.recorder().isOn());
            assertTrue(Go.recorder().record().get().about().complete());
        });
        Bubble.run(() -> assertTrue(Go.recorder().record().get().about().complete()));
    }

    @Test
    void goroutineOnTwoPs_isToldWithItsSteps() {
        AssertionError wrong = assertThrows(
                AssertionError.class,
                () -> Recorded.check(record(
                        step(1, EventKind.WOKEN, 0, 0),
                        step(2, EventKind.WOKEN, 1, 0),
                        step(3, EventKind.CREATED, 0, 1),
                        step(4, EventKind.STARTED, 0, 1),
                        step(5, EventKind.STARTED, 1, 1))));
        String text = String.valueOf(wrong.getMessage());
        assertTrue(text.startsWith("event 4 cannot be: "), text);
        assertTrue(text.contains("runs on P0"), text);
        assertEquals(6, text.lines().count(), text);
    }

    private static FlightRecord record(long[]... steps) {
        long[] events = new long[steps.length * FlightRecord.WIDTH];
        for (int i = 0; i < steps.length; i++) {
            System.arraycopy(steps[i], 0, events, i * FlightRecord.WIDTH, FlightRecord.WIDTH);
        }
        return new FlightRecord(
                new FlightRecord.About(2, false, false, true, 10, 0, List.of()),
                List.of(new FlightRecord.Named(1, "main", 0)),
                events);
    }

    @SuppressWarnings("EnumOrdinal") // a record gives its kind by ordinal
    private static long[] step(long time, EventKind kind, int p, long g) {
        return new long[] {time, kind.ordinal(), p, g, 0, 0};
    }
}
