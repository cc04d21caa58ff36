package dev.runnel.context;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Logged;
import dev.runnel.Runtimes;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Queues;
import io.vavr.control.Option;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Contexts of the user: X12. */
class ForeignContextTest {

    private static final class Tired extends CancelledException {
        private static final long serialVersionUID = 1;

        Tired() {
            super("tired", null);
        }
    }

    /** Has a channel and an error of its own. */
    private static class Own extends Wrapped {
        final Chan<Void> ended = chan();
        volatile CancelledException error;

        Own(Context inner) {
            super(inner);
        }

        void end(CancelledException why) {
            error = why;
            ended.close();
        }

        @Override
        public RecvChan<Void> done() {
            return ended;
        }

        @Override
        public Option<CancelledException> err() {
            return Option.of(error);
        }
    }

    /** A context that is made from it would fail later, or never be told of its end. */
    @Test
    @SuppressWarnings("NullAway") // null is the subject
    void context_thatGivesNull_isToldWhatItGives() {
        Context noDeadline = new Wrapped(Context.background()) {
            @Override
            public Option<Instant> deadline() {
                return null;
            }
        };
        assertNamed("deadline gives an Option, never null", () -> Context.withCancel(noDeadline));
        assertNamed(
                "deadline gives an Option, never null", () -> Context.withTimeout(noDeadline, Duration.ofSeconds(1)));
        Context noChannel = new Wrapped(Context.background()) {
            @Override
            public RecvChan<Void> done() {
                return null;
            }
        };
        assertNamed("done gives a channel, never null", () -> Context.withCancel(noChannel));
        assertNamed("done gives a channel, never null", () -> Context.afterFunc(noChannel, () -> {}));
        assertNamed("done gives a channel, never null", () -> chan().recv(noChannel));
        Context noValue = new Own(Context.background()) {
            @Override
            public <T> Option<T> value(ContextKey<T> key) {
                return null;
            }
        };
        assertNamed("value gives an Option, never null", () -> Context.withCancel(noValue));
    }

