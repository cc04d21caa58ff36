package dev.runnel.conformance;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.runnel.Go;
import dev.runnel.conformance.Contexts.Custom;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Why a context ended: the 23 cases of Go's {@code TestCause}, and the race for it. */
class ContextCauseTest {

    private static final Duration FOREVER = Duration.ofSeconds(1_000_000);
    private static final Exception PARENT = new Exception("parentCause");
    private static final Exception CHILD = new Exception("childCause");
    private static final Exception TOO_SLOW = new Exception("tooSlow");
    private static final Exception EARLY = new Exception("finishedEarly");

    /** A context, and what it is to say: the class of its error and, unless that is one of ours, of its cause. */
    private record Case(String name, Supplier<Context> context, Object err, Object cause) {

        void check() {
            Context made = context.get();
            Class<?> error = made.err().<Class<?>>map(Object::getClass).getOrNull();
            assertEquals(err, error, name);
            Throwable why = made.cause().getOrNull();
            if (cause instanceof Throwable) {
                assertSame(cause, why, name);
            } else {
                assertEquals(cause, why == null ? null : why.getClass(), name);
            }
        }
    }

    private static Context background() {
        return Context.background();
    }

    private static Context ended(CancelContext context) {
        context.cancel();
        return context;
    }

    private static Context ended(CancelCauseContext context, Throwable cause) {
        context.cancel(cause);
        return context;
    }

    /** A context and one derived from it; the order in which they are cancelled matters. */
    private static Context two(boolean parentFirst, Throwable ofParent, Throwable ofChild) {
        CancelCauseContext parent = Context.withCancelCause(background());
        CancelCauseContext child = Context.withCancelCause(parent);
        if (parentFirst) {
            parent.cancel(ofParent);
        }
        child.cancel(ofChild);
        if (!parentFirst) {
            parent.cancel(ofParent);
        }
        return child;
    }

    private static Context stacked(Duration timeout) {
        CancelCauseContext parent = Context.withCancelCause(background());
        Context child = Context.withTimeoutCause(parent, timeout, TOO_SLOW);
        parent.cancel(EARLY);
        return child;
    }

    private static Context withoutCancel(CancelCauseContext parent) {
        Context context = Context.withoutCancel(parent);
        parent.cancel(EARLY);
        return context;
    }

    /** As in Go, {@code cause} cannot know that the custom context ended before its parent. */
    private static Context custom(Boolean parentFirst) {
        CancelCauseContext parent = Context.withCancelCause(background());
        Custom custom = new Custom(parent);
        if (parentFirst == Boolean.TRUE) {
            parent.cancel(PARENT);
        }
        custom.cancel();
        if (parentFirst == Boolean.FALSE) {
            parent.cancel(PARENT);
        }
        custom.done().recv();
        return custom;
    }

    private static List<Case> cases() {
        Object canceled = Canceled.class;
        Object exceeded = DeadlineExceeded.class;
        List<Case> cases = new ArrayList<>();
        cases.add(new Case("background", Context::background, null, null));
        cases.add(new Case("todo", Context::todo, null, null));
        cases.add(new Case("cancel", () -> ended(Context.withCancel(background())), canceled, canceled));
        cases.add(new Case("cause", () -> ended(Context.withCancelCause(background()), PARENT), canceled, PARENT));
        cases.add(new Case("no cause", () -> ended(Context.withCancelCause(background()), null), canceled, canceled));
        cases.add(new Case("parent before child", () -> two(true, PARENT, CHILD), canceled, PARENT));
        cases.add(new Case("parent after child", () -> two(false, PARENT, CHILD), canceled, CHILD));
        cases.add(new Case("parent before none", () -> two(true, PARENT, null), canceled, PARENT));
        cases.add(new Case("parent after none", () -> two(false, PARENT, null), canceled, canceled));
        cases.add(new Case("child after none", () -> two(true, null, CHILD), canceled, canceled));
        cases.add(new Case("child before none", () -> two(false, null, CHILD), canceled, CHILD));
        cases.add(
                new Case("timeout", () -> ended(Context.withTimeout(background(), Duration.ZERO)), exceeded, exceeded));
        cases.add(new Case(
                "timeout canceled", () -> ended(Context.withTimeout(background(), FOREVER)), canceled, canceled));
        cases.add(new Case(
                "timeout with cause",
                () -> ended(Context.withTimeoutCause(background(), Duration.ZERO, TOO_SLOW)),
                exceeded,
                TOO_SLOW));
        cases.add(new Case(
                "timeout with cause, canceled",
                () -> ended(Context.withTimeoutCause(background(), FOREVER, TOO_SLOW)),
                canceled,
                canceled));
        cases.add(new Case("timeout before parent", () -> stacked(Duration.ZERO), exceeded, TOO_SLOW));
        cases.add(new Case("timeout after parent", () -> stacked(FOREVER), canceled, EARLY));
        cases.add(new Case("without cancel", () -> Context.withoutCancel(background()), null, null));
        cases.add(new Case(
                "without cancel, canceled", () -> withoutCancel(Context.withCancelCause(background())), null, null));
        cases.add(new Case(
                "without cancel, timed out",
                () -> Context.withoutCancel(Context.withTimeoutCause(background(), Duration.ZERO, TOO_SLOW)),
                null,
                null));
        cases.add(new Case("custom, parent not canceled", () -> custom(null), canceled, canceled));
        cases.add(new Case("custom, parent before", () -> custom(true), canceled, PARENT));
        cases.add(new Case("custom, parent after", () -> custom(false), canceled, PARENT));
        return cases;
    }

    @GoTest(
            value = "context TestCause",
            covers = {"X1", "X2", "X8", "X9", "X10"},
            everySchedule = true)
    void cause_isThatOfWhatCameFirst() {
        List<Case> cases = cases();
        assertEquals(23, cases.size());
        cases.forEach(Case::check);
    }

    @GoTest(
            value = "context TestCauseRace",
            covers = {"X6", "X9"},
            everySchedule = true)
    void cause_thatIsSeenIsTheOne() {
        Exception cause = new Exception("race");
        CancelCauseContext context = Context.withCancelCause(background());
        go(() -> context.cancel(cause));
        while (context.cause().isEmpty()) {
            Go.gosched();
        }
        assertSame(cause, context.cause().get());
    }
}
