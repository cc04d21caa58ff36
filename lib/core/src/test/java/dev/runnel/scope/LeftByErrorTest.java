package dev.runnel.scope;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of an {@code Error} of a task: it ends the run, and where there is no run those that wait are told. */
class LeftByErrorTest {

    private final AssertionError error = new AssertionError("planted");
    private final AtomicReference<Throwable> handled = new AtomicReference<>();

    private enum Where {
        DEFAULT_RUNTIME,
        OPENED_RUNTIME
    }

    /**
     * Runs a body that waits, in a goroutine of a runtime that is not run, or in the caller; what it throws comes out.
     */
    private void in(Where where, Body body) throws Exception {
        if (where == Where.DEFAULT_RUNTIME) {
            body.run();
            return;
        }
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Throwable> ended = chan(1);
            runtime.setFailureHandler((goroutine, thrown) -> handled.set(thrown));
            runtime.go(() -> {
                try {
                    body.run();
                } catch (Exception | AssertionError e) {
                    ended.send(e);
                } finally {
                    ended.close();
                }
            });
            Throwable thrown = ended.recvOrNull();
            if (thrown != null) {
                throw new AssertionError("in the opened runtime", thrown);
            }
        }
    }

    private void fail() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> handled.set(thrown));
        throw error;
    }

    @ParameterizedTest
    @EnumSource
    void awaitOfAGroup_tells_andSiblingsAreCancelled(Where where) throws Exception {
        in(where, () -> {
            ErrGroup group = ErrGroup.withContext(Context.background());
            group.go(() -> chan().recv(group.context()));
            group.go(this::fail);
            IllegalStateException told = assertThrows(IllegalStateException.class, group::await);
            assertSame(error, told.getCause());
            assertEquals("a task of the group was left by " + error, told.getMessage());
            assertSame(error, group.context().cause().get());
            assertSame(told, assertThrows(IllegalStateException.class, group::awaitOrThrow));
            assertSame(error, handled.get());
        });
    }

    @ParameterizedTest
    @EnumSource
    void awaitOfAGroupWithoutAContext_tells(Where where) throws Exception {
        in(where, () -> {
            ErrGroup group = new ErrGroup();
            group.go(this::fail);
            assertSame(
                    error,
                    assertThrows(IllegalStateException.class, group::awaitOrThrow)
                            .getCause());
            assertArrayEquals(new Throwable[0], error.getSuppressed());
        });
    }

    @ParameterizedTest
    @EnumSource
    void joinOfAScope_tells_andSiblingsAreCancelled(Where where) throws Exception {
        in(where, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> chan().recv(scope.context()));
                Fork<Integer> fork = scope.fork(() -> {
                    fail();
                    return 1;
                });
                IllegalStateException told = assertThrows(IllegalStateException.class, scope::join);
                assertSame(error, told.getCause());
                assertEquals("a task of the scope was left by " + error, told.getMessage());
                assertSame(error, scope.context().cause().get());
                assertSame(told, fork.result().getCause());
                assertSame(
                        told,
                        assertThrows(IllegalStateException.class, fork::get).getCause());
                assertSame(error, handled.get());
            }
        });
    }

    @Test
    void closeOfAScope_thatNobodyJoined_tells() {
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(this::fail);
                scope.context().done().recv();
            }
        });
        assertSame(error, thrown.getCause().getCause());
    }

    /** This holds whatever has failed before the error, and none of that is lost. */
    @Test
    void error_weighsMoreThanExceptions() {
        IOException first = new IOException("first");
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.go(() -> {
            throw first;
        });
        group.go(() -> {
            group.context().done().recv();
            fail();
        });
        IllegalStateException told = assertThrows(IllegalStateException.class, group::await);
        assertSame(error, told.getCause());
        assertArrayEquals(new Throwable[] {first}, told.getSuppressed());
        assertSame(first, group.context().cause().get());
    }

    /** Of several errors the first is reported, with the others. */
    @Test
    void errorsOfTwoTasks_areToldInTheirOrder() {
        AssertionError second = new AssertionError("second");
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.go(() -> {
            group.context().done().recv();
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {});
            throw second;
        });
        group.go(this::fail);
        IllegalStateException told = assertThrows(IllegalStateException.class, group::await);
        assertSame(error, told.getCause());
        assertEquals(1, told.getSuppressed().length);
        assertSame(second, told.getSuppressed()[0].getCause());
        assertSame(told, assertThrows(IllegalStateException.class, group::await));
    }

    /** The cancellation says nothing. */
    @Test
    void errorAfterACancellation_isToldAlone() {
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.go(() -> {
            throw new Canceled();
        });
        group.go(() -> {
            group.context().done().recv();
            fail();
        });
        IllegalStateException told = assertThrows(IllegalStateException.class, group::await);
        assertSame(error, told.getCause());
        assertArrayEquals(new Throwable[0], told.getSuppressed());
    }

    @Test
    void errorAfterTheJoin_comesOutOfTheClose() {
        IOException first = new IOException("first");
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> {
                    throw first;
                });
                assertSame(first, assertThrows(IOException.class, scope::join));
                scope.go(this::fail);
            }
        });
        assertSame(error, thrown.getCause().getCause());
    }

    @Test
    void goexit_isNoError() throws Exception {
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.go(Go::goexit);
        group.awaitOrThrow();
        try (Scope scope = Scope.open()) {
            Fork<Integer> fork = scope.fork(() -> {
                Go.goexit();
                return 1;
            });
            scope.join();
            assertThrows(IllegalStateException.class, fork::result);
        }
    }

    /** What the user hung on the context is told, and if this fails the handler still gets the error. */
    @Test
    void hookThatFails_isSuppressedInTheError() {
        IllegalArgumentException second = new IllegalArgumentException("hook");
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.context().onDone(() -> {
            throw second;
        });
        group.go(this::fail);
        assertSame(
                error, assertThrows(IllegalStateException.class, group::await).getCause());
        assertSame(error, handled.get());
        assertArrayEquals(new Throwable[] {second}, error.getSuppressed());
    }

    @Test
    void hookThatFailsWithTheError_isNotToldBesides() {
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.context().onDone(this::throwIt);
        group.go(this::fail);
        assertSame(
                error, assertThrows(IllegalStateException.class, group::await).getCause());
        assertSame(error, handled.get());
        assertArrayEquals(new Throwable[0], error.getSuppressed());
    }

    /**
     * The error ends only its goroutine, also while its runtime closes: whoever waits elsewhere is not left waiting.
     */
    @Test
    void errorInARuntimeThatCloses_isToldOutside() {
        ErrGroup group = new ErrGroup();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.setFailureHandler((goroutine, thrown) -> handled.set(thrown));
            Chan<Void> begun = chan();
            runtime.go(() -> group.go(() -> {
                try {
                    begun.close();
                    chan().recv();
                } finally {
                    throwIt();
                }
            }));
            begun.recv();
        }
        assertSame(
                error, assertThrows(IllegalStateException.class, group::await).getCause());
        assertSame(error, handled.get());
    }

    private void throwIt() {
        throw error;
    }

    /** Nobody goes on in a run that ends: neither one that waits for the task, nor one that waits for the context. */
    @Test
    void errorInARun_endsIt_andTellsNobody() {
        AtomicBoolean wentOn = new AtomicBoolean();
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.oneP(), () -> {
                    try (Scope scope = Scope.open()) {
                        Go.go(() -> {
                            scope.context().done().recv();
                            wentOn.set(true);
                        });
                        Go.gosched();
                        scope.go(this::throwIt);
                        scope.join();
                        wentOn.set(true);
                    } catch (Exception e) {
                        wentOn.set(true);
                    }
                }));
        assertSame(error, failed.getCause());
        assertArrayEquals(new Throwable[0], error.getSuppressed());
        assertFalse(wentOn.get());
    }

    /** Nor is the context, for which others in the run may wait, cancelled before the run has ended. */
    @Test
    void errorInARun_cancelsTheContextOfAScopeOutside_whenThatHasEnded() {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2));
        Scope scope = Scope.open();
        Chan<Boolean> wasOpen = chan(1);
        scope.context().onDone(() -> {
            try {
                runtime.go(() -> {});
                wasOpen.send(true);
            } catch (RuntimeClosedException e) {
                wasOpen.send(false);
            }
        });
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> runtime.run(() -> {
                    scope.go(this::throwIt);
                    chan().recv();
                }));
        assertSame(error, failed.getCause());
        assertEquals(Option.some(false), wasOpen.recv());
        assertThrows(IllegalStateException.class, scope::join);
        scope.close();
    }

    /** Whoever waits outside the run is told when the run has ended: nobody else could say so. */
    @Test
    void errorInARun_isToldWhoAwaitsAGroupOutside_whenThatHasEnded() {
        ErrGroup group = ErrGroup.withContext(Context.background());
        group.go(() -> chan().recv(group.context())); // this one is outside, too
        IllegalStateException told = toldOutside(() -> group.go(this::throwIt), group::await);
        assertSame(error, told.getCause());
        assertSame(error, group.context().cause().get());
    }

    @Test
    void errorInARun_isToldWhoJoinsAScopeOutside_whenThatHasEnded() {
        Scope scope = Scope.open();
        scope.go(() -> chan().recv(scope.context())); // this one is outside, too
        AtomicReference<Fork<Boolean>> fork = new AtomicReference<>();
        IllegalStateException told = toldOutside(
                () -> fork.set(scope.fork(() -> {
                    throwIt();
                    return true;
                })),
                scope::join);
        assertSame(error, told.getCause());
        assertSame(told, fork.get().result().getCause());
        scope.close();
    }

    /** What a thread of its own is told that waits for a task which ends a run. */
    private static IllegalStateException toldOutside(Runnable start, Executable wait) {
        AtomicBoolean unwound = new AtomicBoolean();
        Chan<IllegalStateException> told = chan(1);
        assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Chan<Void> begun = chan();
                    Go.go(() -> {
                        try {
                            begun.close();
                            chan().recv();
                        } finally {
                            unwound.set(true);
                        }
                    });
                    begun.recv();
                    Thread waits = Thread.ofPlatform().unstarted(() -> {
                        IllegalStateException thrown = assertThrows(IllegalStateException.class, wait);
                        assertTrue(unwound.get(), "told before the run had ended");
                        told.send(thrown);
                    });
                    waits.start();
                    Await.until(() -> waits.getState() == Thread.State.WAITING);
                    start.run();
                    chan().recv();
                }));
        return told.recv().get();
    }
}
