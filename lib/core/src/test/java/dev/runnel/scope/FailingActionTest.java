package dev.runnel.scope;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An action on the context of a scope or a group fails when the context ends: nothing is left running, and no failure
 * is lost because of that.
 */
class FailingActionTest {

    private final IllegalStateException ofAction = new IllegalStateException("action");
    private final IOException ofTask = new IOException("task");

    private void failAtTheEndOf(Context context) {
        context.onDone(() -> {
            throw ofAction;
        });
    }

    private boolean fail() throws IOException {
        throw ofTask;
    }

    @Test
    void scope_isClosedAllTheSame() {
        AtomicInteger ended = new AtomicInteger();
        Runtimes.run(2, () -> {
            Chan<Boolean> release = chan();
            IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> {
                try (Scope scope = Scope.open()) {
                    failAtTheEndOf(scope.context());
                    scope.context().onDone(() -> go(release::close));
                    scope.fork(() -> {
                        release.recvOrNull();
                        ended.incrementAndGet();
                        return fail();
                    });
                }
            });
            assertSame(ofAction, thrown);
            assertEquals(1, ended.get());
            assertArrayEquals(new Throwable[] {ofTask}, thrown.getSuppressed());
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void scopeWithoutAnotherFailure_throwsIt(boolean taskFailsWithIt) {
        Runtimes.run(2, () -> {
            IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> {
                try (Scope scope = Scope.open()) {
                    failAtTheEndOf(scope.context());
                    scope.go(() -> {
                        scope.context().done().recv();
                        if (taskFailsWithIt) {
                            throw ofAction;
                        }
                    });
                }
            });
            assertSame(ofAction, thrown);
            assertArrayEquals(new Throwable[0], thrown.getSuppressed());
        });
    }

    @Test
    void taskOfAScope_isToldAsWell() {
        taskIsToldAsWell(() -> {
            try (Scope scope = Scope.open()) {
                failAtTheEndOf(scope.context());
                scope.fork(this::fail);
                chan().recv();
            }
        });
    }

    @Test
    void taskOfAGroup_isToldAsWell() {
        taskIsToldAsWell(() -> {
            ErrGroup group = ErrGroup.withContext(Context.background());
            failAtTheEndOf(group.context());
            group.go(this::fail);
            chan().recv();
        });
    }

    /**
     * The task fails first, cancels the context, and gets what the action throws; its goroutine fails because of that.
     */
    private void taskIsToldAsWell(Body main) {
        GoroutineFailedException failed =
                assertThrows(GoroutineFailedException.class, () -> Go.run(Runtimes.withProcs(2), main));
        assertSame(ofAction, failed.getCause());
        assertArrayEquals(new Throwable[] {ofTask}, ofAction.getSuppressed());
    }

    @Test
    void taskThatFailsWithTheSame_isToldOnce() {
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    ErrGroup group = ErrGroup.withContext(Context.background());
                    failAtTheEndOf(group.context());
                    group.go(() -> {
                        throw ofAction;
                    });
                    chan().recv();
                }));
        assertSame(ofAction, failed.getCause());
        assertArrayEquals(new Throwable[0], ofAction.getSuppressed());
    }

    @Test
    void groupWithoutAFailure_throwsIt_andHasNone() {
        ErrGroup group = ErrGroup.withContext(Context.background());
        failAtTheEndOf(group.context());
        assertSame(ofAction, assertThrows(IllegalStateException.class, group::await));
        assertTrue(group.await().isEmpty(), "the context has ended, and no task has failed");
    }
}
