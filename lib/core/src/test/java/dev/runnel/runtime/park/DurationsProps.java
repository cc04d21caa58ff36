package dev.runnel.runtime.park;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Durations and deadlines, compared with unbounded numbers. */
class DurationsProps {

    private static long clamp(BigInteger number) {
        return number.max(BigInteger.valueOf(Long.MIN_VALUE))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    @Property
    void nanos_areThoseOfTheDurationOrTheMost(@ForAll long seconds, @ForAll @IntRange(max = 999_999_999) int nanos) {
        BigInteger exact = BigInteger.valueOf(seconds)
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(nanos));
        assertEquals(clamp(exact), Durations.nanos(Duration.ofSeconds(seconds, nanos)));
    }

    @Property
    void nanos_ofWhatAProgramAsksFor_areExact(@ForAll @LongRange(min = -100_000, max = 100_000) long millis) {
        assertEquals(millis * 1_000_000, Durations.nanos(Duration.ofMillis(millis)));
    }

    @Property
    void deadline_isTheSumOrNone(@ForAll long now, @ForAll @LongRange(min = 0) long nanos) {
        BigInteger exact = BigInteger.valueOf(now).add(BigInteger.valueOf(nanos));
        assertEquals(clamp(exact), Durations.deadline(now, nanos));
        assertEquals(Long.MAX_VALUE, Strand.NO_DEADLINE);
    }
}
