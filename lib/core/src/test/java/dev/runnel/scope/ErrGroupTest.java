package dev.runnel.scope;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a group does with errors, limits and panics: E1 to E5. */
class ErrGroupTest {

    private static final int ROUNDS = 5_000;

    /** E2, E3: the first error ends the others, which wait with the group's context. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void firstError_cancelsWhoWaitsWithTheContext(int procs) {
        Runtimes.run(procs, () -> {
            ErrGroup group = ErrGroup.withContext(Context.background());
            Chan<Integer> never = chan();
            for (int i = 0; i < 10; i++) {
                group.go(() -> never.recv(group.context()));
            }
            IOException error = new IOException("first");
            group.go(() -> {
                throw error;
            });
            assertSame(error, group.await().get());
        });
    }

    /** Later errors are not lost, except for those that say nothing new. */
    @Test
    void awaitOrThrow_suppressesLaterErrors_butNoCancellations() {
        ErrGroup group = ErrGroup.withContext(Context.background());
        Chan<Integer> never = chan();
        IOException first = new IOException("first");
        IOException later = new IOException("later");
        group.go(() -> never.recv(group.context()));
        group.go(() -> {
            group.context().done().recv();
            throw later;
        });
        group.go(() -> {
            throw first;
        });
        assertSame(first, assertThrows(IOException.class, group::awaitOrThrow));
        assertSame(first, assertThrows(IOException.class, group::awaitOrThrow));
        assertArrayEquals(new Throwable[] {later}, first.getSuppressed());
    }

    /** E2: the first error in time counts, whatever it says and whatever comes after it. */
    @Test
    void firstError_isTheFirstInTime_alsoIfItIsACancellation() {
        ErrGroup group = ErrGroup.withContext(Context.background());
        Canceled first = new Canceled();
        IOException later = new IOException("later");
        group.go(() -> {
            throw first;
        });
        group.go(() -> {
            group.context().done().recv();
            throw later;
        });
        assertSame(first, group.await().get());
        assertSame(first, assertThrows(Canceled.class, group::awaitOrThrow));
        assertArrayEquals(new Throwable[] {later}, first.getSuppressed());
        assertSame(first, group.context().cause().get());
    }

    /** E3: the group is also cancelled from above, which is no error of its own if no task says so. */
    @Test
    void parentThatIsCancelled_cancelsTheGroup() throws Exception {
        try (var parent = Context.withCancel(Context.background())) {
            ErrGroup group = ErrGroup.withContext(parent);
            group.go(() -> assertThrows(
                    CancelledException.class, () -> Go.<Integer>chan().recv(group.context())));
            parent.cancel();
            group.awaitOrThrow();
        }
    }

