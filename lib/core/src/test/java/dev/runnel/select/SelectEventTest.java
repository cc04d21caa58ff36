package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clauses on events: what is taken, by whom, and what is left behind. */
class SelectEventTest {

    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration MOMENT = Duration.ofNanos(50_000);

    @ParameterizedTest
    @EnumSource
    void eventThatIsReady_isTaken(Kind kind) {
        kind.run(crew -> {
            Tokens tokens = new Tokens(true);
            tokens.put();
            int got = choose().recv(chan(), () -> -1)
                    .on(tokens, token -> token)
                    .on(null, () -> -1)
                    .after(LONG, () -> -1)
                    .get();
            assertEquals(1, got);
            assertEquals(0, tokens.left());
            assertEquals(0, tokens.wanting());
        });
    }

    @ParameterizedTest
    @EnumSource
    void eventThatBecomesReady_endsTheWait(Kind kind) {
        kind.run(crew -> {
            for (boolean tellsAll : new boolean[] {true, false}) {
                Tokens tokens = new Tokens(tellsAll);
                Chan<Integer> in = chan();
                Chan<Integer> out = chan();
                Member waits = crew.go(() -> assertEquals(
                        1,
                        choose().recv(in, () -> -1)
                                .send(out, 1, () -> -1)
                                .on(tokens, token -> token)
                                .after(LONG, () -> -1)
                                .get()));
                awaitReceivers(in, 1);
                tokens.put();
                waits.join();
                assertEquals(0, tokens.left() + tokens.wanting() + receivers(in) + senders(out));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void eventsOnly_areWaitedFor(Kind kind) {
        kind.run(crew -> {
            Tokens a = new Tokens(true);
            Tokens b = new Tokens(true);
            Member waits = crew.go(
                    () -> assertEquals(2, choose().on(a, () -> 1).on(b, () -> 2).get()));
            Await.until(() -> b.wanting() == 1);
            b.put();
            waits.join();
            assertEquals(0, a.wanting() + b.wanting());
        });
    }

    @ParameterizedTest
    @EnumSource
    void otherwise_ifNoEventIsReady(Kind kind) {
        kind.run(crew -> {
            Tokens tokens = new Tokens(true);
            Choice<Integer> choice = choose().on(tokens, () -> 1).otherwise(() -> 2);
            assertEquals(2, choice.get());
            tokens.put();
            assertEquals(1, choice.get());
            assertEquals(2, choice.get());
            assertEquals(0, tokens.wanting());
        });
    }

    @ParameterizedTest
    @EnumSource
    void readyClauses_eventsAndOthers_chosenEquallyOften(Kind kind) {
        int trials = 20_000;
        kind.run(crew -> {
            Chan<Integer> closed = chan();
            closed.close();
            int[] counts = new int[4];
            Event<Integer> always = always();
            Select kept = select().on(always, () -> counts[0]++)
                    .recv(closed, () -> counts[1]++)
                    .recv(chan(), () -> {})
                    .on(always, taken -> counts[2]++)
                    .after(Duration.ZERO, () -> counts[3]++);
            for (int i = 0; i < trials; i++) {
                kept.run();
            }
            double sigma = Math.sqrt(trials * 0.25 * 0.75);
            for (int count : counts) {
                assertEquals(trials / 4, count, 10 * sigma, () -> java.util.Arrays.toString(counts));
            }
        });
    }

    private static Event<Integer> always() {
        return new Event<>() {
            @Override
            public Integer poll() {
                return 1;
            }

            @Override
            public Cancellation.Stop onReady(Runnable wake) {
                wake.run();
                return () -> false;
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void policies_holdForEventsAsWell(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> closed = chan();
            closed.close();
            Choice<Integer> rotates = choose().rotating()
                    .recv(closed, () -> 0)
                    .on(always(), () -> 1)
                    .recv(closed, () -> 2);
            List<Integer> chosen = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                chosen.add(rotates.get());
                assertEquals(
                        1,
                        choose().ordered()
                                .on(always(), () -> 1)
                                .recv(closed, () -> 2)
                                .get());
                assertEquals(
                        2,
                        choose().ordered()
                                .recv(closed, () -> 2)
                                .on(always(), () -> 1)
                                .get());
            }
            assertEquals(List.of(0, 1, 2, 0, 1, 2), chosen);
        });
    }

    @ParameterizedTest
    @EnumSource
    void givingUp_takesNothingAndLeavesNothing(Kind kind) {
        kind.run(crew -> {
            Tokens tokens = new Tokens(false);
            assertEquals(2, choose().on(tokens, () -> 1).after(MOMENT, () -> 2).get());
            Member waits = crew.go(() -> assertThrows(
                    InterruptedException.class,
                    () -> select().on(tokens, () -> {}).runInterruptibly()));
            Await.until(() -> tokens.wanting() == 1);
            waits.thread().interrupt();
            waits.join();
            assertEquals(0, tokens.wanting());
            tokens.put();
            assertEquals(1, tokens.left());
        });
    }

    @ParameterizedTest
    @EnumSource
    void endOfAContext_isAnEvent(Kind kind) {
        kind.run(crew -> {
            CancelCauseContext context = Context.withCancelCause(Context.background());
            Chan<Integer> c = chan();
            Choice<Object> choice =
                    choose().<Integer, Object>recv(c, v -> v.get()).on(Event.cancelled(context), e -> e);
            Member waits = crew.go(() -> assertTrue(choice.get() instanceof Canceled));
            awaitReceivers(c, 1);
            IllegalStateException cause = new IllegalStateException("why");
            context.cancel(cause);
            waits.join();
            Canceled error = assertInstanceOf(Canceled.class, choice.get());
            assertSame(cause, error.getCause());
            assertTrue(Arrays.stream(error.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().equals(SelectEventTest.class.getName())));
            assertEquals(
                    "none",
                    choose().on(Event.cancelled(Context.background()), () -> "end")
                            .otherwise(() -> "none")
                            .get());
        });
    }

    /** The adapter of the documentation. */
    private record Done<T>(CompletableFuture<T> future) implements Event<CompletableFuture<T>> {
        @Override
        public @Nullable CompletableFuture<T> poll() {
            return future.isDone() ? future : null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            CompletableFuture<Void> stopped = new CompletableFuture<>();
            CompletableFuture.anyOf(future, stopped).whenComplete((value, failure) -> {
                if (future.isDone()) {
                    wake.run();
                }
            });
            return () -> stopped.complete(null);
        }
    }

    @ParameterizedTest
    @EnumSource
    void future_isAnEvent(Kind kind) {
        kind.run(crew -> {
            CompletableFuture<String> future = new CompletableFuture<>();
            Chan<Integer> c = chan();
            Choice<String> choice = choose().recv(c, () -> "value").on(new Done<>(future), CompletableFuture::get);
            Member waits = crew.go(() -> assertEquals("done", choice.get()));
            awaitReceivers(c, 1);
            assertEquals(
                    "late",
                    choose().on(new Done<>(future), () -> "done")
                            .after(MOMENT, () -> "late")
                            .get());
            assertEquals(1, future.getNumberOfDependents(), "of the one that waits");
            future.complete("done");
            waits.join();
            assertEquals("done", choice.get());

            CompletableFuture<String> fails = CompletableFuture.failedFuture(new IllegalStateException("so"));
            assertThrows(
                    ExecutionException.class,
                    () -> choose().on(new Done<>(fails), CompletableFuture::get).get());
        });
    }

    /** What the user's code throws comes out, and the other events are let go of. */
    @Test
    void eventThatFails_failsTheSelect() {
        Tokens tokens = new Tokens(true);
        Event<Object> pollFails = new Event<>() {
            private int polls;

            @Override
            public Object poll() {
                if (polls++ == 0) {
                    return dev.runnel.Go.current().getOrNull();
                }
                throw new ArithmeticException("second");
            }

            @Override
            public Cancellation.Stop onReady(Runnable wake) {
                return () -> true;
            }
        };
        Select select = select().on(tokens, () -> {}).on(pollFails, () -> {});
        assertThrows(ArithmeticException.class, select::run);
        Event<Object> registrationFails = new Event<>() {
            @Override
            public @Nullable Object poll() {
                return null;
            }

            @Override
            public Cancellation.Stop onReady(Runnable wake) {
                throw new ArithmeticException("at once");
            }
        };
        Select other = select().on(tokens, () -> {}).on(registrationFails, () -> {});
        assertThrows(ArithmeticException.class, other::run);
        assertEquals(0, tokens.wanting());
        assertFalse(choose().on(null, () -> true).otherwise(() -> false).get());
    }

    /**
     * There are nearly as many clauses as there may be; taking the registrations back needs no more room than for one.
     */
    @ParameterizedTest
    @EnumSource
    void clausesOnManyEvents_loseNoValue(Kind kind) {
        kind.run(crew -> {
            Tokens none = new Tokens(true);
            Chan<Integer> channel = chan(1);
            channel.send(7);
            List<Integer> got = new ArrayList<>();
            Select many = select().ordered();
            for (int i = 0; i < 60_000; i++) {
                many.on(none, () -> got.add(-1));
            }
            many.recv(channel, n -> got.add(n.get())).run();
            assertEquals(List.of(7), got);
            assertEquals(0, none.wanting());
        });
    }
}
