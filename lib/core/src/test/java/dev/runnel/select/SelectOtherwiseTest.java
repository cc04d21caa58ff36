package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Selects that need not wait, or need not wait for ever: S3, S13. */
class SelectOtherwiseTest {

    private int written;

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);

    /** S3, S4, S6, S13, S29 (TestSelectNop). */
    @ParameterizedTest
    @EnumSource
    void otherwise_isTakenIffNothingIsReady(Kind kind) {
        kind.run(crew -> {
            assertEquals("no", choose().otherwise(() -> "no").get());
            select().otherwise(() -> written++).run();
            Chan<Integer> c = chan(1);
            Choice<String> first = Go.choose()
                    .otherwise(() -> "no")
                    .recv(c, v -> "yes")
                    .recv(nilChan(), () -> "nil")
                    .after(LONG, () -> "late");
            assertEquals("no", first.get());
            c.send(1);
            assertEquals("yes", first.get());
            assertEquals("no", first.get());
        });
        assertEquals(1, written);
    }

    /** S13: when the last event has been asked all channels are looked at together, including those before it. */
    @Test
    void otherwise_channelReadyOnceAnEventIsAsked_isNotTaken() {
        Chan<Integer> c = chan(1);
        Event<Integer> sends = new Event<>() {
            @Override
            public @Nullable Integer poll() {
                c.send(1);
                return null;
            }

            @Override
            public Cancellation.Stop onReady(Runnable wake) {
                return () -> true;
            }
        };
        Choice<String> choice = Go.choose()
                .ordered()
                .recv(c, v -> "value")
                .on(sends, v -> "event")
                .otherwise(() -> "no");
        assertEquals("value", choice.get());
    }

    /** S4. */
    @Test
    void otherwise_twice_isRefused() {
        assertThrows(
                IllegalStateException.class, () -> select().otherwise(() -> {}).otherwise(() -> {}));
        assertThrows(
                IllegalStateException.class, () -> choose().otherwise(() -> 1).otherwise(() -> 2));
    }

    @ParameterizedTest
    @EnumSource
    void after_nothingReadyInTime_isChosenAndLeavesNoTrace(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            long begin = System.nanoTime();
            assertEquals(
                    "short",
                    choose().after(LONG, () -> "long")
                            .recv(c, v -> "value")
                            .after(MOMENT, () -> "short")
                            .send(c, 1, () -> "sent")
                            .get());
            assertTrue(System.nanoTime() - begin >= MOMENT.toNanos());
            assertEquals(0, receivers(c) + senders(c));
            assertEquals("alone", choose().after(MOMENT, () -> "alone").get());
            assertEquals(
                    "nil",
                    choose().recv(nilChan(), () -> "never")
                            .after(MOMENT, () -> "nil")
                            .get());
        });
    }

    /** With zero or less the timeout is ready like any other clause. */
    @ParameterizedTest
    @EnumSource
    void after_zeroOrLess_isReady(Kind kind) {
        kind.run(crew -> {
            for (Duration delay : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
                Chan<Integer> c = chan(1);
                assertEquals(
                        "time",
                        choose().recv(c, v -> "value")
                                .after(delay, () -> "time")
                                .get());
                assertEquals(
                        "time",
                        choose().recv(c, v -> "value")
                                .after(delay, () -> "time")
                                .otherwise(() -> "default")
                                .get());
                assertEquals("time", choose().after(delay, () -> "time").get());
                c.send(1);
                Set<String> both = new HashSet<>();
                Await.until(() -> both.add(choose().recv(c, v -> {
                                    c.send(1);
                                    return "value";
                                })
                                .after(delay, () -> "time")
                                .get())
                        && both.size() == 2);
            }
        });
    }

    /** The timeout begins anew at each entry. */
    @ParameterizedTest
    @EnumSource
    void after_reused_countsFromEachEntry(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Choice<Boolean> kept = Go.choose().recv(c, v -> true).after(Duration.ofMillis(4), () -> false);
            for (int i = 0; i < 5; i++) {
                long begin = System.nanoTime();
                assertFalse(kept.get());
                assertTrue(System.nanoTime() - begin >= 4_000_000);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void after_ever_neverComes(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Member member = crew.go(() -> assertTrue(choose().recv(c, v -> true)
                    .after(Duration.ofSeconds(Long.MAX_VALUE), () -> false)
                    .get()));
            awaitReceivers(c, 1);
            c.send(1);
            member.join();
        });
    }
}
