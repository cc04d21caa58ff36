package dev.runnel.sample.ratelimit;

import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.context.Context;
import dev.runnel.testkit.Bubble;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class LimiterProps {

    /**
     * Whatever the pauses: no span has more passes than its periods and a burst, and nobody waits longer than
     * necessary.
     */
    @Property(tries = 300)
    void passes_areAsManyAsTheBucketAllows(
            @ForAll @IntRange(min = 1, max = 20) int period,
            @ForAll @IntRange(min = 1, max = 6) int burst,
            @ForAll @Size(max = 40) List<@IntRange(max = 50) Integer> pauses) {
        Bubble.run(() -> {
            Instant begin = now();
            List<Long> passes = new ArrayList<>();
            try (Limiter limiter = new Limiter(Duration.ofMillis(period), burst)) {
                for (int pause : pauses) {
                    sleep(Duration.ofMillis(pause));
                    long asked = millisSince(begin);
                    limiter.await(Context.background());
                    long passed = millisSince(begin);
                    assertTrue(passed == asked || passed <= nextTick(asked, period), "waited from " + asked);
                    passes.add(passed);
                }
            }
            for (int from = 0; from < passes.size(); from++) {
                for (int to = from; to < passes.size(); to++) {
                    long ticks = passes.get(to) / period - Math.ceilDiv(passes.get(from), (long) period) + 1;
                    assertTrue(to - from + 1 <= burst + ticks, passes + " have too many from " + from + " to " + to);
                }
            }
        });
    }

    private static long nextTick(long millis, int period) {
        return (millis / period + 1) * period;
    }

    private static long millisSince(Instant begin) {
        return Duration.between(begin, now()).toMillis();
    }
}
