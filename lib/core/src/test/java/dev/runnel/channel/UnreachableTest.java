package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A goroutine that waits on a channel which nobody else can reach is not garbage, C27: a leak is a leak, and can be
 * seen.
 */
class UnreachableTest {

    @Test
    void goroutine_onAChannelThatNobodyReaches_isKept() {
        Runtimes.run(2, () -> {
            AtomicReference<WeakReference<Object>> kept = new AtomicReference<>();
            Go.go("left", () -> {
                Object mine = new Object();
                kept.set(new WeakReference<>(mine));
                try {
                    chan().recv();
                } finally {
                    Reference.reachabilityFence(mine);
                }
            });
            while (!Go.dump().contains("\"left\" [chan receive]:")) {
                Go.gosched();
            }
            for (int i = 0; i < 5; i++) {
                System.gc();
            }
            assertNotNull(kept.get().get());
            assertEquals(2, Go.numGoroutine());
        });
    }
}
