package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How an {@link Inflow} ends: by its feed, its context or its runtime, or before it has begun. */
@NoLeaks
class InflowEndTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void contextThatEnds_isTheFailureEvenIfTheFeedDoesNotLook() {
        try (CancelContext context = Context.withCancel(Context.background())) {
            Inflow<Integer> inflow = Inflow.of(context, 0, (out, ignored) -> {
                while (true) {
                    out.send(1);
                }
            });
            inflow.channel().recv();
            context.cancel();
            for (Integer value : inflow.channel()) {
                assertEquals(1, value);
            }
            assertInstanceOf(CancelledException.class, inflow.failure().get());
        }
    }

    @Test
    void feedThatClosesItsChannel_hasEnded() {
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            out.send(1);
            out.close();
        });
        assertEquals(List.of(1), inflow.stream().toList());
    }

    @Test
    void feedThatClosesItsChannelWithACause_hasFailed() {
        Exception why = new Exception("half");
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            out.send(1);
            out.close(why);
        });
        Iterator<Integer> iterator = inflow.iterator();
        assertEquals(1, iterator.next());
        assertSame(
                why, assertThrows(CompletionException.class, iterator::hasNext).getCause());
        assertSame(why, inflow.failure().get());
        inflow.done().recv();
        assertSame(why, inflow.failure().get());
    }

    @Test
    void failure_standsBesideAChannelThatJustEnds() {
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            throw new Exception("at once");
        });
        assertTrue(inflow.channel().recv().isEmpty());
        assertTrue(inflow.channel().closeCause().isEmpty());
        assertTrue(inflow.failure().isDefined());
    }

    @Test
    void buffered_keepsItsValuesBeforeAFailure() {
        Exception why = new Exception("late");
        Inflow<Integer> inflow = Inflow.of(Context.background(), 3, (out, context) -> {
            out.send(1);
            out.send(2);
            throw why;
        });
        inflow.done().recv();
        assertEquals(List.of(1, 2), inflow.channel().stream().toList());
        assertSame(why, inflow.failure().get());
    }

    @Test
    void errorThatNobodyCanLearnOf_isAFailureOfTheGoroutine() {
        AssertionError why = new AssertionError("bug");
        GoroutineFailedException failure = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    Inflow<Integer> inflow = Inflow.of((out, context) -> {
                        context.done().recv();
                        throw why;
                    });
                    inflow.close();
                    Go.nilChan().recv();
                }));
        assertSame(why, failure.getCause());
    }

    @Test
    void runtimeThatCloses_isTheFailure() {
        List<Inflow<Integer>> inflows = new ArrayList<>();
        Go.run(() -> {
            Chan<Boolean> begun = chan();
            inflows.add(Inflow.of((out, context) -> {
                begun.send(true);
                Go.nilChan().recv();
            }));
            begun.recv();
        });
        assertTrue(inflows.get(0).channel().recv().isEmpty());
        assertInstanceOf(CancellationException.class, inflows.get(0).failure().get());
    }

    @Test
    void feedThatNeverBegins_isAFailure() {
        List<Body> held = new ArrayList<>();
        Inflow<Integer> inflow = Inflow.start(held::add, Context.background(), 0, (out, context) -> out.send(1));
        ((Task) held.get(0)).ended(false); // as an M does that finds the runtime closing
        assertTrue(inflow.channel().recv().isEmpty());
        assertInstanceOf(CancellationException.class, inflow.failure().get());
        inflow.done().recv();
    }

    @Test
    void feedThatNeverBegins_isAFailure_alsoIfTheCommonPoolIsBusy() throws Exception {
        List<Body> held = new ArrayList<>();
        Inflow<Integer> inflow = Inflow.start(held::add, Context.background(), 0, (out, context) -> out.send(1));
        try (BusyCommonPool busy = new BusyCommonPool()) {
            ((Task) held.get(0)).ended(false);
            assertTrue(inflow.done().tryRecv(LONG).isClosed());
            assertInstanceOf(CancellationException.class, inflow.failure().get());
        }
    }

    @Test
    void feedThatCannotBeStarted_leavesNothing() {
        GoRuntime runtime = new GoRuntime();
        runtime.close();
        assertThrows(
                RuntimeClosedException.class,
                () -> Inflow.start(runtime::go, new Watched(), 0, (out, context) -> out.send(1)));
    }

    /** A context that a goroutine watches for each context derived from it. */
    private static final class Watched implements Context {

        private final Chan<Void> done = chan();
        private volatile Option<CancelledException> err = Option.none();

        void end(CancelledException why) {
            err = Option.of(why);
            done.close();
        }

        @Override
        public Option<Instant> deadline() {
            return Option.none();
        }

        @Override
        public RecvChan<Void> done() {
            return done;
        }

        @Override
        public Option<CancelledException> err() {
            return err;
        }

        @Override
        public <T> Option<T> value(ContextKey<T> key) {
            return Option.none();
        }
    }

    /** What has ended it is reported all the same. */
    @Test
    void contextWhoseErrorCannotBeThrownAnew_isTheFailure() throws Exception {
        CancelledException error = new CancelledException("planted", null) {
            private static final long serialVersionUID = 1;

            @Override
            public CancelledException thrownBecauseOf(Throwable why) {
                throw new IllegalStateException("planted");
            }
        };
        Watched parent = new Watched();
        Inflow<Integer> inflow =
                Inflow.of(parent, 0, (out, context) -> context.done().recv());
        parent.end(error);
        assertTrue(inflow.done().tryRecv(LONG).isClosed());
        assertSame(error, inflow.failure().get());
    }

    /** As with Go's {@code defer close(out)}: the end of the values is seen before the exception. */
    private static <T> Feed<T> closesAndThrows(T value, Exception why) {
        return (out, context) -> {
            try {
                out.send(value);
            } finally {
                out.close();
                for (int i = 0; i < 100; i++) {
                    Go.gosched(); // clean-up
                }
            }
            throw why;
        };
    }

    @Test
    void program_thatClosesItsChannelAndThrows_hasFailed() {
        IllegalArgumentException why = new IllegalArgumentException();
        for (int i = 0; i < 50; i++) {
            List<Integer> seen = new ArrayList<>();
            Throwable thrown = assertThrows(CompletionException.class, () -> {
                try (Inflow<Integer> inflow = Inflow.of(closesAndThrows(1, why))) {
                    inflow.forEach(seen::add);
                }
            });
            assertSame(why, thrown.getCause());
            assertEquals(List.of(1), seen);
            assertSame(why, Tries.toTry(Inflow.of(closesAndThrows(1, why))).getCause());
        }
    }

    @Test
    void program_thatClosesItsChannelAndThrows_failsItsSubscriber() {
        IllegalArgumentException why = new IllegalArgumentException();
        for (int i = 0; i < 50; i++) {
            Probe<Integer> probe = new Probe<>(10);
            Flows.publisher(closesAndThrows(1, why)).subscribe(probe);
            assertEquals(new Probe.Next(1), probe.signals.recv().get());
            assertEquals(new Probe.Failed(why), probe.signals.recv().get());
        }
    }

    /** Its goroutine fails by that, and whoever waits for its end is told of the end all the same. */
    @Test
    void feedWhoseActionFailsAtTheEnd_hasEnded() {
        try (GoRuntime runtime = new GoRuntime()) {
            Chan<Throwable> failed = chan(1);
            runtime.setFailureHandler((goroutine, thrown) -> failed.send(thrown));
            IllegalStateException planted = new IllegalStateException("planted");
            Chan<Integer> got = chan(1);
            runtime.go(() -> {
                Inflow<Integer> inflow = Inflow.of((out, context) -> {
                    context.onDone(() -> {
                        throw planted;
                    });
                    out.send(1);
                });
                got.send(inflow.channel().recv().get());
                inflow.done().recv();
                got.close();
            });
            assertEquals(1, got.recv().get());
            assertTrue(got.recv().isEmpty());
            assertSame(planted, failed.recv().get());
        }
    }

    /** What it does last unwinds it. */
    @Test
    void feedThatEndsAsItsRuntimeCloses_hasEndedItsContext() {
        Chan<Context> contexts = chan(1);
        try (GoRuntime runtime = new GoRuntime()) {
            Feed<Integer> feed = (out, context) -> {
                contexts.send(context);
                runtime.close();
            };
            Inflow<Integer> inflow = Inflow.start(runtime::go, Context.background(), 0, feed);
            inflow.done().recv();
            assertTrue(contexts.recv().get().err().isDefined());
        }
    }

    @Test
    void feedThatNeverBegins_hasEnded_whateverIsDoneInItsPlace() {
        List<Body> held = new ArrayList<>();
        List<Inflow<Integer>> inflows = new ArrayList<>();
        IllegalStateException planted = new IllegalStateException("planted");
        Inflow<Integer> inflow = Inflow.start(held::add, Context.background(), 0, (out, context) -> out.send(1), () -> {
            assertFalse(inflows.get(0).done().tryRecv().isClosed());
            throw planted;
        });
        inflows.add(inflow);
        assertSame(planted, assertThrows(IllegalStateException.class, () -> ((Told) held.get(0)).neverBegan()));
        inflow.done().recv();
        assertInstanceOf(CancellationException.class, inflow.failure().get());
    }

    /** By a thread that may run users' code. */
    @Test
    void whatIsDoneInPlaceOfAFeed_isDoneByAnotherThread() {
        List<Body> held = new ArrayList<>();
        Chan<Thread> does = chan(1);
        Runnable instead = () -> does.send(Thread.currentThread());
        Inflow<Integer> inflow =
                Inflow.start(held::add, Context.background(), 0, (out, context) -> out.send(1), instead);
        ((Task) held.get(0)).ended(false);
        assertNotSame(Thread.currentThread(), does.recv().get());
        inflow.done().recv();
    }

    @Test
    void streamWhoseGoroutineNeverBegins_isClosed() {
        Chan<Inflow<Integer>> inflows = chan(1);
        Chan<Boolean> closed = chan(1);
        closingBehind(() -> inflows.send(Inflow.ofAll(Stream.of(1).onClose(() -> closed.send(true)))));
        Inflow<Integer> inflow = inflows.recv().get();
        inflow.done().recv();
        assertInstanceOf(CancellationException.class, inflow.failure().get());
        assertEquals(1, closed.len());
    }

    @Test
    void inflowOfOutcomesThatNeverBegins_isClosed() {
        Chan<Inflow<Try<Integer>>> inflows = chan(1);
        Inflow<Integer> inner = Inflow.of((out, context) -> context.done().recv());
        closingBehind(() -> inflows.send(Tries.outcomes(inner)));
        inflows.recv().get().done().recv();
        assertTrue(inner.channel().tryRecv().isClosed());
        inner.done().recv();
    }

    /** Runs it in a runtime that is closed before any goroutine that it has started begins. */
    private static void closingBehind(Body starting) {
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            Chan<Void> begun = chan();
            runtime.go(() -> {
                starting.run();
                runtime.close();
                begun.close();
            });
            begun.recv();
        }
    }

    /** What unwinds a goroutine is wrapped in another exception on its way. */
    @Test
    void feedThatIsUnwoundByReflection_isCutOff() {
        Inflow<Integer> inflow =
                Inflow.of((out, context) -> Go.class.getMethod("goexit").invoke(null));
        inflow.done().recv();
        assertInstanceOf(CancellationException.class, inflow.failure().get());
    }
}