    private static void assertNamed(String what, Executable call) {
        assertEquals(what, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void wrapper_ofOneOfOurs_needsNoGoroutine_andIsCancelledWithIt() {
        long started = Watcher.STARTED.get();
        CancelCauseContext root = Context.withCancelCause(Context.background());
        Context wrapper = new Wrapped(Context.withValue(root, ContextKey.of("k"), 1));
        wrapper.done();
        CancelContext child = Context.withTimeout(wrapper, Duration.ofDays(1));
        assertEquals(1, ((CancelCtx) root).children());
        assertEquals("wrapped.WithDeadline", child.toString().substring(0, 20));
        Exception cause = new Exception("cause");
        root.cancel(cause);
        assertSame(cause, child.cause().get());
        assertSame(cause, wrapper.cause().get());
        assertEquals(started, Watcher.STARTED.get());
    }

    /** A context derived from the wrapper is a part of the tree, and is not told in the way of an action. */
    @Test
    void wrapper_ofOneOfOurs_hasWhatIsDerivedFromItDone_beforeAnyActionRuns() {
        CancelContext root = Context.withCancel(Context.background());
        Context wrapper = new Wrapped(root);
        wrapper.done();
        CancelContext child = Context.withCancel(wrapper);
        AtomicBoolean wasDone = new AtomicBoolean();
        root.onDone(() -> wasDone.set(child.err().isDefined()));
        root.cancel();
        assertTrue(wasDone.get());
    }

    @Test
    void wrapper_ofOneOfOurs_hasItsActionsRunByThat() {
        long started = Watcher.STARTED.get();
        CancelContext root = Context.withCancel(Context.background());
        Context wrapper = new Wrapped(root);
        wrapper.done();
        AtomicInteger ran = new AtomicInteger();
        Cancellation.Stop stop = wrapper.onDone(ran::incrementAndGet);
        assertTrue(wrapper.onDone(ran::incrementAndGet).stop());
        assertEquals(1, ((CancelCtx) root).children());
        root.cancel();
        assertEquals(1, ran.get());
        assertFalse(stop.stop());
        assertEquals(started, Watcher.STARTED.get());
    }

    @Test
    void wrapper_ofOneThatNeverEnds_needsNothing() {
        long started = Watcher.STARTED.get();
        CancelContext child = Context.withCancel(new Wrapped(Context.background()));
        assertTrue(new Wrapped(Context.todo()).onDone(() -> {}).stop());
        child.cancel();
        assertEquals(started, Watcher.STARTED.get());
    }

    @Test
    void contextWithAChannelOfItsOwn_isWatched() {
        Runtimes.runOnAll(() -> {
            CancelContext outer = Context.withCancel(Context.background());
            Own own = new Own(outer);
            CancelContext child = Context.withCancel(own);
            Queues.awaitReceivers(own.ended, 1);
            outer.cancel();
            assertTrue(child.err().isEmpty());
            own.end(new Tired());
            assertTrue(child.done().recv().isEmpty());
            assertInstanceOf(Tired.class, child.err().get());
            CancelContext late = Context.withCancel(own);
            assertInstanceOf(Tired.class, late.err().get());
        });
    }

    @Test
    void afterFunc_ofOneThatIsWatched_runsWhenThatHasEnded() {
        Runtimes.runOnAll(() -> {
            Own own = new Own(Context.background());
            Chan<Integer> ran = chan(2);
            Cancellation.Stop stop = Context.afterFunc(own, () -> ran.send(1));
            Queues.awaitReceivers(own.ended, 1);
            assertTrue(ran.tryRecv().isEmpty());
            own.end(new Tired());
            assertEquals(1, ran.recv().get());
            assertFalse(stop.stop());
            Context.afterFunc(own, () -> ran.send(2));
            assertEquals(2, ran.recv().get());
        });
    }

    @Test
    void value_isSoughtBehindIt() {
        ContextKey<String> behind = ContextKey.of("behind");
        Context wrapper = new Wrapped(Context.withValue(Context.background(), behind, "value"));
        Context context = Context.withValue(Context.withCancel(wrapper), ContextKey.of("other"), 1);
        assertEquals(Option.some("value"), context.value(behind));
        assertEquals(Option.some("value"), Context.withoutCancel(wrapper).value(behind));
        assertEquals(Option.none(), context.value(ContextKey.of("none")));
    }

    @Test
    void onDone_ofOneThatHasEnded_runsAtOnce() {
        long started = Watcher.STARTED.get();
        Own own = new Own(Context.background());
        own.end(new Tired());
        AtomicInteger ran = new AtomicInteger();
        Cancellation.Stop stop = own.onDone(ran::incrementAndGet);
        assertEquals(1, ran.get());
        assertFalse(stop.stop());
        assertEquals(started, Watcher.STARTED.get());
    }

    /** Also if the wrapped context has one. */
    @Test
    void cause_isNoneWithoutAnError() {
        CancelCauseContext root = Context.withCancelCause(Context.background());
        Own own = new Own(root);
        assertEquals(Option.none(), own.cause());
        root.cancel(new Exception("of the root"));
        assertEquals(Option.none(), own.cause());
    }

    /** What is behind the context without cancel ends for reasons of its own. */
    @Test
    void cause_isNotSoughtBehindWithoutCancel() {
        CancelCauseContext root = Context.withCancelCause(Context.background());
        Own own = new Own(Context.withoutCancel(root));
        root.cancel(new Exception("of the root"));
        assertEquals(Option.none(), own.cause());
        own.end(new Tired());
        assertInstanceOf(Tired.class, own.cause().get());
    }

    @Test
    void stop_ofWhatIsWatched_saysWhetherItCameInTime() {
        Runtimes.runOnAll(() -> {
            Own own = new Own(Context.background());
            Cancellation.Stop early = own.onDone(() -> {});
            assertTrue(early.stop());
            assertFalse(early.stop());
            Chan<Integer> ran = chan(1);
            Cancellation.Stop late = own.onDone(() -> ran.send(1));
            own.end(new Tired());
            assertEquals(1, ran.recv().get());
            assertFalse(late.stop());
        });
    }

    /** No watcher is left behind, or main would not be the only goroutine. */
    @Test
    void watcher_endsWithTheChild() {
        Runtimes.runOnAll(() -> {
            Own own = new Own(Context.background());
            for (int i = 0; i < 10; i++) {
                Context.withCancel(own).cancel();
                Context.afterFunc(own, () -> {}).stop();
            }
            while (Go.numGoroutine() > 1) {
                Go.gosched();
            }
            assertEquals(0, Queues.receivers(own.ended));
        });
    }

    @Test
    void operations_areEndedByIt_withItsError() {
        Runtimes.runOnAll(() -> {
            Own own = new Own(Context.background());
            Chan<Integer> c = chan();
            GoHandle receiver = go(() -> assertThrows(Tired.class, () -> c.recv(own)));
            GoHandle sleeper = go(() -> assertThrows(Tired.class, () -> Go.sleep(Duration.ofDays(1), own)));
            Queues.awaitReceivers(c, 1);
            Queues.awaitReceivers(own.ended, 2);
            own.end(new Tired());
            receiver.join();
            sleeper.join();
            assertThrows(Tired.class, () -> c.send(1, own));
            assertThrows(Tired.class, own::throwIfCancelled);
        });
    }

    @Test
    void operationThatSucceeds_leavesNoWatcher() {
        Runtimes.runOnAll(() -> {
            Own own = new Own(Context.background());
            Chan<Integer> c = chan();
            GoHandle receiver = go(() -> assertEquals(1, c.recv(own).get()));
            Queues.awaitReceivers(c, 1);
            c.send(1);
            receiver.join();
            while (Go.numGoroutine() > 1) {
                Go.gosched();
            }
            assertEquals(0, Queues.receivers(own.ended));
        });
    }

    /** Its end is known by its channel, and then by its error. */
    private static class Plain implements Context {
        private final Chan<Void> done = chan();
        private volatile @Nullable CancelledException err;

        final void end(@Nullable Throwable closeCause) {
            err = new Tired();
            if (closeCause == null) {
                done.close();
            } else {
                done.close(closeCause);
            }
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
            return Option.of(err);
        }

        @Override
        public <T> Option<T> value(ContextKey<T> key) {
            return Option.none();
        }
    }

    @Test
    void channelClosedWithACause_isAnEnd() {
        Runtimes.run(2, () -> {
            Plain parent = new Plain();
            CancelContext child = Context.withCancel(parent);
            parent.end(new IllegalStateException("why"));
            child.done().recv();
            assertInstanceOf(Tired.class, child.err().get());
        });
    }

    @Test
    void causeOfOnesOwn_isThatOfWhatIsDerived() {
        Runtimes.run(2, () -> {
            Exception why = new Exception("why");
            Plain parent = new Plain() {
                @Override
                public Option<Throwable> cause() {
                    return err().map(ended -> why);
                }
            };
            CancelContext child = Context.withCancel(parent);
            parent.end(null);
            child.done().recv();
            assertSame(why, child.cause().get());
            assertSame(why, Context.withCancel(parent).cause().get());
        });
    }

    @Test
    void causeThatFails_isNone() {
        Runtimes.run(2, () -> {
            for (boolean isNull : new boolean[] {false, true}) {
                Plain parent = new Plain() {
                    @Override
                    public Option<Throwable> cause() {
                        if (isNull) {
                            return null;
                        }
                        throw new IllegalStateException("planted");
                    }
                };
                CancelContext child = Context.withCancel(parent);
                parent.end(null);
                child.done().recv();
                assertInstanceOf(Tired.class, child.cause().get());
                assertThrows(Tired.class, parent::throwIfCancelled);
                assertThrows(Tired.class, () -> Go.chan().recv(parent));
            }
        });
    }

    /** Nor is such a context asked to tell of its end. */
    @Test
    void whoHasEnded_orNeverDoes_isNotRegisteredWith() {
        class Untold extends Plain {
            private final boolean endless;

            Untold(boolean endless) {
                this.endless = endless;
            }

            @Override
            public RecvChan<Void> done() {
                return endless ? Go.nilChan() : super.done();
            }

            @Override
            public Stop onDone(Runnable action) {
                throw new AssertionError("nobody is to be told");
            }
        }
        Untold ended = new Untold(false);
        ended.end(null);
        CancelContext child = Context.withCancel(ended);
        assertInstanceOf(Tired.class, child.err().get());
        assertEquals(Option.none(), Context.withCancel(new Untold(true)).err());
    }

    @Test
    void registrationThatIsTakenBack_isNotKept() {
        List<WeakReference<Object>> given = new ArrayList<>();
        Plain parent = new Plain() {
            @Override
            public Stop onDone(Runnable action) {
                Stop stop = new Stop() {
                    @Override
                    public boolean stop() {
                        return true;
                    }
                };
                given.add(new WeakReference<>(stop));
                return stop;
            }
        };
        CancelContext child = Context.withCancel(parent);
        child.cancel();
        assertTrue(Await.isCollected(given.getFirst()));
        Reference.reachabilityFence(child);
    }

    @Test
    void registration_isRequired_andWhatItFailsWithReplacesNothing() {
        Plain gives = new Plain() {
            @Override
            public Stop onDone(Runnable action) {
                return null;
            }
        };
        assertThrows(NullPointerException.class, () -> Context.withCancel(gives));
        AssertionError planted = new AssertionError("planted");
        Plain fails = new Plain() {
            @Override
            public Stop onDone(Runnable action) {
                return () -> {
                    throw planted;
                };
            }
        };
        IllegalArgumentException ofAction = new IllegalArgumentException("of an action");
        try (Logged logged = new Logged()) {
            Context.withCancel(fails).cancel();
            CancelContext second = Context.withCancel(fails);
            second.onDone(() -> {
                throw ofAction;
            });
            assertSame(ofAction, assertThrows(IllegalArgumentException.class, second::cancel));
            assertEquals(List.of(planted, planted), logged.failures());
        }
    }
}
