package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages, sinks and clean-ups that fail: who is told, of what, and what ends because of it. Nothing is left behind. */
@NoLeaks(patience = 0)
class FailureTest {

    /** Of several resources; the one that is closed first comes first. */
    @Test
    void failuresToCleanUp_areAllTold() {
        IOException first = new IOException("first");
        IOException second = new IOException("second");
        Pipeline<Integer> source = Source.produce(out -> {
            try (Resource closedLast = () -> {
                        throw second;
                    };
                    Resource closedFirst = () -> {
                        throw first;
                    }) {
                for (int i = 0; ; i++) {
                    out.send(i);
                }
            }
        });
        assertSame(first, assertThrows(IOException.class, () -> source.take(1).collect()));
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    }

    /** Of two resources that share it. */
    @Test
    void failureToCleanUpTwice_isNotSuppressedInItself() {
        IOException shared = new IOException("of both");
        Resource fails = () -> {
            throw shared;
        };
        Pipeline<Integer> source = Source.produce(out -> {
            try (Resource closedLast = fails;
                    Resource closedFirst = fails) {
                for (int i = 0; ; i++) {
                    out.send(i);
                }
            }
        });
        assertSame(shared, assertThrows(IOException.class, () -> source.take(1).collect()));
        assertArrayEquals(new Throwable[0], shared.getSuppressed());
    }

    /** An error, too, whether it comes first or not; it has left no stage, and so is given to no handler. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void errorToCleanUp_isTold(boolean first) {
        AssertionError error = new AssertionError("of the error");
        IOException other = new IOException("of the other");
        Pipeline<Integer> source = Source.produce(out -> {
            try (Resource closedLast = () -> fail(first ? other : error);
                    Resource closedFirst = () -> fail(first ? error : other)) {
                for (int i = 0; ; i++) {
                    out.send(i);
                }
            }
        });
        Exception thrown = assertThrows(Exception.class, () -> source.take(1).collect());
        if (first) {
            assertEquals("a stage of the pipeline failed to clean up: " + error, thrown.getMessage());
            assertSame(error, thrown.getCause());
            assertArrayEquals(new Throwable[] {other}, thrown.getSuppressed());
        } else {
            assertSame(other, thrown);
            assertArrayEquals(new Throwable[] {error}, thrown.getSuppressed());
        }
    }

    /** A stage that is told to end does so. */
    @Test
    void goexitToCleanUp_isNoFailure() throws Exception {
        Pipeline<Integer> source = Source.produce(out -> {
            try (Resource ends = Go::goexit) {
                for (int i = 0; ; i++) {
                    out.send(i);
                }
            }
        });
        assertEquals(List.of(0), source.take(1).collect());
    }

