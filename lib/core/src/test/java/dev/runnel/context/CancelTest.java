package dev.runnel.context;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.RecvChan;
import io.vavr.control.Option;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How a context ends, and those below it: X4, X5, X6, X7, X9. */
class CancelTest {

    private static final int MANY = 10_000;

    private static boolean isDone(Context context) {
        return context.done().tryRecv().isClosed();
    }

    static void assertCanceled(Context context) {
        assertTrue(isDone(context), () -> context + " is not done");
        assertInstanceOf(Canceled.class, context.err().get());
    }

    static int children(Context context) {
        return ((CancelCtx) context).children();
    }

    @Test
    void cancel_endsAllBelowAndNobodyElse() {
        CancelContext root = Context.withCancel(Context.background());
        CancelContext left = Context.withCancel(root);
        CancelContext right = Context.withCancelCause(root);
        Context below = Context.withValue(Context.withTimeout(left, Duration.ofDays(1)), ContextKey.of("k"), 1);
        RecvChan<Void> asked = below.done();
        left.cancel();
        assertCanceled(left);
        assertCanceled(below);
        assertTrue(asked.tryRecv().isClosed());
        assertSame(asked, below.done());
        assertFalse(isDone(root));
        assertFalse(isDone(right));
        assertEquals(Option.none(), root.err());
        root.close();
        assertCanceled(right);
    }

    /** Actions run in the order in which the cancel came by. */
    @Test
    void cancel_goesDownDepthFirst() {
        List<String> order = new ArrayList<>();
        CancelContext root = Context.withCancel(Context.background());
        grow(root, "", 3, order);
        root.cancel();
        assertEquals(1 + 3 + 9 + 27 - 1, order.size());
        for (String name : order) {
            int below =
                    (int) order.stream().filter(other -> other.startsWith(name)).count();
            int first = order.indexOf(order.stream()
                    .filter(other -> other.startsWith(name))
                    .findFirst()
                    .get());
            assertTrue(
                    order.subList(first, first + below).stream().allMatch(other -> other.startsWith(name)),
                    () -> "" + order);
        }
    }

    /** Makes three children below each context, each with an action that says its name. */
    private static void grow(Context parent, String name, int levels, List<String> order) {
        for (int i = 0; i < 3 && levels > 0; i++) {
            String mine = name + i;
            CancelContext child = Context.withCancel(parent);
            child.onDone(() -> order.add(mine));
            grow(child, mine, levels - 1, order);
        }
    }

    @Test
    void firstCancel_decides() {
        Exception first = new Exception("first");
        CancelCauseContext context = Context.withCancelCause(Context.background());
        context.cancel(first);
        context.cancel(new Exception("second"));
        context.cancel();
        assertSame(first, context.cause().get());
        assertSame(context.err().get(), context.err().get());
    }

    @Test
    void done_isAlwaysTheSame_andOneIsSharedByThoseNobodyAsked() {
        CancelContext asked = Context.withCancel(Context.background());
        RecvChan<Void> done = asked.done();
        assertSame(done, asked.done());
        asked.cancel();
        assertSame(done, asked.done());
        CancelContext late = Context.withCancel(Context.background());
        CancelContext other = Context.withCancel(Context.background());
        late.cancel();
        other.cancel();
        assertSame(late.done(), other.done());
        assertNotSame(done, late.done());
        assertTrue(isDone(late));
    }

    @Test
    void childOfACancelledParent_isCancelledAlready() {
        Exception cause = new Exception("cause");
        CancelCauseContext parent = Context.withCancelCause(Context.background());
        parent.cancel(cause);
        for (Context child : List.of(
                Context.withCancel(parent),
                Context.withTimeout(parent, Duration.ofDays(1)),
                Context.withCancelCause(parent))) {
            assertCanceled(child);
            assertSame(cause, child.cause().get());
        }
        assertEquals(0, children(parent));
    }

    @Test
    void tryWithResources_cancels() {
        Context leaked;
        try (CancelContext context = Context.withCancel(Context.background())) {
            assertFalse(isDone(context));
            leaked = context;
        }
        assertCanceled(leaked);
    }

    @Test
    void children_areTakenOff() {
        CancelContext root = Context.withCancel(Context.background());
        CancelContext child = Context.withCancel(Context.withValue(root, ContextKey.of("k"), 1));
        CancelContext timed = Context.withTimeout(root, Duration.ofDays(1));
        var after = Context.afterFunc(root, () -> {});
        var action = root.onDone(() -> {});
        assertEquals(5, 1 + children(root));
        child.cancel();
        assertEquals(3, children(root));
        timed.cancel();
        assertEquals(2, children(root));
        assertTrue(after.stop());
        assertTrue(action.stop());
        assertEquals(0, children(root));
        assertFalse(isDone(root));
    }

