package dev.runnel.scope;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import java.io.IOException;
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
            }
        });
    }

    /** Those that wait with the scope's context are ended by the first failure. */
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

    /** Whatever happens in the body, all have ended when it is left. */
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

    @Test
    void result_beforeTheEnd_isRefused() throws Exception {
        Chan<Integer> go = chan();
        try (Scope scope = Scope.open()) {
            Fork<Integer> fork = scope.fork(() -> go.recv().get());
            IllegalStateException e = assertThrows(IllegalStateException.class, fork::get);
            assertEquals("the task has no result: join its scope first", e.getMessage());
            go.send(1);
            scope.join();
            assertEquals(1, fork.get());
        }
    }
}
