package dev.runnel.runtime.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpRiskTest {

    private static final long HOUR = 3_600_000_000_000L;

    /** Sees other threads in each dump that it may make within that many nanoseconds; gives the number of dumps. */
    private static int dumpsWithin(long nanos, DumpRisk risk) {
        long begun = System.nanoTime();
        int dumps = 0;
        for (long now = begun; now - begun < nanos; now += 1_000_000_000) {
            if (risk.allows(now)) {
                dumps++;
                risk.shown(true, now);
            }
        }
        return dumps;
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 24, 26, 27})
    void dump_isAllowed_whereNothingIsKnownAgainstIt(int feature) {
        assertEquals(3_600, dumpsWithin(HOUR, new DumpRisk(feature)));
    }

    @Test
    void dump_isAllowedAtOnce_afterOneThatShowedNobody() {
        DumpRisk risk = new DumpRisk(25);
        dumpsWithin(HOUR, risk);
        long now = System.nanoTime() + 2 * HOUR;
        assertTrue(risk.allows(now));
        risk.shown(false, now);
        assertTrue(risk.allows(now));
    }

    /** At least ten dumps in an hour, and no more than fifty. */
    @Test
    void dump_isRare_beside25sThreadsOfOthers() {
        int dumps = dumpsWithin(HOUR, new DumpRisk(25));
        assertTrue(dumps >= 10 && dumps <= 50, () -> dumps + " dumps");
    }
}
