package dev.runnel.sample.ratelimit;

import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.sample.Ran;
import dev.runnel.testkit.Bubble;
import io.vavr.collection.List;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class LimiterTest {

    private static final Duration PERIOD = Duration.ofMillis(10);

    @Test
    void burst_isLetPassAtOnce_andThenOnePerPeriod() {
        Bubble.run(() -> {
            Instant begin = now();
            ArrayList<Long> passed = new ArrayList<>();
            try (Limiter limiter = new Limiter(PERIOD, 3)) {
                for (int i = 0; i < 6; i++) {
                    limiter.await(Context.background());
                    passed.add(Duration.between(begin, now()).toMillis());
                }
            }
            assertEquals(java.util.List.of(0L, 0L, 0L, 10L, 20L, 30L), passed);
        });
    }

    @Test
    void longPause_earnsNoMoreThanABurst() {
        Bubble.run(() -> {
            try (Limiter limiter = new Limiter(PERIOD, 2)) {
                sleep(Duration.ofSeconds(1).plusMillis(5));
                assertTrue(limiter.tryPass());
                assertTrue(limiter.tryPass());
                assertFalse(limiter.tryPass());
                sleep(PERIOD);
                assertTrue(limiter.tryPass());
                assertFalse(limiter.tryPass());
            }
        });
    }

    @Test
    void whoCannotWaitSoLong_takesNoToken() {
        Bubble.run(() -> {
            try (Limiter limiter = new Limiter(PERIOD, 1)) {
                limiter.await(Context.background());
                try (CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(9))) {
                    assertThrows(DeadlineExceeded.class, () -> limiter.await(context));
                }
                sleep(Duration.ofMillis(3));
                assertTrue(limiter.tryPass());
            }
        });
    }

    @Test
    void whoCameFirst_isServedFirst() {
        Bubble.run(() -> {
            ArrayList<Integer> order = new ArrayList<>();
            try (Limiter limiter = new Limiter(PERIOD, 1)) {
                limiter.await(Context.background());
                List<GoHandle> waiting = List.range(0, 5).map(n -> {
                    GoHandle one = go(() -> {
                        limiter.await(Context.background());
                        order.add(n);
                    });
                    Bubble.await();
                    return one;
                });
                waiting.forEach(GoHandle::join);
            }
            assertEquals(java.util.List.of(0, 1, 2, 3, 4), order);
        });
    }

    @Test
    void program_printsWhenEachPassed() {
        Ran ran = Ran.program("ratelimit", "5", "1000", "3");

        assertEquals(0, ran.status(), ran.err());
        String[] lines = ran.out().split("\n");
        assertEquals(5, lines.length, ran.out());
        for (int i = 0; i < 5; i++) {
            assertTrue(lines[i].matches("request " + (i + 1) + " after \\d+ ms"), ran.out());
        }
    }
}
