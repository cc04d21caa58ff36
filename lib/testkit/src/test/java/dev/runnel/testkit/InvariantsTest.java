package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Scheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the checks take for a fault, and what they do not. */
class InvariantsTest {

    @Test
    void readiedUnderTheLockOfItsOwnChannel_isAFault() {
        Bubble.run(() -> {
            AssertionError fault = foundWhileHeld(chan());
            assertNotNull(fault);
            assertEquals(
                    "goroutine 1 \"main\" is readied under the lock of Chan",
                    Objects.requireNonNull(fault.getMessage()).replaceAll("#.*", ""));
        });
    }

    /** A thread outside the bubble holds that lock whenever it uses the channel. */
    @Test
    void lockOfAChannelFromOutside_isNone() {
        Chan<Integer> outside = chan();
        Bubble.run(() -> assertNull(foundWhileHeld(outside)));
    }

    private static @Nullable AssertionError foundWhileHeld(Chan<Integer> channel) {
        Hchan<?> inner = (Hchan<?>) channel;
        Invariants invariants = new Invariants(Objects.requireNonNull(Scheduler.current()));
        invariants.check(inner);
        inner.lock();
        invariants.readied(Objects.requireNonNull(Goroutine.current()));
        inner.unlock();
        return invariants.broken();
    }
}
