package dev.runnel.scope;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.sync.WaitGroup;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing outlives its scope, and no failure is lost. */
class ScopeTest {

    private final AtomicInteger ended = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void results_areThereAfterTheJoin(int procs) {
        Runtimes.run(procs, () -> {
            try (Scope scope = Scope.open()) {
                Fork<String> word = scope.fork(() -> "six");
                Fork<Integer> number = scope.fork(() -> 6);
                scope.join();
                assertEquals("six", word.get());
                assertEquals(6, number.result().get());
                assertTrue(scope.context().err().isEmpty(), "it goes on");
            }
        });
    }

    /** The first failure ends those that wait with the scope's context. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void firstFailure_cancelsTheOthers_andIsThrown(int procs) {
        Runtimes.run(procs, () -> {
            IOException failure = new IOException("first");
            Chan<Integer> never = chan();
            try (Scope scope = Scope.open()) {
                Fork<Integer> waits =
                        scope.fork(() -> never.recv(scope.context()).get());
                scope.go(() -> {
                    throw failure;
                });
                assertSame(failure, assertThrows(IOException.class, scope::join));
                assertSame(failure, scope.context().cause().get());
                assertTrue(waits.result().isFailure());
                assertEquals(Canceled.class, waits.result().getCause().getClass());
                assertSame(
                        waits.result().getCause(),
                        assertThrows(IllegalStateException.class, waits::get).getCause());
            }
            assertArrayEquals(new Throwable[0], failure.getSuppressed());
        });
    }

    /** Whatever happens in the body, all tasks have ended when the scope is left. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_waitsForAll_alsoWhenTheBodyFails(int procs) {
        int n = 20;
        Runtimes.run(procs, () -> {
            IllegalStateException failure = new IllegalStateException("the body's");
            assertSame(failure, assertThrows(IllegalStateException.class, () -> {
                try (Scope scope = Scope.open()) {
                    for (int i = 0; i < n; i++) {
                        scope.go(() -> {
                            scope.context().done().recv();
                            Go.gosched();
                            ended.incrementAndGet();
                        });
                    }
                    throw failure;
                }
            }));
            assertEquals(n, ended.get());
        });
    }

    @Test
    void tasks_mayFork() throws Exception {
        try (Scope scope = Scope.open()) {
            scope.go(() -> scope.go(() -> scope.go(ended::incrementAndGet)));
            scope.join();
            assertEquals(1, ended.get());
        }
    }

    @Test
    void failureThatNobodyJoined_comesOutOfTheClose() {
        IOException failure = new IOException("unjoined");
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.fork(() -> {
                    throw failure;
                });
                scope.context().done().recv();
            }
        });
        assertSame(failure, thrown.getCause());
        assertEquals("a task of the scope has failed: java.io.IOException: unjoined", thrown.getMessage());
    }

    @Test
    void cancellationByTheClose_isNoFailure() {
        Chan<Integer> never = chan();
        try (Scope scope = Scope.open()) {
            scope.go(() -> never.recv(scope.context()));
        }
    }

    @Test
    void parent_cancelsTheScope() throws Exception {
        Chan<Integer> never = chan();
        try (var parent = Context.withCancel(Context.background());
                Scope scope = Scope.open(parent)) {
            scope.go(() -> never.recv(scope.context()));
            parent.cancel();
            assertThrows(Canceled.class, scope::join);
        }
    }

    /** The streams of a connection report it by an IOException, and their lines by an unchecked exception. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cancellationOfAStream_isNotToldBesidesTheFailure(boolean unchecked) {
        IOException planted = new IOException("planted");
        Chan<Integer> never = chan();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                try {
                    never.recv(scope.context());
                } catch (CancelledException e) {
                    InterruptedIOException ended = new InterruptedIOException("read: " + e.getMessage());
                    ended.initCause(e);
                    throw unchecked ? new UncheckedIOException(ended) : ended;
                }
            });
            scope.go(() -> {
                throw planted;
            });
            assertSame(planted, assertThrows(IOException.class, scope::join));
        }
        assertEquals(0, planted.getSuppressed().length);
    }

    @Test
    void result_beforeTheEnd_isRefused() throws Exception {
        Chan<Integer> go = chan();
        try (Scope scope = Scope.open()) {
            Fork<Integer> fork = scope.fork(() -> go.recv().get());
            IllegalStateException e = assertThrows(IllegalStateException.class, fork::get);
            assertEquals(
                    "the task has no result: it has not ended, and its scope is to be joined first, or it ended by goexit, or with its runtime",
                    e.getMessage());
            go.send(1);
            scope.join();
            assertEquals(1, fork.get());
        }
    }

    /** A real failure counts, whatever gave up before it because of the close. */
    @Test
    void failureAfterACancellation_isNotLost() {
        IOException failure = new IOException("disk full");
        Chan<Integer> never = chan();
        Chan<Integer> gaveUp = chan(1);
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> {
                    try {
                        never.recv(scope.context());
                    } finally {
                        gaveUp.send(1);
                    }
                });
                scope.go(() -> {
                    gaveUp.recv();
                    throw failure;
                });
            }
        });
        assertSame(failure, thrown.getCause());
    }

    /** The end of a task's own time limit is a failure like any other. */
    @Test
    void deadlineOfATask_isAFailure() {
        Chan<Integer> never = chan();
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> {
                    try (var limit = Context.withTimeout(Context.background(), Duration.ofNanos(1))) {
                        never.recv(limit);
                    }
                });
                scope.context().done().recv();
            }
        });
        assertEquals(DeadlineExceeded.class, thrown.getCause().getClass());
    }

    @Test
    void interruptOfATask_isAFailureLikeAnyOther() {
        InterruptedException interrupt = new InterruptedException();
        Go.run(() -> {
            try (Scope scope = Scope.open()) {
                Fork<Integer> fork = scope.fork(() -> {
                    throw interrupt;
                });
                assertSame(interrupt, assertThrows(InterruptedException.class, scope::join));
                assertSame(interrupt, fork.result().getCause().getCause());
            }
        });
    }

    @Test
    void failureAfterTheJoin_comesOutOfTheClose() {
        IOException first = new IOException("first");
        IOException second = new IOException("second");
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.go(() -> {
                    throw first;
                });
                assertSame(first, assertThrows(IOException.class, scope::join));
                scope.go(() -> {
                    throw second;
                });
            }
        });
        assertSame(second, thrown.getCause());
    }

    /** The errors of contexts are instances that many share, and keep no suppressed exceptions. */
    @Test
    void failureBesideASharedOne_isNotLost() {
        IOException failure = new IOException("later");
        try (var over = Context.withTimeout(Context.background(), Duration.ZERO);
                Scope scope = Scope.open()) {
            scope.go(() -> {
                throw over.err().get();
            });
            scope.go(() -> {
                scope.context().done().recv();
                throw failure;
            });
            IOException thrown = assertThrows(IOException.class, scope::join);
            assertSame(failure, thrown);
            assertEquals(DeadlineExceeded.class, thrown.getSuppressed()[0].getClass());
            assertSame(failure, assertThrows(IOException.class, scope::join), "each time");
            assertEquals(1, thrown.getSuppressed().length);
        }
    }

    @Test
    void forkAfterTheClose_isRefused() {
        Scope scope = Scope.open();
        scope.close();
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> scope.go(() -> {}));
        assertEquals("start in a scope that is closed", e.getMessage());
    }

    @Test
    void failureAfterAJoinOfNone_comesOutOfTheClose() {
        IOException failure = new IOException("later");
        UnjoinedFailureException thrown = assertThrows(UnjoinedFailureException.class, () -> {
            try (Scope scope = Scope.open()) {
                scope.join();
                scope.go(() -> {
                    throw failure;
                });
                scope.context().done().recv();
            }
        });
        assertSame(failure, thrown.getCause());
    }

    @Test
    void failure_comesOutOfOneCloseOnly() {
        IOException failure = new IOException("failure");
        Scope scope = Scope.open();
        scope.go(() -> {
            throw failure;
        });
        assertSame(
                failure,
                assertThrows(UnjoinedFailureException.class, scope::close).getCause());
        scope.close();
    }

    /** The goroutine ends when its tasks have ended, and not before. */
    @Test
    void close_whoseGoroutineAnActionEnds_waitsForTheTasks() {
        Runtimes.run(2, () -> {
            Chan<Void> mayEnd = chan();
            AtomicBoolean ended = new AtomicBoolean();
            AtomicBoolean waited = new AtomicBoolean();
            AtomicBoolean wentOn = new AtomicBoolean();
            GoHandle closes = go(() -> {
                Scope scope = Scope.open();
                scope.context().onDone(Go::goexit);
                scope.go(() -> {
                    mayEnd.recv();
                    ended.set(true);
                });
                try {
                    scope.close();
                    wentOn.set(true);
                } finally {
                    waited.set(ended.get());
                }
            });
            Await.until(() -> closes.hasEnded() || Go.dump().contains(closes + " [chan receive"));
            mayEnd.close();
            closes.join();
            assertTrue(waited.get());
            assertFalse(wentOn.get());
        });
    }

    /** The scope is closed, and one of its tasks has not ended. */
    @Test
    void close_letsTasksForkOn() {
        Scope scope = Scope.open();
        Fork<Fork<Integer>> task = scope.fork(() -> {
            scope.context().done().recv();
            return scope.fork(() -> 7);
        });
        scope.close();
        assertEquals(7, task.get().get());
        assertThrows(IllegalStateException.class, () -> scope.fork(() -> 8));
    }

    /**
     * Whoever waits outside a run that ends is told of all tasks: of those that never began, were cut off, or were
     * unwound.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void runThatEnds_leavesNobodyWaiting(int procs) {
        ErrGroup group = new ErrGroup();
        group.setLimit(2000);
        WaitGroup waiters = new WaitGroup();
        Scope scope = Scope.open();
        Runtimes.run(procs, () -> {
            for (int i = 0; i < 500; i++) {
                group.go(() -> {});
                waiters.go(() -> {});
                scope.go(() -> {});
            }
            group.go(() -> Thread.sleep(1_000_000));
            waiters.go(() -> Thread.sleep(1_000_000));
            waiters.go(() -> chan().recv());
            Go.gosched();
        });
        group.await();
        waiters.await();
        scope.close();
        group.setLimit(1);
    }

    /** Also if the goroutine computed when the closing began, so that the cancel is its first call. */
    @Test
    void contextOfAnEndingRun_isCancelled() {
        AtomicBoolean closing = new AtomicBoolean();
        try (var root = Context.withCancel(Context.background())) {
            CancelContext[] inside = new CancelContext[1];
            Runtimes.run(2, () -> {
                Chan<Integer> begun = chan(1);
                go(() -> {
                    try (CancelContext mine = Context.withCancel(root)) {
                        inside[0] = mine;
                        begun.send(1);
                        while (!closing.get()) {
                            Thread.onSpinWait();
                        }
                    }
                });
                begun.recv();
                Thread.ofPlatform().daemon().start(() -> closing.set(true));
            });
            assertTrue(inside[0].err().isDefined());
        }
    }

    /** The fork comes from a goroutine that is no task, so it may come too late; then it is refused. */
    @Test
    void fork_whileTheScopeCloses_isRefused_orWaitedFor() {
        Runtimes.run(2, () -> {
            for (int round = 0; round < 5_000; round++) {
                int pause = round % 100;
                Scope scope = Scope.open();
                AtomicBoolean begins = new AtomicBoolean();
                AtomicBoolean closed = new AtomicBoolean();
                AtomicBoolean ranLate = new AtomicBoolean();
                GoHandle stranger = go(() -> {
                    begins.set(true);
                    for (int left = pause; left > 0; left--) {
                        Thread.onSpinWait();
                    }
                    try {
                        scope.go(() -> {
                            Go.gosched();
                            ranLate.set(closed.get());
                        });
                    } catch (IllegalStateException e) {
                        assertEquals("start in a scope that is closed", e.getMessage());
                    }
                });
                while (!begins.get()) {
                    Go.gosched();
                }
                scope.close();
                closed.set(true);
                stranger.join();
                scope.close();
                assertFalse(ranLate.get());
            }
        });
    }
}
