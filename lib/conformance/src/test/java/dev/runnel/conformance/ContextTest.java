package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.conformance.Contexts.LONG;
import static dev.runnel.conformance.Contexts.SHORT;
import static dev.runnel.conformance.Contexts.assertCanceled;
import static dev.runnel.conformance.Contexts.assertEnded;
import static dev.runnel.conformance.Contexts.assertOpen;
import static dev.runnel.conformance.Contexts.isDone;
import static dev.runnel.context.ContextGlance.children;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.conformance.Contexts.Other;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.context.DeadlineExceeded;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The tests of Go's {@code context} package that are about contexts of its own. */
class ContextTest {

    private static final ContextKey<String> K1 = ContextKey.of("k1");
    private static final ContextKey<String> K2 = ContextKey.of("k2");
    private static final ContextKey<String> K3 = ContextKey.of("k2"); // of the same name, and another key

    // ---------------------------------------------------------------- roots and names

    @GoTest(
            value = "context TestBackground, TestTODO",
            covers = {"X2"})
    void roots_haveNamesAndNeverEnd() {
        assertOpen(Context.background(), Context.todo());
        assertEquals("context.Background", Context.background().toString());
        assertEquals("context.TODO", Context.todo().toString());
    }

    @GoTest(
            value = "context TestInvalidDerivedFail, TestWithValueChecksKey",
            covers = {"X3"})
    void nullParentAndNullKey_areRefused() {
        Context parent = null;
        ContextKey<String> key = null;
        assertThrows(NullPointerException.class, () -> Context.withCancel(parent));
        assertThrows(
                NullPointerException.class,
                () -> Context.withDeadline(parent, Go.now().plus(SHORT)));
        assertThrows(NullPointerException.class, () -> Context.withValue(parent, K1, "bar"));
        NullPointerException refused =
                assertThrows(NullPointerException.class, () -> Context.withValue(Context.background(), key, "bar"));
        assertEquals("nil key", refused.getMessage());
    }

    @GoTest(
            value = "context TestDeadlineExceededSupportsTimeout",
            covers = {"X1"})
    void deadlineExceeded_isATimeout() {
        assertTrue(new DeadlineExceeded().isTimeout());
        assertEquals("context deadline exceeded", new DeadlineExceeded().getMessage());
        assertEquals("context canceled", new Canceled().getMessage());
    }

    // ---------------------------------------------------------------- cancel

