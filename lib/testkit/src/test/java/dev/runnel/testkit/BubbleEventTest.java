package dev.runnel.testkit;

import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Cancellation;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.select.Event;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Selects with events in bubbles: while one waits, the clock goes on if only the bubble can end the wait. */
class BubbleEventTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    /** A future that is said to be of the bubble, or not to be. */
    private record Done(CompletableFuture<String> future, boolean isDurable) implements Event<String> {
        @Override
        public @Nullable String poll() {
            return future.getNow(null);
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            CompletableFuture<?> told = future.whenComplete((value, failure) -> wake.run());
            return () -> told.cancel(false);
        }
    }

    @Test
    void semaphoreAndGroup_areWaitedForDurably() {
        Bubble.run(() -> {
            Semaphore s = new Semaphore(1);
            WaitGroup wg = new WaitGroup();
            s.acquire();
            wg.go(() -> sleep(SECOND));
            go(() -> {
                sleep(SECOND.multipliedBy(2));
                s.release();
            });
            assertEquals(
                    "group",
                    choose().on(s.acquireEvent(1), () -> "semaphore")
                            .on(wg.awaitEvent(), () -> "group")
                            .get());
            assertEquals(ORIGIN.plus(SECOND), now());
            assertEquals(
                    "semaphore",
                    choose().on(s.acquireEvent(1), () -> "semaphore")
                            .after(HOUR, () -> "late")
                            .get());
            assertEquals(ORIGIN.plus(SECOND.multipliedBy(2)), now());
        });
    }

    @Test
    void contextOfTheBubble_isWaitedForDurably() {
        Bubble.run(() -> {
            try (CancelContext context = Context.withTimeout(Context.background(), SECOND)) {
                select().on(Event.cancelled(context), () -> {}).run();
                assertEquals(ORIGIN.plus(SECOND), now());
                Semaphore s = new Semaphore(0);
                assertEquals(
                        true,
                        choose().on(Event.cancelled(context), e -> e.isTimeout())
                                .get());
                assertEquals(false, s.tryAcquire());
            }
        });
    }

    @Test
    void eventSaidToBeOfTheBubble_isWaitedForDurably() {
        Bubble.run(() -> {
            CompletableFuture<String> never = new CompletableFuture<>();
            CompletableFuture<String> later = new CompletableFuture<>();
            go(() -> {
                sleep(SECOND);
                later.complete("later");
            });
            assertEquals(
                    "later",
                    choose().on(new Done(never, true), v -> v)
                            .on(new Done(later, true), v -> v)
                            .get());
            assertEquals(ORIGIN.plus(SECOND), now());
        });
    }

    /** Somebody outside may make it ready at any time: no time passes in the bubble until then. */
    @Test
    void otherEvent_isWaitedForWhileTheClockStandsStill() throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        CompletableFuture<Void> waits = new CompletableFuture<>();
        Thread outside = Thread.ofPlatform().daemon().start(() -> {
            waits.join();
            future.complete("from outside");
        });
        Bubble.run(() -> {
            assertEquals(
                    "from outside",
                    choose().on(new Done(future, false), v -> {
                                assertEquals(ORIGIN, now());
                                return v;
                            })
                            .on(new Telling(waits), v -> "no")
                            .after(HOUR, () -> "late")
                            .get());
            assertEquals(ORIGIN, now());
        });
        outside.join();
    }

    /** Never ready; says when somebody is about to wait for it. */
    private record Telling(CompletableFuture<Void> waits) implements Event<String> {
        @Override
        public @Nullable String poll() {
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            waits.complete(null);
            return () -> true;
        }
    }

    /** As with a plain lock: the holder may be outside. */
    @Test
    void mutex_isNotWaitedForDurably() {
        Mutex m = new Mutex();
        m.lock();
        CompletableFuture<Void> waits = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            waits.join();
            m.unlock();
        });
        Bubble.run(() -> {
            assertEquals(
                    "locked",
                    choose().on(m.lockEvent(), () -> "locked")
                            .on(new Telling(waits), v -> "no")
                            .after(HOUR, () -> "late")
                            .get());
            assertEquals(ORIGIN, now());
        });
    }
}
