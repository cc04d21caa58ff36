package dev.runnel.context;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Duel;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.GoroutineFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens when a context has ended: X11. */
class AfterFuncTest {

    @ParameterizedTest
    @EnumSource
    void body_runsAsAGoroutineOfItsOwn(Kind kind) {
        kind.run(crew -> {
            CancelContext context = Context.withCancel(Context.background());
            Chan<GoHandle> ran = chan();
            Stop first = Context.afterFunc(context, () -> ran.send(Go.current().get()));
            Stop second = Context.afterFunc(context, () -> ran.send(Go.current().get()));
            assertTrue(ran.tryRecv().isEmpty());
            crew.go(context::cancel).join();
            GoHandle one = ran.recv().get();
            GoHandle other = ran.recv().get();
            assertNotEquals(one.id(), other.id());
            assertFalse(first.stop());
            assertFalse(second.stop());
            Context.afterFunc(context, () -> ran.send(Go.current().get()));
            assertTrue(ran.recv().isDefined());
        });
    }

    /** This holds whoever cancels. */
    @Test
    void body_belongsToTheRuntimeOfWhoGaveIt() {
        CancelContext context = Context.withCancel(Context.background());
        Runtimes.run(1, () -> {
            Chan<Long> ran = chan();
            Context.afterFunc(context, () -> ran.send(Go.numGoroutine()));
            Thread.ofPlatform().start(context::cancel);
            assertEquals(2, ran.recv().get());
        });
    }