    private static void fail(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    private interface Resource extends AutoCloseable {}

    /** Nobody takes what it sends. */
    @Test
    void failure_endsTheSinkThatSendsOnAChannel() {
        IOException failure = new IOException("why");
        Pipeline<Integer> pipeline = Source.produce(out -> {
            out.send(1);
            throw failure;
        });
        Go.run(() -> assertSame(failure, assertThrows(IOException.class, () -> pipeline.to(chan()))));
    }

    /** A failure in work ahead is nobody's business; only one in what was wanted is. */
    @Test
    void failureAfterEnough_isNone() throws Exception {
        Chan<Void> isAhead = chan();
        Pipeline<Integer> pipeline = Source.within(context -> Source.of(1, 2).map(n -> {
            if (n == 2) {
                isAhead.close();
                context.done().recv();
                throw new IOException("work ahead");
            }
            return n;
        }));
        Sink<Integer, Integer> firstThenWait = in -> {
            int first = in.recv().get();
            isAhead.recv();
            return first;
        };
        assertEquals(1, pipeline.run(firstThenWait));
    }

    @Test
    void firstFailure_endsTheOthers_andLaterOnesAreSuppressed() {
        IOException first = new IOException("first");
        IOException second = new IOException("second");
        Chan<Integer> never = chan();
        Chan<Void> isWaiting = chan();
        Pipeline<Integer> waits = Source.within(context -> Source.of(1).map(n -> {
            isWaiting.close();
            context.done().recv();
            throw second;
        }));
        Pipeline<Integer> fails = Source.of(1).map(n -> {
            isWaiting.recv();
            throw first;
        });
        Pipeline<Integer> pipeline = waits.merge(fails).merge(Source.from(never));
        assertSame(first, assertThrows(IOException.class, pipeline::collect));
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    }

    /** It tells the one before that nobody wants more. */
    @Test
    void actionThatFails_asAStageEnds_failsTheRun() {
        IllegalStateException planted = new IllegalStateException("planted");
        Pipeline<Integer> endless = Source.produce((Outlet<Integer> out) -> {
            out.context().onDone(() -> {
                throw planted;
            });
            for (int i = 0; ; i++) {
                out.send(i);
            }
        });
        Pipeline<Integer> ends = endless.stage((Inlet<Integer> in, Outlet<Integer> out) -> out.send(in.recvOrNull()));
        assertSame(planted, assertThrows(IllegalStateException.class, ends::collect));
    }

    /** By whichever of them it is told first. */
    @Test
    void failureOfSeveral_isNotSuppressedInItself() throws Exception {
        IllegalStateException failure = new IllegalStateException("of all");
        Chan<Void> isWaiting = chan();
        Pipeline<Integer> waits = Source.within(context -> Source.of(1).map(n -> {
            isWaiting.close();
            context.done().recv();
            throw failure;
        }));
        Pipeline<Integer> fails = Source.produce(out -> {
            isWaiting.recv();
            out.context().onDone(() -> {
                throw failure;
            });
            throw failure;
        });
        try (Scope scope = Scope.open()) {
            waits.merge(fails).start(scope);
            assertSame(failure, assertThrows(IllegalStateException.class, scope::join));
        }
        assertArrayEquals(new Throwable[0], failure.getSuppressed());
    }

    /** A stage behind must not take what was cut off for all there was. */
    @Test
    void failure_isNoEnd() {
        for (int i = 0; i < 200; i++) {
            AtomicBoolean ended = new AtomicBoolean();
            Pipeline<Integer> pipeline = Source.of(1, 2, 3)
                    .map(n -> {
                        if (n == 3) {
                            throw new IOException("third");
                        }
                        return n;
                    })
                    .stage((in, out) -> {
                        in.forEach(out::send);
                        ended.set(true);
                    });
            assertThrows(IOException.class, pipeline::collect);
            assertFalse(ended.get());
        }
    }

    /** The result does not take its place. */
    @Test
    void failure_isThrown_thoughTheSinkHasItsResult() {
        IOException failure = new IOException("source");
        Pipeline<Integer> pipeline = Source.produce(out -> {
            throw failure;
        });
        Sink<Integer, Integer> sink = in -> {
            in.context().done().recv();
            return 1;
        };
        assertSame(failure, assertThrows(IOException.class, () -> pipeline.run(sink)));
    }

    @Test
    void failure_isTheCauseOfTheContexts() {
        IOException failure = new IOException("source");
        Chan<Throwable> causes = chan(2);
        Pipeline<Integer> fails = Source.produce(out -> {
            throw failure;
        });
        Pipeline<Integer> pipeline = fails.merge(Source.produce(out -> {
            out.context().done().recv();
            causes.send(out.context().cause().get());
        }));
        Sink<Integer, Integer> sink = in -> {
            in.context().done().recv();
            causes.send(in.context().cause().get());
            return 1;
        };
        assertSame(failure, assertThrows(IOException.class, () -> pipeline.run(sink)));
        assertSame(failure, causes.recv().get());
        assertSame(failure, causes.recv().get());
    }

    @Test
    void failingSink_endsAll() {
        IOException failure = new IOException("sink");
        Pipeline<Integer> pipeline = Source.iterate(0, n -> n + 1).mapPar(3, n -> n);
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> pipeline.forEach(n -> {
                            throw failure;
                        })));
        assertThrows(
                AssertionError.class,
                () -> pipeline.forEach(n -> {
                    throw new AssertionError("sink");
                }));
    }

    /** If a function's own context ends in it, that is the function's failure. */
    @Test
    @NoLeaks // the goroutine of the deadline is not the run's
    void cancellationThatIsNotTheRuns_isAFailure() {
        Chan<Integer> never = chan();
        Pipeline<Integer> pipeline = Source.of(1).map(n -> {
            try (CancelContext own = Context.withTimeout(Context.background(), Duration.ofMillis(1))) {
                return never.recv(own).get();
            }
        });
        assertThrows(DeadlineExceeded.class, pipeline::collect);
    }

    /** Even if the stream has no more elements when nobody wants more, so that its stage ends by itself. */
    @Test
    void closeOfAnExhaustedStream_thatFailsAfterEnough_isAFailure() {
        IllegalStateException failure = new IllegalStateException("close");
        Pipeline<Integer> pipeline =
                Source.within(context -> Source.from(Stream.of(1).onClose(() -> {
                    context.done().recv();
                    throw failure;
                })));
        assertSame(
                failure,
                assertThrows(IllegalStateException.class, () -> pipeline.take(1).collect()));
    }

    @Test
    void closeOfAnExhaustedStream_thatFails_isAFailure() {
        IllegalStateException failure = new IllegalStateException("close");
        Pipeline<Integer> pipeline = Source.from(Stream.of(1).onClose(() -> {
            throw failure;
        }));
        assertSame(failure, assertThrows(IllegalStateException.class, pipeline::collect));
    }

    /** Outside of a run an error is given to the handler, and the pipeline ends with it as the cause. */
    @Test
    void error_endsThePipeline() {
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        AtomicInteger handled = new AtomicInteger();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> handled.incrementAndGet());
        try {
            AssertionError error = new AssertionError("map");
            IllegalStateException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> Source.iterate(0, n -> n + 1)
                            .map(n -> {
                                throw error;
                            })
                            .mapPar(2, n -> n)
                            .collect());
            assertSame(error, thrown.getCause());
            assertEquals("a stage of the pipeline was left by " + error, thrown.getMessage());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    @Test
    void error_endsTheRunOfTheRuntime() {
        AssertionError error = new AssertionError("map");
        GoroutineFailedException thrown = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> Source.iterate(0, n -> n + 1)
                        .map(n -> {
                            throw error;
                        })
                        .collect()));
        assertSame(error, thrown.getCause());
    }
}
