package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Waits for conditions where Go's tests sleep. Under a seeded schedule the pauses are those of its clock. */
final class Waiting {

    private static final Duration PAUSE = Duration.ofNanos(10_000);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration TOO_LONG = Duration.ofSeconds(60);
    private static final AtomicLong NAMES = new AtomicLong();

    private Waiting() {}

    /** Polls until the condition holds; fails after a minute. */
    static void until(BooleanSupplier condition) {
        Instant end = Go.now().plus(TOO_LONG);
        while (!condition.getAsBoolean()) {
            if (Go.now().isAfter(end)) {
                throw new AssertionError("waited for a minute\n" + Go.dump());
            }
            Go.gosched();
            Go.sleep(PAUSE);
        }
    }

    /** Starts a goroutine under a name that no other has, which {@link #forReason} needs. */
    static GoHandle start(Body body) {
        return Go.go("t" + NAMES.incrementAndGet(), body);
    }

    /** Waits until a goroutine waits for this reason, in the words of Go's dumps. */
    static void forReason(GoHandle goroutine, String reason) {
        until(() -> {
            assertFalse(goroutine.hasEnded(), () -> goroutine + " did not wait: " + reason);
            return Go.dump().contains(goroutine + " [" + reason + "]:");
        });
    }

    /** Asserts that a body waits, for this reason and, as far as one can see, for ever. It is left waiting. */
    static void blocks(String reason, Body body) {
        GoHandle goroutine = start(body);
        forReason(goroutine, reason);
        Go.sleep(MOMENT);
        forReason(goroutine, reason);
    }

    /** Asserts that a body comes to an end. */
    static void ends(Body body) {
        Go.go(body).join(); // a wait without end is found as a deadlock, or by the guard of the build
    }
}