    @Test
    void stop_preventsOnce() {
        CancelContext context = Context.withCancel(Context.background());
        AtomicInteger ran = new AtomicInteger();
        Stop stop = Context.afterFunc(context, ran::incrementAndGet);
        assertTrue(stop.stop());
        assertFalse(stop.stop());
        stop.close();
        context.cancel();
        assertEquals(0, ran.get());
        Stop never = Context.afterFunc(Context.background(), ran::incrementAndGet);
        assertTrue(never.stop());
        assertFalse(never.stop());
    }

    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "MIXED"})
    void stopDuringTheCancel_saysWhatHappens(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < 1_000; round++) {
                CancelContext context = Context.withCancel(Context.background());
                Chan<Integer> ran = chan(1);
                AtomicInteger acted = new AtomicInteger();
                Stop action = context.onDone(acted::incrementAndGet);
                Stop stop = Context.afterFunc(context, () -> ran.send(1));
                boolean[] prevented = new boolean[2];
                duel.round(context::cancel, () -> {
                    prevented[0] = stop.stop();
                    prevented[1] = action.stop();
                });
                if (prevented[0]) {
                    assertTrue(ran.tryRecv().isEmpty());
                } else {
                    assertEquals(1, ran.recv().get());
                }
                assertEquals(prevented[1] ? 0 : 1, acted.get());
            }
            duel.end();
        });
    }

    /** The body's failure is that of a goroutine. */
    @Test
    void body_thatFails_endsTheRun() {
        GoroutineFailedException e = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    CancelContext context = Context.withCancel(Context.background());
                    Context.afterFunc(context, () -> {
                        throw new Exception("body");
                    });
                    context.cancel();
                    chan().recv();
                }));
        assertEquals("body", e.getCause().getMessage());
    }

    @Test
    void runtimeThatIsClosed_startsNothing() {
        CancelContext context = Context.withCancel(Context.background());
        AtomicInteger ran = new AtomicInteger();
        Runtimes.run(1, () -> Context.afterFunc(context, ran::incrementAndGet));
        context.cancel();
        assertEquals(0, ran.get());
    }

    /** All contexts are done, and all actions have run, by the time what one of them threw comes out. */
    @Test
    void action_thatFails_harmsNobodyElse() {
        CancelContext context = Context.withCancel(Context.background());
        AtomicInteger ran = new AtomicInteger();
        Context child = Context.withCancel(context);
        context.onDone(ran::incrementAndGet);
        context.onDone(() -> {
            assertTrue(child.err().isDefined());
            throw new IllegalArgumentException("action");
        });
        context.onDone(ran::incrementAndGet);
        assertThrows(IllegalArgumentException.class, context::cancel);
        assertEquals(2, ran.get());
        assertTrue(child.done().tryRecv().isClosed());
        context.cancel();
    }

    @Test
    void actions_thatFail_areAllTold_eachOnce() {
        IllegalArgumentException one = new IllegalArgumentException("one");
        IllegalArgumentException other = new IllegalArgumentException("other");
        CancelContext context = Context.withCancel(Context.background());
        for (IllegalArgumentException thrown : List.of(one, other)) {
            context.onDone(() -> {
                throw thrown;
            });
        }
        IllegalArgumentException first = assertThrows(IllegalArgumentException.class, context::cancel);
        assertArrayEquals(new Throwable[] {first == one ? other : one}, first.getSuppressed());
        CancelContext another = Context.withCancel(Context.background());
        IllegalArgumentException same = new IllegalArgumentException("same");
        for (int i = 0; i < 2; i++) {
            another.onDone(() -> {
                throw same;
            });
        }
        assertSame(same, assertThrows(IllegalArgumentException.class, another::cancel));
        assertArrayEquals(new Throwable[0], same.getSuppressed());
    }

    /** An action cannot declare a checked exception. */
    @Test
    void action_thatThrowsWhatIsChecked_isTheCause() {
        Exception checked = new Exception("checked");
        CancelContext context = Context.withCancel(Context.background());
        context.onDone(() -> AfterFuncTest.<RuntimeException>sneak(checked));
        IllegalStateException told = assertThrows(IllegalStateException.class, context::cancel);
        assertSame(checked, told.getCause());
        AssertionError error = new AssertionError("error");
        CancelContext another = Context.withCancel(Context.background());
        another.onDone(() -> {
            throw error;
        });
        assertSame(error, assertThrows(AssertionError.class, another::cancel));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /**
     * Whichever comes first: an action that has ended the goroutine is not overruled by a failure that could be caught.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void action_thatEndsTheGoroutine_doesSo_thoughAnotherFails(boolean failsFirst) {
        Runtimes.run(1, () -> {
            AtomicBoolean wentOn = new AtomicBoolean();
            CancelContext context = Context.withCancel(Context.background());
            List<Runnable> actions = new ArrayList<>();
            actions.add(Go::goexit);
            actions.add(failsFirst ? 1 : 0, () -> {
                throw new IllegalArgumentException("action");
            });
            actions.forEach(context::onDone); // the last one runs first
            go(() -> {
                        try {
                            context.cancel();
                        } catch (IllegalArgumentException e) {
                            wentOn.set(true);
                        }
                    })
                    .join();
            assertFalse(wentOn.get());
            assertTrue(context.err().isDefined());
        });
    }

    /** An action runs when all contexts are done, so it may cancel again. */
    @Test
    void action_mayCancelAgain() {
        CancelContext context = Context.withCancel(Context.background());
        CancelContext child = Context.withCancel(context);
        AtomicInteger ran = new AtomicInteger();
        context.onDone(() -> {
            child.cancel();
            context.cancel();
            ran.incrementAndGet();
        });
        context.cancel();
        assertEquals(1, ran.get());
        context.onDone(ran::incrementAndGet);
        assertEquals(2, ran.get());
    }

    /** The actions meet in no list, and none waits for another. */
    @Test
    void manyAtOnce_allRun() {
        Runtimes.run(4, () -> {
            CancelContext context = Context.withTimeout(Context.background(), Duration.ofDays(1));
            List<GoHandle> all = new ArrayList<>();
            Chan<Integer> ran = chan(4_000);
            for (int i = 0; i < 4; i++) {
                all.add(go(() -> {
                    for (int n = 0; n < 1_000; n++) {
                        Context.afterFunc(context, () -> ran.send(1));
                        Stop stopped = Context.afterFunc(context, () -> ran.send(-1));
                        stopped.stop();
                    }
                }));
            }
            all.forEach(GoHandle::join);
            context.cancel();
            for (int n = 0; n < 4_000; n++) {
                assertEquals(1, ran.recv().get());
            }
        });
    }
}
