package dev.runnel.conformance;

import static dev.runnel.Go.go;
import static dev.runnel.conformance.Contexts.LONG;
import static dev.runnel.conformance.Contexts.assertCanceled;
import static dev.runnel.conformance.Contexts.assertOpen;
import static dev.runnel.conformance.Contexts.isDone;
import static dev.runnel.context.ContextGlance.children;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.RecvChan;
import dev.runnel.conformance.Contexts.Other;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What ends when a context is cancelled, after {@code context_test.go}: X2 to X6. */
class ContextCancelTest {

    private static final ContextKey<String> K1 = ContextKey.of("k1");

    @GoTest(
            value = "context TestWithCancel",
            covers = {"X1", "X2", "X4", "X12"},
            everySchedule = true)
    void cancel_endsAContextAndWhatHangsOnIt() {
        CancelContext first = Context.withCancel(Context.background());
        assertEquals("context.Background.WithCancel", first.toString());
        Other other = new Other(first);
        CancelContext second = Context.withCancel(other);
        assertOpen(first, other, second);
        first.cancel();
        assertCanceled(first, other, second);
    }

    @GoTest(
            value = "context TestParentFinishesChild",
            covers = {"X2", "X4", "X5", "X7", "X11", "X13"},
            everySchedule = true)
    void parentThatEnds_endsItsChildren_andHasNoneAnyMore() {
        CancelContext parent = Context.withCancel(Context.background());
        CancelContext cancelChild = Context.withCancel(parent);
        Context valueChild = Context.withValue(parent, K1, "value");
        CancelContext timerChild = Context.withTimeout(valueChild, LONG);
        Context.afterFunc(parent, () -> {});
        assertOpen(parent, cancelChild, valueChild, timerChild);
        assertEquals(3, children(parent));
        parent.cancel();
        assertEquals(0, children(parent));
        assertCanceled(parent, cancelChild, valueChild, timerChild);
        assertCanceled(Context.withValue(parent, K1, "value"));
    }

    @GoTest(
            value = "context TestChildFinishesFirst",
            covers = {"X2", "X4"},
            everySchedule = true)
    void childThatEnds_leavesItsParent() {
        CancelContext cancelable = Context.withCancel(Context.background());
        for (Context parent : List.of(Context.background(), cancelable)) {
            CancelContext child = Context.withCancel(parent);
            assertOpen(parent, child);
            assertEquals(parent == cancelable ? 1 : 0, children(cancelable));
            child.cancel();
            assertEquals(0, children(cancelable));
            assertCanceled(child);
            assertOpen(parent);
        }
    }

    @GoTest(
            value = "context TestCancelRemoves",
            covers = {"X4", "X8", "X11"},
            everySchedule = true)
    void whatEnds_isTakenOffItsParent() {
        CancelContext context = Context.withCancel(Context.background());
        List<Runnable> ends = List.of(
                Context.withCancel(context)::cancel,
                Context.withTimeout(context, Duration.ofHours(1))::cancel,
                Context.afterFunc(context, () -> {})::stop);
        for (int left = ends.size(); left > 0; left--) {
            assertEquals(left, children(context));
            ends.get(left - 1).run();
        }
        assertEquals(0, children(context));
    }

    @GoTest(
            value = "context TestSimultaneousCancels",
            covers = {"X4"})
    void wholeTree_isCancelledByAllAtOnce() {
        List<CancelContext> tree = new ArrayList<>();
        tree.add(Context.withCancel(Context.background()));
        for (int parent = 0; tree.size() < 100; parent++) {
            for (int i = 0; i < 4; i++) {
                tree.add(Context.withCancel(tree.get(parent)));
            }
        }
        List<CancelContext> shuffled = new ArrayList<>(tree);
        Collections.shuffle(shuffled, new Random(tree.size()));
        List<GoHandle> all = shuffled.stream()
                .map(context -> go(() -> {
                    context.cancel();
                    assertTrue(isDone(context));
                }))
                .toList();
        Collections.shuffle(shuffled, new Random(0));
        shuffled.forEach(context -> context.done().recv());
        all.forEach(GoHandle::join);
        tree.forEach(context -> assertEquals(0, children(context)));
    }

    @GoTest(
            value = "context TestInterlockedCancels",
            covers = {"X4"},
            everySchedule = true)
    void childCancelledBecauseOfItsParent_whichIsStillBeingCancelled() {
        CancelContext parent = Context.withCancel(Context.background());
        CancelContext child = Context.withCancel(parent);
        RecvChan<Void> done = parent.done();
        GoHandle second = go(() -> {
            done.recv();
            child.cancel();
            assertTrue(isDone(child));
        });
        parent.cancel();
        assertTrue(isDone(child));
        second.join();
    }

    @GoTest(
            value = "context TestWithCancelCanceledParent",
            covers = {"X7", "X9"},
            everySchedule = true)
    void childOfOneThatHasEnded_hasEnded() {
        CancelCauseContext parent = Context.withCancelCause(Context.background());
        Exception cause = new Exception("because");
        parent.cancel(cause);
        CancelContext child = Context.withCancel(parent);
        assertCanceled(child);
        assertSame(cause, child.cause().get());
    }

    @GoTest(
            value = "context TestWithCancelSimultaneouslyCanceledParent",
            covers = {"X4", "X7", "X9"})
    void childMadeWhileItsParentEnds_endsToo() {
        for (int i = 0; i < 100; i++) {
            CancelCauseContext parent = Context.withCancelCause(Context.background());
            Exception cause = new Exception("because");
            go(() -> parent.cancel(cause));
            CancelContext child = Context.withCancel(parent);
            child.done().recv();
            assertCanceled(child);
            assertSame(cause, child.cause().get());
        }
    }

    @GoTest(
            value = "context TestContextErrDoneRace",
            covers = {"X6"})
    void error_isSeenOnlyWhenDoneIsClosed() {
        for (int i = 0; i < 10; i++) {
            CancelContext context = Context.withCancel(Context.background());
            RecvChan<Void> done = context.done();
            go(context::cancel);
            while (context.err().isEmpty()) {
                Go.gosched();
            }
            assertTrue(done.tryRecv().isClosed());
        }
    }
}
