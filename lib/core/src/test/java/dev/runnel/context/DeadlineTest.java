package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Duel;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.DeadlockException;
import io.vavr.control.Option;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contexts with a deadline: X8, X9. */
class DeadlineTest {

    private static final Duration SHORT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);
    private static final int ROUNDS = 2_000;

    @ParameterizedTest
    @EnumSource
    void deadline_endsTheContextAndThoseBelow(Kind kind) {
        kind.run(crew -> {
            Exception tooSlow = new Exception("too slow");
            Instant begin = Go.now();
            CancelContext context = Context.withTimeoutCause(Context.background(), SHORT, tooSlow);
            Context below = Context.withCancel(Context.withTimeout(context, LONG));
            assertFalse(context.deadline().get().isBefore(begin.plus(SHORT)));
            assertEquals(context.deadline(), below.deadline());
            crew.go(() -> below.done().recv()).join();
            assertInstanceOf(DeadlineExceeded.class, below.err().get());
            assertSame(tooSlow, below.cause().get());
            assertFalse(Go.now().isBefore(begin.plus(SHORT).minusMillis(1))); // two clocks
            context.cancel();
            assertInstanceOf(DeadlineExceeded.class, context.err().get());
        });
    }

    @Test
    void deadlineOfTheParentIsEarlier_isThatOfTheChild() {
        Instant soon = Go.now().plus(LONG);
        try (CancelContext parent = Context.withDeadline(Context.background(), soon)) {
            CancelContext child = Context.withDeadline(parent, soon.plusNanos(1));
            assertEquals(Option.some(soon), child.deadline());
            assertTrue(child.toString().endsWith("]).WithCancel"), child::toString);
            CancelContext same = Context.withDeadline(parent, soon);
            assertTrue(same.toString().endsWith("])"), same::toString);
            CancelContext earlier = Context.withDeadline(parent, soon.minusNanos(1));
            assertEquals(Option.some(soon.minusNanos(1)), earlier.deadline());
        }
    }

    @Test
    void deadlineInThePast_hasEndedTheContextAlready() {
        Exception tooSlow = new Exception("too slow");
        for (CancelContext context : List.of(
                Context.withTimeoutCause(Context.background(), Duration.ZERO, tooSlow),
                Context.withTimeoutCause(Context.background(), Duration.ofSeconds(Long.MIN_VALUE), tooSlow),
                Context.withDeadlineCause(Context.background(), Instant.MIN, tooSlow),
                Context.withDeadlineCause(Context.background(), Go.now().minusNanos(1), tooSlow))) {
            assertTrue(context.done().tryRecv().isClosed());
            assertInstanceOf(DeadlineExceeded.class, context.err().get());
            assertSame(tooSlow, context.cause().get());
        }
    }

    @Test
    void deadlineBeyondTheClock_neverComes() {
        for (CancelContext context : List.of(
                Context.withTimeout(Context.background(), Duration.ofSeconds(Long.MAX_VALUE)),
                Context.withDeadline(Context.background(), Instant.MAX))) {
            assertEquals(Option.some(Instant.MAX), context.deadline());
            assertEquals(Option.none(), context.err());
            assertTrue(context.toString().contains("WithDeadline(+1000000000-12-31"), context::toString);
            context.cancel();
            assertInstanceOf(Canceled.class, context.err().get());
        }
    }

    @Test
    void deadlineBeyondTheClock_keepsNoRunFromItsDeadlock() {
        Assertions.assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Context never = Context.withDeadline(Context.background(), Instant.MAX);
                    never.done().recv();
                }));
    }

    /** The deadline's cause is only for the deadline. */
    @Test
    void cancel_beforeTheDeadline_hasNotItsCause() {
        CancelContext context = Context.withTimeoutCause(Context.background(), LONG, new Exception("too slow"));
        context.cancel();
        assertInstanceOf(Canceled.class, context.cause().get());
    }

    /** A timer that was left would keep the context alive, and keep the deadlock of the run from being found. */
    @Test
    void cancel_letsGoOfTheTimer() {
        List<WeakReference<Object>> references = new ArrayList<>();
        Assertions.assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    CancelContext root = Context.withCancel(Context.background());
                    for (int i = 0; i < 10; i++) {
                        CancelContext timed = Context.withTimeout(i % 2 == 0 ? root : Context.background(), LONG);
                        references.add(new WeakReference<>(timed));
                        if (i % 2 == 1) {
                            timed.cancel();
                        }
                    }
                    root.cancel();
                    Go.chan().recv();
                }));
        references.forEach(reference -> assertTrue(Await.isCollected(reference)));
    }

    /** Whichever of the two comes second takes the timer out. */
    @ParameterizedTest
    @EnumSource(names = {"ON_2_PS", "ON_4_PS", "PLATFORM_THREADS", "MIXED"})
    void cancel_whileTheTimerIsSet_leavesNone(Kind kind) {
        kind.run(crew -> {
            Duel duel = new Duel(crew);
            for (int round = 0; round < ROUNDS; round++) {
                CancelContext root = Context.withCancel(Context.background());
                TimerCtx timed = new TimerCtx(root, Go.now().plus(LONG), null);
                timed.link();
                duel.round(root::cancel, timed::arm);
                assertInstanceOf(Canceled.class, timed.err().get());
            }
            duel.end();
            assertEquals(List.of(), Scheduler.currentOrDefault().view().startingTimers());
        });
    }

    /** The action may take long, and may wait: it runs on a goroutine, not in the midst of the scheduler. */
    @Test
    void actionOfADeadline_runsOnAGoroutine() {
        Runtimes.runOnAll(() -> {
            Chan<Boolean> ran = Go.chan(1);
            Context.withTimeout(Context.background(), SHORT)
                    .onDone(() -> ran.trySend(Go.current().isDefined()));
            assertTrue(ran.recv().get());
        });
    }

    @Test
    void deadline_isNoDeadlock() {
        Runtimes.runOnAll(() -> {
            RecvChan<Void> done =
                    Context.withTimeout(Context.background(), SHORT).done();
            assertTrue(done.recv().isEmpty());
        });
    }

    @Test
    void deadlineOfAClosedRuntime_isNotKept() {
        CancelContext[] context = new CancelContext[1];
        Runtimes.run(1, () -> context[0] = Context.withTimeout(Context.background(), Duration.ofMillis(20)));
        assertEquals(Option.none(), context[0].err());
        context[0].cancel();
        assertInstanceOf(Canceled.class, context[0].err().get());
    }

    /** This does not end the parent: only its own runtime would. */
    @Test
    void deadlineOfTheParent_whoseRuntimeIsClosed_isKeptByThatOfTheChild() {
        Exception tooSlow = new Exception("too slow");
        CancelContext[] parent = new CancelContext[1];
        Runtimes.run(
                1, () -> parent[0] = Context.withTimeoutCause(Context.background(), Duration.ofMillis(20), tooSlow));
        Runtimes.run(1, () -> {
            Context between = new Wrapped(Context.withCancel(parent[0]));
            CancelContext child = Context.withTimeoutCause(between, LONG, new Exception("later"));
            Context below = Context.withTimeout(child, LONG);
            assertEquals(parent[0].deadline(), child.deadline());
            assertTrue(below.done().recv().isEmpty());
            assertInstanceOf(DeadlineExceeded.class, child.err().get());
            assertSame(tooSlow, below.cause().get());
        });
        assertEquals(Option.none(), parent[0].err());
        parent[0].cancel();
    }

    /** Also if a context of ours, further up, has the same deadline. */
    @Test
    void deadlineOfOneOfTheUsers_isKeptByThatAlone() {
        Instant own = Go.now().plus(LONG);
        CancelContext[] above = new CancelContext[2];
        Runtimes.run(1, () -> {
            above[0] = Context.withDeadline(Context.background(), own);
            above[1] = Context.withDeadline(above[0], own.minusSeconds(1));
        });
        Context users = new Wrapped(above[1]) {
            @Override
            public Option<Instant> deadline() {
                return Option.some(own);
            }
        };
        Context below = Context.withDeadline(users, own.plusSeconds(1));
        assertEquals("wrapped.WithCancel", below.toString());
        assertEquals(Option.some(own), below.deadline());
        above[0].cancel();
        assertInstanceOf(Canceled.class, below.err().get());
    }

    /** The wait is in one runtime, with a parent of another runtime, which goes on. */
    @Test
    void deadlineOfTheParent_isKeptByItsRuntime_andByThatOfTheChild() {
        try (GoRuntime other = new GoRuntime(Runtimes.withProcs(1))) {
            Exception tooSlow = new Exception("too slow");
            CancelContext[] parent = new CancelContext[1];
            other.go(() -> parent[0] = Context.withTimeoutCause(Context.background(), SHORT, tooSlow))
                    .join();
            CancelContext child = Context.withTimeout(parent[0], LONG);
            assertTrue(child.done().recv().isEmpty());
            assertSame(tooSlow, child.cause().get());
            assertTrue(parent[0].done().recv().isEmpty());
        }
    }

    /** Also below a context whose own time is over, but which nobody has ended, as its runtime is gone. */
    @Test
    void noTime_belowAContextThatWasNotEnded_hasEnded() {
        Instant over = Instant.now().minusMillis(2);
        Context parent = new Wrapped(Context.background()) { // as if its runtime had closed before its time came
                    @Override
                    public Option<Instant> deadline() {
                        return Option.some(over);
                    }
                };
        for (Context below :
                List.of(Context.withTimeout(parent, Duration.ZERO), Context.withDeadline(parent, over.plusMillis(1)))) {
            assertInstanceOf(DeadlineExceeded.class, below.err().get());
            assertEquals(Option.some(over), below.deadline());
        }
        Exception cause = new Exception("of the later deadline");
        Context later = Context.withDeadlineCause(parent, over.plusMillis(1), cause);
        assertInstanceOf(DeadlineExceeded.class, later.cause().get());
        Context earlier = Context.withDeadlineCause(parent, over.minusMillis(1), cause);
        assertSame(cause, earlier.cause().get());
    }
}