    /** Quadratic work would take minutes. */
    @Test
    void tenThousandChildren_comeAndGoInAnyOrder() {
        CancelContext root = Context.withCancel(Context.background());
        List<CancelContext> all = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            all.clear();
            for (int i = 0; i < MANY; i++) {
                all.add(Context.withCancel(root));
            }
            assertEquals(MANY, children(root));
            Collections.shuffle(all, new Random(round));
            all.subList(0, MANY / 2).forEach(CancelContext::cancel);
            assertEquals(MANY / 2, children(root));
            all.subList(MANY / 2, MANY).forEach(CancelContext::cancel);
            assertEquals(0, children(root));
        }
        for (int i = 0; i < MANY; i++) {
            all.set(i, Context.withCancel(root));
        }
        root.cancel();
        all.forEach(CancelTest::assertCanceled);
    }

    @Test
    void finishedChild_isGarbage() {
        CancelContext root = Context.withCancel(Context.background());
        CancelContext child = Context.withCancel(root);
        WeakReference<Object> reference = new WeakReference<>(child);
        child.cancel();
        child = null;
        assertTrue(Await.isCollected(reference));
        Reference.reachabilityFence(root);
    }

    @Test
    void finishedParent_keepsNoChild() {
        CancelContext root = Context.withCancel(Context.background());
        CancelContext child = Context.withCancel(root);
        WeakReference<Object> reference = new WeakReference<>(child);
        root.cancel();
        child = null;
        assertTrue(Await.isCollected(reference));
        Reference.reachabilityFence(root);
    }

    /** A child that survives keeps none of its siblings. */
    @Test
    void childOfAFinishedParent_keepsNoSibling() {
        CancelContext root = Context.withCancel(Context.background());
        CancelContext first = Context.withCancel(root);
        CancelContext second = Context.withCancel(root);
        CancelContext third = Context.withCancel(root);
        WeakReference<Object> reference = new WeakReference<>(second);
        root.cancel();
        second = null;
        assertTrue(Await.isCollected(reference));
        Reference.reachabilityFence(first);
        Reference.reachabilityFence(third);
    }

    /** Children that come while the main list is in use go to other lists, and end like the rest. */
    @Test
    void crowd_spreadsOverLists() {
        CancelCtx root = (CancelCtx) Context.withCancel(Context.background());
        CancelContext first = Context.withCancel(root);
        root.offspring().main().lock();
        CancelContext spread = Context.withCancel(root);
        CancelContext gone = Context.withCancel(root);
        gone.cancel();
        root.offspring().main().unlock();
        assertEquals(2, children(root));
        root.cancel();
        assertCanceled(first);
        assertCanceled(spread);
        CancelCtx late = (CancelCtx) Context.withCancel(root);
        assertCanceled(late);
        assertNull(root.offspring().add(late), "the lists are closed");
        root.offspring().main().lock();
        assertNull(root.offspring().add(late), "and so are those of the crowd");
        root.offspring().main().unlock();
        assertEquals(0, children(root));
    }

    /** This holds whichever of the lists a thread goes to. */
    @Test
    void crowd_ofSeveralThreads_endsLikeTheOthers() throws Exception {
        CancelCtx root = (CancelCtx) Context.withCancel(Context.background());
        List<Context> crowd = Collections.synchronizedList(new ArrayList<>());
        root.offspring().main().lock();
        try {
            for (int i = 0; i < 8; i++) {
                Thread.ofPlatform()
                        .start(() -> crowd.add(Context.withCancel(root)))
                        .join();
            }
        } finally {
            root.offspring().main().unlock();
        }
        assertEquals(8, crowd.size());
        assertEquals(8, children(root));
        root.cancel();
        crowd.forEach(CancelTest::assertCanceled);
    }

    /** A cancel in a goroutine whose runtime closes does all that there is to do, and the goroutine unwinds. */
    @Test
    void cancelWhileUnwinding_reachesAll() {
        CancelContext root = Context.withCancel(Context.background());
        Context child = Context.withCancel(root);
        Runtimes.run(2, () -> {
            Context.afterFunc(root, () -> {});
            GoHandle waits = go(() -> {
                try (root) {
                    child.done().recv();
                }
            });
            Await.until(() -> dev.runnel.Go.dump().contains(waits + " [chan receive]"));
        });
        assertCanceled(child);
    }
}
