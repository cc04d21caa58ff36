package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ends that come early: enough, cancellations, deadlines, interrupts; failures are in {@link FailureTest}. Nothing is
 * left behind, and nothing is asked for that could be.
 */
@NoLeaks(patience = 0)
class EndTest {

    /**
     * What the source is asked for beyond what is taken: one for each goroutine of a stage, and what fits into the
     * channels.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void early_end_asksForNoMoreThanTheBuffersHold(int capacity) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Pipeline<Integer> pipeline = Source.generate(asked::incrementAndGet)
                .withCapacity(capacity)
                .map(n -> n)
                .mapPar(3, n -> n);
        assertEquals(List.of(1, 2), pipeline.take(2).collect());
        int ahead = (1 + capacity) + (1 + capacity) + (3 + capacity);
        assertTrue(asked.get() <= 2 + ahead, asked + " of " + (2 + ahead));
        asked.set(0);
        assertEquals(1, pipeline.first().get());
        assertTrue(asked.get() <= 1 + ahead, asked + " of " + (1 + ahead));
        asked.set(0);
        assertEquals(List.empty(), pipeline.take(0).collect());
        assertEquals(0, asked.get());
    }

    /** The sink takes what it has only when the source has ended. */
    @Test
    void take_endsTheStagesBefore_whenItHasReceivedItsLast() throws Exception {
        Chan<Void> ended = chan();
        Pipeline<Integer> endless = Endless.closing(ended);
        Sink<Integer, Integer> sink = in -> {
            assertTrue(ended.tryRecv(Duration.ofSeconds(60)).isClosed());
            return in.recv().get();
        };
        assertEquals(0, endless.take(1).run(sink));
    }

    /** Although there are elements, one of which its select might choose. */
    @Test
    void stageThatSelects_takesNothingOnceItsContextIsOver() {
        Chan<Integer> channel = chan(1);
        channel.send(1);
        CancelCauseContext over = Context.withCancelCause(Context.background());
        over.cancel();
        Inlet<Integer> in = new Inlet<>(Feed.from(channel), over, over);
        for (int i = 0; i < 50; i++) {
            assertThrows(Canceled.class, () -> in.recv(in.choice()));
        }
        assertEquals(1, channel.len());
    }

    /** It waits for the cancel that has cut off the stage before. */
    @Test
    void stageThatSelects_takesNoCutOffForTheEnd() {
        Bubble.run(() -> {
            CancelCauseContext context = Context.withCancelCause(Context.background());
            Feed<Integer> feed = Feed.of(chan());
            Inlet<Integer> in = new Inlet<>(feed, context, context);
            feed.end(false);
            Go.go(() -> {
                Go.sleep(Duration.ofMillis(1)); // until all others wait
                context.cancel();
            });
            assertThrows(Canceled.class, () -> in.recv(in.choice()));
        });
    }

    /**
     * A wait with the context of the stage is over when nobody wants more; the first element gets through before that.
     */
    @Test
    void enough_endsWhoWaitsWithTheContext() throws Exception {
        Chan<Integer> never = chan();
        Chan<Void> waits = chan();
        AtomicBoolean ended = new AtomicBoolean();
        Pipeline<Integer> pipeline = Source.within(context -> Source.of(1, 2).map(n -> {
            if (n == 2) {
                waits.close();
                try {
                    never.recv(context);
                } finally {
                    ended.set(true);
                }
            }
            return n;
        }));
        Sink<Integer, Integer> firstThenWait = in -> {
            int first = in.recv().get();
            waits.recv();
            return first;
        };
        assertEquals(1, pipeline.run(firstThenWait));
        assertTrue(ended.get());
    }

    /** Although a stage in between does something else just then. */
    @Test
    void enough_endsTheContextsOfAllStagesBefore() throws Exception {
        Chan<Context> contexts = chan(1);
        Chan<Void> isAhead = chan();
        Chan<Void> mayEnd = chan();
        Pipeline<Integer> pipeline = Source.within(context -> {
                    contexts.send(context);
                    return Source.of(1, 2);
                })
                .map(n -> {
                    if (n == 2) {
                        isAhead.close();
                        mayEnd.recv();
                    }
                    return n;
                })
                .stage((Inlet<Integer> in, Outlet<Integer> out) -> {
                    out.send(in.recv().get());
                    isAhead.recv();
                });
        Sink<Integer, Integer> sink = in -> {
            int first = in.recv().get();
            Context source = contexts.recv().get();
            boolean isOver = source.done().tryRecv(Duration.ofSeconds(60)).isClosed();
            mayEnd.close();
            assertTrue(isOver);
            return first;
        };
        assertEquals(1, pipeline.run(sink));
    }