    /** E5: a panic ends the run, and nobody goes on as if the task were done. */
    @Test
    void panicOfATask_endsTheRun_beforeTheWaitIsOver() {
        AtomicBoolean wentOn = new AtomicBoolean();
        AssertionError panic = new AssertionError("panic");
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.oneP(), () -> {
                    ErrGroup group = new ErrGroup();
                    group.go(() -> {
                        throw panic;
                    });
                    group.await();
                    wentOn.set(true);
                }));
        assertSame(panic, failed.getCause());
        assertFalse(wentOn.get());
    }

    @Test
    void goexitOfATask_isItsEnd_andFreesItsPlace() {
        Runtimes.run(1, () -> {
            ErrGroup group = new ErrGroup();
            group.setLimit(1);
            group.go(Go::goexit);
            group.go(() -> {});
            assertTrue(group.await().isEmpty());
        });
    }

    @Test
    void context_ofAGroupWithoutOne_isRefused() {
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> new ErrGroup().context());
        assertEquals("this group was made without a context; use ErrGroup.withContext(parent)", e.getMessage());
    }

    @Test
    void limit_cannotBeSetWhileATaskRuns_alsoIfThereWasNone() {
        ErrGroup group = new ErrGroup();
        Chan<Integer> go = chan();
        group.go(go::recv);
        assertThrows(IllegalStateException.class, () -> group.setLimit(1));
        assertTrue(group.tryGo(go::recv), "there is none still");
        go.send(1);
        go.send(2);
        assertTrue(group.await().isEmpty());
        group.setLimit(1);
    }

    /** E4: a caller that waits because nothing may begin goes on when something may. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void limitThatIsLifted_letsWaitersGoOn(int procs) {
        Runtimes.run(procs, () -> {
            ErrGroup group = new ErrGroup();
            group.setLimit(0);
            Chan<Integer> ran = chan();
            Go.go(() -> group.go(() -> ran.send(1)));
            Go.gosched();
            group.setLimit(1);
            assertEquals(1, ran.recv().get());
            assertTrue(group.await().isEmpty());
        });
    }

    /** E4: a caller that waits for one place waits for no more than that, although another waits for the end of all. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void placeThatGetsFree_isTaken_alsoWhileAnotherAwaitsAll(int procs) {
        Runtimes.run(procs, () -> {
            for (boolean allFirst : new boolean[] {false, true}) {
                ErrGroup group = new ErrGroup();
                group.setLimit(2);
                Chan<Void> first = chan();
                Chan<Void> second = chan();
                Chan<Integer> ran = chan();
                group.go(first::recv);
                group.go(second::recv);
                Body place = () -> group.go(() -> ran.send(1));
                AtomicBoolean mayEnd = new AtomicBoolean();
                Body all = () -> {
                    assertTrue(group.await().isEmpty());
                    assertTrue(mayEnd.get(), "not all have ended");
                };
                List<GoHandle> waiters = new ArrayList<>();
                for (Body waits : allFirst ? List.of(all, place) : List.of(place, all)) {
                    GoHandle waiter = Go.go(waits);
                    Await.until(() -> Go.dump().contains(waiter + " [chan receive"));
                    waiters.add(waiter);
                }
                first.close();
                assertEquals(1, ran.recv().get());
                mayEnd.set(true);
                second.close();
                waiters.forEach(GoHandle::join);
            }
        });
    }

    /** E4: whoever sees that nothing may begin, and waits, sees a limit that is set in between. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void limitThatIsLifted_whileOneIsAboutToWait_isSeen(int lifted) {
        Runtimes.run(2, () -> {
            for (int round = 0; round < ROUNDS; round++) {
                ErrGroup group = new ErrGroup();
                group.setLimit(0);
                AtomicBoolean begins = new AtomicBoolean();
                GoHandle starter = Go.go(() -> {
                    begins.set(true);
                    group.go(() -> {});
                });
                while (!begins.get()) {
                    Go.gosched();
                }
                for (int pause = round % 100; pause > 0; pause--) {
                    Thread.onSpinWait();
                }
                group.setLimit(lifted);
                starter.join();
                assertTrue(group.await().isEmpty());
            }
        });
    }

    @Test
    void names_areThoseOfTheGoroutines() {
        ErrGroup group = new ErrGroup();
        Chan<String> told = chan(3);
        group.go("first", () -> told.send(Go.current().get().name().get()));
        assertTrue(group.await().isEmpty());
        assertTrue(
                group.tryGo("second", () -> told.send(Go.current().get().name().get())));
        assertTrue(group.await().isEmpty());
        assertEquals("first", told.recvOrNull());
        assertEquals("second", told.recvOrNull());
    }

    @Test
    void toString_saysWhatRunsAndWhatHasFailed() {
        ErrGroup group = new ErrGroup();
        assertEquals("ErrGroup (0 running)", group.toString());
        group.setLimit(3);
        Chan<Integer> go = chan();
        group.go(() -> go.recv());
        assertEquals("ErrGroup (1 of 3 running)", group.toString());
        group.go(() -> {
            throw new IOException("no matter");
        });
        go.send(1);
        assertTrue(group.await().isDefined());
        assertEquals("ErrGroup (0 of 3 running, failed: java.io.IOException)", group.toString());
    }

    /**
     * E3: a goroutine that waits may be cut off as its runtime closes. The context has ended all the same, for those
     * that wait with it elsewhere.
     */
    @Test
    void awaitThatIsCutOff_cancelsTheContext() {
        Chan<Context> contexts = chan(1);
        Context context;
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.go(() -> {
                ErrGroup group = ErrGroup.withContext(Context.background());
                group.go(() -> chan().recv());
                contexts.send(group.context());
                group.await();
            });
            context = contexts.recv().get();
        }
        assertTrue(context.err().isDefined());
    }

    @Test
    void awaitThatIsCutOff_ofAGroupWithoutAContext_isNoFailure() {
        AtomicReference<Throwable> handled = new AtomicReference<>();
        ErrGroup group = new ErrGroup();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.setFailureHandler((goroutine, thrown) -> handled.set(thrown));
            Chan<Void> begun = chan();
            group.go(begun::recv);
            runtime.go("waits", group::await);
            Await.until(() -> runtime.dump().contains("\"waits\" [chan receive"));
            runtime.close();
            begun.close();
        }
        assertTrue(group.await().isEmpty());
        assertNull(handled.get());
    }

    /** Nor is the failure of what hangs on the context lost. */
    @Test
    void awaitThatIsCutOff_isNotHiddenByAnActionThatFails() {
        IllegalStateException planted = new IllegalStateException("planted");
        AtomicReference<Throwable> handled = new AtomicReference<>();
        Chan<Void> begun = chan();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.setFailureHandler((goroutine, thrown) -> handled.set(thrown));
            runtime.go(() -> {
                ErrGroup group = ErrGroup.withContext(Context.background());
                group.context().onDone(() -> {
                    throw planted;
                });
                group.go(() -> chan().recv());
                begun.close();
                group.await();
            });
            begun.recv();
        }
        assertSame(planted, handled.get());
    }
}
