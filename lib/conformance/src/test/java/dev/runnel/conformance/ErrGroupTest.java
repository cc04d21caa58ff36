package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.ErrGroup;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Go's tests of {@code errgroup} in x/sync. */
class ErrGroupTest {

    private static final Exception FIRST = new IOException("errgroup_test: 1");
    private static final Exception SECOND = new IOException("errgroup_test: 2");

    private static Body failingWith(@Nullable Exception error) {
        return () -> {
            if (error != null) {
                throw error;
            }
        };
    }

    private static List<List<@Nullable Exception>> cases() {
        return List.of(
                List.of(),
                Arrays.asList((Exception) null),
                List.of(FIRST),
                Arrays.asList(FIRST, null),
                Arrays.asList(FIRST, null, SECOND));
    }

    @GoTest(
            value = "x/sync/errgroup/errgroup_test.go, TestZeroGroup",
            covers = {"E1", "E2"})
    void newGroup_givesTheFirstErrorAfterEachTask() {
        for (List<@Nullable Exception> errors : cases()) {
            ErrGroup group = new ErrGroup();
            Option<Exception> first = Option.none();
            for (Exception error : errors) {
                group.go(failingWith(error));
                first = first.orElse(Option.of(error));
                assertEquals(first, group.await());
            }
        }
    }

    @GoTest(
            value = "x/sync/errgroup/errgroup_test.go, TestWithContext",
            covers = {"E2", "E3"})
    void context_isCancelledWhenTheWaitIsOver() {
        for (List<@Nullable Exception> errors : cases()) {
            ErrGroup group = ErrGroup.withContext(Context.background());
            errors.forEach(error -> group.go(failingWith(error)));
            Option<Exception> found = group.await();
            assertEquals(errors.stream().anyMatch(e -> e != null), found.isDefined());
            assertTrue(found.forAll(errors::contains));
            assertTrue(group.context().done().tryRecv().isClosed());
        }
    }

    @GoTest(
            value = "x/sync/errgroup/errgroup_test.go, TestTryGo",
            covers = {"E1", "E4"},
            schedules = 20)
    void tryGo_startsAsManyAsTheLimitSays() {
        int n = 42;
        ErrGroup group = new ErrGroup();
        group.setLimit(n);
        Chan<Integer> turns = chan();
        Body task = turns::recv;
        for (int i = 0; i < n; i++) {
            assertTrue(group.tryGo(task), "task " + i);
        }
        assertFalse(group.tryGo(task));
        IllegalStateException busy = assertThrows(IllegalStateException.class, () -> group.setLimit(1));
        assertEquals("errgroup: modify limit while 42 goroutines in the group are still active", busy.getMessage());
        go(() -> {
            for (int i = 0; i < n; i++) {
                turns.send(i);
            }
        });
        assertTrue(group.await().isEmpty());
        group.setLimit(1);
        assertTrue(group.tryGo(task));
        assertFalse(group.tryGo(task));
        turns.send(1);
        assertTrue(group.await().isEmpty());
        group.setLimit(0);
        assertFalse(group.tryGo(task));
        group.setLimit(-1);
        assertTrue(group.tryGo(turns::close));
        assertTrue(group.await().isEmpty());
    }

    @GoTest(
            value = "x/sync/errgroup/errgroup_test.go, TestGoLimit",
            covers = {"E4"},
            schedules = 5)
    void go_neverHasMoreActiveThanTheLimit() {
        int limit = 10;
        ErrGroup group = new ErrGroup();
        group.setLimit(limit);
        AtomicInteger active = new AtomicInteger();
        for (int i = 0; i <= 1 << 8; i++) {
            group.go(() -> {
                int now = active.incrementAndGet();
                gosched();
                active.decrementAndGet();
                assertTrue(now <= limit, () -> now + " are active");
            });
        }
        assertTrue(group.await().isEmpty());
    }

    @GoTest(
            value = "x/sync/errgroup/errgroup_test.go, TestCancelCause",
            covers = {"E2", "E3"})
    void cause_isTheFirstError_orThatItWasCancelled() {
        for (List<@Nullable Exception> errors : cases()) {
            ErrGroup group = ErrGroup.withContext(Context.background());
            errors.forEach(error -> group.go(failingWith(error)));
            Option<Exception> first = group.await();
            Throwable cause = group.context().cause().get();
            if (first.isDefined()) {
                assertSame(first.get(), cause);
            } else {
                assertEquals(Canceled.class, cause.getClass());
            }
        }
    }
}