    /** Only in this way can the streams of a connection say that a context has ended. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @NoLeaks // the goroutine that cancels is not the run's
    void cancellation_inTheFormOfAnIoException_isOne(boolean unchecked) throws Exception {
        Chan<Void> reads = chan();
        Pipeline<Integer> source = Source.produce(out -> read(out.context(), reads, unchecked));
        assertCancelled(reads, context -> source.run(context, Sink.toList()));
        Chan<Void> readsToo = chan();
        Sink<Integer, Integer> sink = in -> read(in.context(), readsToo, unchecked);
        assertCancelled(readsToo, context -> Source.of(1).run(context, sink));
    }

    @Test
    @NoLeaks // the goroutine that cancels is not the run's
    void failureToCleanUp_withinWhatAStreamThrows_isTold() throws Exception {
        Chan<Void> begun = chan();
        Pipeline<Integer> source = Source.produce(out -> {
            try {
                read(out.context(), begun, true);
            } catch (UncheckedIOException e) {
                e.getCause().addSuppressed(new IOException("close failed"));
                throw e;
            }
        });
        try (CancelContext context = Context.withCancel(Context.background())) {
            Go.go(() -> {
                begun.recv();
                context.cancel();
            });
            UncheckedIOException thrown =
                    assertThrows(UncheckedIOException.class, () -> source.run(context, Sink.toList()));
            assertEquals("close failed", thrown.getCause().getSuppressed()[0].getMessage());
        }
    }

    private static int read(Context context, Chan<Void> begun, boolean unchecked) throws Exception {
        begun.close();
        try {
            return Go.<Integer>nilChan().recv(context).get();
        } catch (CancelledException e) {
            InterruptedIOException told = new InterruptedIOException("read: " + e.getMessage());
            told.initCause(e);
            throw unchecked ? new UncheckedIOException(told) : told;
        }
    }

    private interface Running {
        Object run(Context context) throws Exception;
    }

    private static void assertCancelled(Chan<Void> begun, Running running) throws Exception {
        try (CancelContext context = Context.withCancel(Context.background())) {
            Go.go(() -> {
                begun.recv();
                context.cancel();
            });
            assertThrows(CancelledException.class, () -> running.run(context));
        }
    }

    @Test
    void cancel_endsTheRun_withItsCause() {
        IOException cause = new IOException("why");
        try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
            Pipeline<Integer> pipeline = Source.iterate(0, n -> n + 1).mapPar(2, n -> n);
            Canceled thrown = assertThrows(
                    Canceled.class,
                    () -> pipeline.run(context, Sink.forEach(n -> {
                        if (n == 10) {
                            context.cancel(cause);
                        }
                    })));
            assertSame(cause, thrown.getCause());
            assertArrayEquals(new Throwable[0], thrown.getSuppressed());
            AtomicBoolean asked = new AtomicBoolean();
            assertThrows(
                    Canceled.class,
                    () -> Source.generate(() -> asked.getAndSet(true)).run(context, Sink.toList()));
            assertFalse(asked.get());
        }
    }

    /** Its close may be seen before the cancel has reached the receiver. */
    @Test
    @NoLeaks // the goroutine that cancels is not the run's
    void cancel_isNoEnd_alsoOfASourceThatReturns() {
        Pipeline<Integer> looks = Source.produce(out -> {
            while (out.context().err().isEmpty()) {
                Go.gosched();
            }
        });
        try (CancelContext context = Context.withCancel(Context.background())) {
            Chan<Void> received = chan();
            Sink<Integer, Option<Integer>> sink = in -> {
                context.onDone(received::recv); // what is told after this is told too late
                Go.go(context::cancel);
                try {
                    return in.recv();
                } finally {
                    received.close();
                }
            };
            assertThrows(Canceled.class, () -> looks.run(context, sink));
        }
    }

    @Test
    @NoLeaks // the goroutine of the deadline is not the run's
    void deadline_endsWaits() {
        Chan<Integer> never = chan();
        try (CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(2))) {
            Pipeline<Integer> pipeline =
                    Source.from(never).map(n -> n).tee(p -> p, p -> p.batch(2).map(List::size));
            assertThrows(DeadlineExceeded.class, () -> pipeline.run(context, Sink.toList()));
        }
    }

    @Test
    void interrupt_endsTheRun() {
        Chan<Integer> never = chan();
        Thread.currentThread().interrupt();
        assertThrows(
                InterruptedException.class, () -> Source.from(never).map(n -> n).collect());
        assertFalse(Thread.interrupted());
    }

    /** The failure of a source comes first; that the caller is interrupted after that is not forgotten. */
    @Test
    void interrupt_afterSomethingElseHasFailed_isKept() {
        IOException why = new IOException("source");
        Sink<Integer, Integer> isInterrupted = in -> {
            in.context().done().recv(); // the failure is recorded
            Thread.currentThread().interrupt();
            chan().recvInterruptibly();
            return 0;
        };
        Pipeline<Integer> pipeline = Source.produce(out -> {
            throw why;
        });
        assertSame(why, assertThrows(IOException.class, () -> pipeline.run(isInterrupted)));
        assertTrue(Thread.interrupted());
    }

    @Test
    void goexit_endsThePipeline() {
        assertThrows(
                IllegalStateException.class,
                () -> Source.iterate(0, n -> n + 1)
                        .map(n -> {
                            Go.goexit();
                            return n;
                        })
                        .collect());
    }

    @Test
    void pipeline_runsInGoroutines_manyAtOnce() {
        Pipeline<Integer> pipeline = Source.range(0, 50).mapPar(2, n -> n + 1).filter(n -> n % 2 == 0);
        Go.run(() -> {
            Chan<Integer> sums = chan();
            for (int i = 0; i < 20; i++) {
                Go.go(() -> sums.send(pipeline.fold(0, Integer::sum)));
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(650, sums.recv().get());
            }
            while (Go.numGoroutine() > 1) {
                Go.gosched(); // the senders end
            }
        });
    }
}
