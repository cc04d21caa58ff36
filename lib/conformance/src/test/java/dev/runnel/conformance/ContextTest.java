package dev.runnel.conformance;

import static dev.runnel.conformance.Contexts.LONG;
import static dev.runnel.conformance.Contexts.SHORT;
import static dev.runnel.conformance.Contexts.assertCanceled;
import static dev.runnel.conformance.Contexts.assertEnded;
import static dev.runnel.conformance.Contexts.assertEndsAtDeadline;
import static dev.runnel.conformance.Contexts.assertOpen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.conformance.Contexts.Other;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.context.DeadlineExceeded;
import io.vavr.control.Option;

/** The tests of Go's {@code context} package about roots, deadlines and values. */
class ContextTest {

    private static final ContextKey<String> K1 = ContextKey.of("k1");
    private static final ContextKey<String> K2 = ContextKey.of("k2");
    private static final ContextKey<String> K3 = ContextKey.of("k2"); // has the same name, and is another key

    @GoTest(
            value = "context TestBackground, TestTODO",
            covers = {"X2"},
            everySchedule = true)
    void roots_haveNamesAndNeverEnd() {
        assertOpen(Context.background(), Context.todo());
        assertEquals("context.Background", Context.background().toString());
        assertEquals("context.TODO", Context.todo().toString());
    }

    @GoTest(
            value = "context TestInvalidDerivedFail, TestWithValueChecksKey",
            covers = {"X3"},
            everySchedule = true)
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
            covers = {"X1"},
            everySchedule = true)
    void deadlineExceeded_isATimeout() {
        assertTrue(new DeadlineExceeded().isTimeout());
        assertEquals("context deadline exceeded", new DeadlineExceeded().getMessage());
        assertEquals("context canceled", new Canceled().getMessage());
    }

    @GoTest(
            value = "context TestDeadline",
            covers = {"X1", "X2", "X8", "X12"},
            everySchedule = true)
    void deadline_endsAContext() {
        Context background = Context.background();
        CancelContext context = Context.withDeadline(background, Go.now().plus(SHORT));
        String name = context.toString();
        assertTrue(name.startsWith("context.Background.WithDeadline("), name);
        assertEndsAtDeadline(context);
        assertEndsAtDeadline(new Other(Context.withDeadline(background, Go.now().plus(SHORT))));
        Other other = new Other(Context.withDeadline(background, Go.now().plus(SHORT)));
        assertEndsAtDeadline(Context.withDeadline(other, Go.now().plus(LONG)));
        assertEnded(
                DeadlineExceeded.class,
                Context.withDeadline(background, Go.now().minus(SHORT)));
        assertEnded(DeadlineExceeded.class, Context.withDeadline(background, Go.now()));
    }

    @GoTest(
            value = "context TestTimeout",
            covers = {"X2", "X8", "X12"},
            everySchedule = true)
    void timeout_endsAContext() {
        Context background = Context.background();
        CancelContext context = Context.withTimeout(background, SHORT);
        String name = context.toString();
        assertTrue(name.startsWith("context.Background.WithDeadline("), name);
        assertEndsAtDeadline(context);
        assertEndsAtDeadline(new Other(Context.withTimeout(background, SHORT)));
        assertEndsAtDeadline(Context.withTimeout(new Other(Context.withTimeout(background, SHORT)), LONG));
    }

    @GoTest(
            value = "context TestCanceledTimeout",
            covers = {"X4", "X8"},
            everySchedule = true)
    void timeoutThatIsCancelled_wasCancelled() {
        CancelContext outer = Context.withTimeout(Context.background(), LONG);
        CancelContext context = Context.withTimeout(new Other(outer), LONG);
        context.cancel();
        assertCanceled(context);
        assertOpen(outer);
        outer.cancel();
    }

    private static void assertValues(Context context, String v1, String v2, String v3) {
        assertEquals(Option.of(v1), context.value(K1));
        assertEquals(Option.of(v2), context.value(K2));
        assertEquals(Option.of(v3), context.value(K3));
    }

    /** A value is never null; a key does not hide another one of the same name. */
    @GoTest(
            value = "context TestValues",
            covers = {"X2", "X12", "X13"},
            everySchedule = true)
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
            covers = {"X10"},
            everySchedule = true)
    void withoutCancel_hasTheValuesOnly() {
        Context context = Context.withoutCancel(Context.withValue(Context.background(), K1, "value"));
        assertEquals(Option.none(), context.deadline());
        assertSame(Go.nilChan(), context.done());
        assertOpen(context);
        assertEquals(Option.some("value"), context.value(K1));
    }
}
