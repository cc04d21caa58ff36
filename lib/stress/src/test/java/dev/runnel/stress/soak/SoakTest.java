package dev.runnel.stress.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the soak for a few seconds, so that it keeps working; and tests that its verdict can be either. */
class SoakTest {

    @Test
    void aFewSeconds(@TempDir Path folder) {
        Count count = Soak.run(4, folder);
        assertTrue(count.played() > 0, count::table);
        assertTrue(count.sent.sum() > 0, count::table);
    }

    @Test
    void heapThatGrows_fails() {
        assertThrows(AssertionError.class, () -> verdict(0.5, 0).check());
    }

    @Test
    void threadsThatGrow_fail() {
        assertThrows(AssertionError.class, () -> verdict(0, 1).check());
    }

    @Test
    void whatIsFlat_passes() {
        verdict(0.01, 0).check();
    }

    @Test
    void trend_isTheSlope() {
        Trend trend = Trend.of(samples(0.5, 0), Sample::heap);
        assertEquals(30, trend.slope(), 1e-6);
        assertEquals(29.5, trend.growth(), 1e-6);
    }

    private static Verdict verdict(double heapPerMinute, int threadsPerMinute) {
        return new Verdict(samples(heapPerMinute, threadsPerMinute), 3600);
    }

    /** An hour, a sample each minute. */
    private static List<Sample> samples(double heapPerMinute, int threadsPerMinute) {
        return IntStream.rangeClosed(1, 60)
                .mapToObj(i -> new Sample(
                        60 * i,
                        20 + heapPerMinute * i,
                        50,
                        60 * i,
                        300,
                        10 + threadsPerMinute * i,
                        100,
                        4,
                        12,
                        i,
                        i,
                        i))
                .toList();
    }
}