    @GoTest(
            value = "context TestWithCancel",
            covers = {"X1", "X2", "X4", "X12"})
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
            covers = {"X2", "X4", "X5", "X7", "X11", "X13"})
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
            covers = {"X2", "X4"})
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
            covers = {"X4", "X8", "X11"})
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
            covers = {"X4"})
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
            covers = {"X7", "X9"})
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

    // ---------------------------------------------------------------- deadlines

    private static void awaitDeadline(Context context) {
        context.done().recv();
        assertEnded(DeadlineExceeded.class, context);
    }

    @GoTest(
            value = "context TestDeadline",
            covers = {"X1", "X2", "X8", "X12"})
    void deadline_endsAContext() {
        Context background = Context.background();
        CancelContext context = Context.withDeadline(background, Go.now().plus(SHORT));
        String name = context.toString();
        assertTrue(name.startsWith("context.Background.WithDeadline("), name);
        awaitDeadline(context);
        awaitDeadline(new Other(Context.withDeadline(background, Go.now().plus(SHORT))));
        Other other = new Other(Context.withDeadline(background, Go.now().plus(SHORT)));
        awaitDeadline(Context.withDeadline(other, Go.now().plus(LONG)));
        assertEnded(
                DeadlineExceeded.class,
                Context.withDeadline(background, Go.now().minus(SHORT)));
        assertEnded(DeadlineExceeded.class, Context.withDeadline(background, Go.now()));
    }

    @GoTest(
            value = "context TestTimeout",
            covers = {"X2", "X8", "X12"})
    void timeout_endsAContext() {
        Context background = Context.background();
        CancelContext context = Context.withTimeout(background, SHORT);
        String name = context.toString();
        assertTrue(name.startsWith("context.Background.WithDeadline("), name);
        awaitDeadline(context);
        awaitDeadline(new Other(Context.withTimeout(background, SHORT)));
        awaitDeadline(Context.withTimeout(new Other(Context.withTimeout(background, SHORT)), LONG));
    }

    @GoTest(
            value = "context TestCanceledTimeout",
            covers = {"X4", "X8"})
    void timeoutThatIsCancelled_wasCancelled() {
        CancelContext outer = Context.withTimeout(Context.background(), LONG);
        CancelContext context = Context.withTimeout(new Other(outer), LONG);
        context.cancel();
        assertCanceled(context);
        assertOpen(outer);
        outer.cancel();
    }

    // ---------------------------------------------------------------- values

    private static void assertValues(Context context, String v1, String v2, String v3) {
        assertEquals(Option.of(v1), context.value(K1));
        assertEquals(Option.of(v2), context.value(K2));
        assertEquals(Option.of(v3), context.value(K3));
    }

    /** A value is never null; a key hides another of its name from nobody. */
    @GoTest(
            value = "context TestValues",
            covers = {"X2", "X12", "X13"})
    void values_areThoseOfTheNearestContext() {
        assertValues(Context.background(), null, null, null);
        Context c1 = Context.withValue(Context.background(), K1, "c1k1");
        assertValues(c1, "c1k1", null, null);
        assertEquals("context.Background.WithValue(k1, c1k1)", c1.toString());
        Context c2 = Context.withValue(c1, K2, "c2k2");
        assertValues(c2, "c1k1", "c2k2", null);
        assertEquals("context.Background.WithValue(k1, c1k1).WithValue(k2, c2k2)", c2.toString());
        Context c3 = Context.withValue(c2, K3, "c3k3");
        assertValues(c3, "c1k1", "c2k2", "c3k3");
        Context c4 = Context.withValue(c3, K1, "c4k1");
        assertValues(c4, "c4k1", "c2k2", "c3k3");

        assertValues(new Other(Context.background()), null, null, null);
        Other o1 = new Other(c1);
        assertValues(o1, "c1k1", null, null);
        assertValues(Context.withValue(o1, K2, "o2k2"), "c1k1", "o2k2", null);
        Other o3 = new Other(c4);
        assertValues(o3, "c4k1", "c2k2", "c3k3");
        assertValues(Context.withValue(o3, K3, "o4k3"), "c4k1", "c2k2", "o4k3");
    }

    @GoTest(
            value = "context TestWithoutCancel",
            covers = {"X10"})
    void withoutCancel_hasTheValuesOnly() {
        Context context = Context.withoutCancel(Context.withValue(Context.background(), K1, "value"));
        assertEquals(Option.none(), context.deadline());
        assertSame(Go.nilChan(), context.done());
        assertOpen(context);
        assertEquals(Option.some("value"), context.value(K1));
    }

    // ---------------------------------------------------------------- layers

    private static void layers(boolean timesOut) {
        Random random = new Random(timesOut ? 1 : 2);
        for (int round = 0; round < 5; round++) {
            layers(random, timesOut);
        }
    }

    private static void layers(Random random, boolean timesOut) {
        List<ContextKey<Object>> keys = new ArrayList<>();
        List<CancelContext> cancels = new ArrayList<>();
        int timers = 0;
        Context context = Context.background();
        for (int i = 0; i < 30 || timers == 0 || cancels.isEmpty() || keys.isEmpty(); i++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    ContextKey<Object> key = ContextKey.of("key");
                    keys.add(key);
                    context = Context.withValue(context, key, key);
                }
                case 1 -> {
                    CancelContext layer = Context.withCancel(context);
                    cancels.add(layer);
                    context = layer;
                }
                default -> {
                    CancelContext layer = Context.withTimeout(context, timesOut ? SHORT : LONG);
                    cancels.add(layer);
                    context = layer;
                    timers++;
                }
            }
        }
        assertTrue(context.toString().startsWith("context.Background."), context::toString);
        assertValues(context, keys);
        if (timesOut) {
            awaitDeadline(context);
        } else {
            assertOpen(context);
            cancels.get(random.nextInt(cancels.size())).cancel();
            assertCanceled(context);
        }
        assertValues(context, keys);
        cancels.getFirst().cancel();
    }

    private static void assertValues(Context context, List<ContextKey<Object>> keys) {
        keys.forEach(key -> assertSame(key, context.value(key).get()));
    }

    @GoTest(
            value = "context TestLayersCancel",
            covers = {"X4", "X8", "X13"})
    void manyLayers_cancelOfAnyEndsTheLast() {
        layers(false);
    }

    @GoTest(
            value = "context TestLayersTimeout",
            covers = {"X8", "X13"})
    void manyLayers_deadlineOfAnyEndsTheLast() {
        layers(true);
    }

    /** In a select, as Go's programs use it. */
    @GoTest(
            value = "context ExampleWithCancel, ExampleWithTimeout",
            covers = {"X4", "X8"})
    void goroutine_endsWithItsContext() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> numbers = chan();
        GoHandle generator = go(() -> {
            int[] n = {0};
            boolean[] over = {false};
            while (!over[0]) {
                Go.select()
                        .recv(context.done(), () -> over[0] = true)
                        .send(numbers, n[0], () -> n[0]++)
                        .run();
            }
        });
        for (int i = 0; i < 5; i++) {
            assertEquals(i, numbers.recv().get());
        }
        context.cancel();
        generator.join();

        CancelContext timed = Context.withTimeout(Context.background(), SHORT);
        boolean[] ended = {false};
        Go.select()
                .recv(chan(), () -> {})
                .recv(timed.done(), () -> ended[0] = true)
                .run();
        assertTrue(ended[0]);
        assertEnded(DeadlineExceeded.class, timed);
    }
}
