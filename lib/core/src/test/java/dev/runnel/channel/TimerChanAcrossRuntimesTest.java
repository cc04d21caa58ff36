package dev.runnel.channel;

import static dev.runnel.Go.after;
import static dev.runnel.Go.tick;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.receivers;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A timer channel does not belong to the runtime of whoever waits on it first. */
class TimerChanAcrossRuntimesTest {

    /** Receivers of two runtimes wait; the one whose timer was in use closes. */
    @Test
    void after_runtimeOfFirstReceiverCloses_othersStillGetIt() {
        RecvChan<Instant> c = after(Duration.ofMillis(700));
        AtomicBoolean tooSlow = new AtomicBoolean();
        AtomicBoolean got = new AtomicBoolean();
        try (GoRuntime first = new GoRuntime(Runtimes.withProcs(1));
                GoRuntime second = new GoRuntime(Runtimes.withProcs(1))) {
            first.go(() -> {
                c.recv();
                tooSlow.set(true);
            });
            Await.until(() -> receivers(c) == 1 || tooSlow.get());
            var waits =
                    second.go(() -> got.set(!c.tryRecv(Duration.ofSeconds(5)).isEmpty()));
            Await.until(() -> receivers(c) == 2 || tooSlow.get());
            first.close();
            waits.join();
        }
        assertTrue(got.get() || tooSlow.get());
    }

    /** Waiting for a timer for which somebody in another runtime waited first is no deadlock here. */
    @Test
    void tick_otherRuntimeWaitsFirst_isNoDeadlock() {
        RecvChan<Instant> c = tick(Duration.ofMillis(200));
        try (GoRuntime first = new GoRuntime(Runtimes.withProcs(1))) {
            first.go(() -> c.forEach(tick -> {}));
            awaitReceivers(c, 1);
            Runtimes.run(1, () -> assertTrue(c.recv().isDefined()));
        }
    }
}
