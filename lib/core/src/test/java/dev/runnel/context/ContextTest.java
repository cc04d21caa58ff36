package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What contexts say of themselves: X1, X2, X3, X10, X13. */
class ContextTest {

    private static final ContextKey<String> USER = ContextKey.of("user");
    private static final ContextKey<Integer> DEPTH = ContextKey.of("depth");
    private static final int DEEP = 100_000;

    @Test
    void roots_neverEnd() {
        for (Context root : new Context[] {Context.background(), Context.todo()}) {
            assertSame(Go.nilChan(), root.done());
            assertEquals(Option.none(), root.err());
            assertEquals(Option.none(), root.cause());
            assertEquals(Option.none(), root.deadline());
            assertEquals(Option.none(), root.value(USER));
            assertTrue(root.onDone(() -> {}).stop());
        }
        assertNotSame(Context.background(), Context.todo());
    }

    @Test
    void names_tellHowContextsWereMade() {
        Context background = Context.background();
        assertEquals("context.Background", background.toString());
        assertEquals("context.TODO", Context.todo().toString());
        assertEquals(
                "context.Background.WithCancel", Context.withCancel(background).toString());
        assertEquals(
                "context.TODO.WithValue(user, gopher).WithValue(depth, java.lang.Integer).WithoutCancel.WithCancel",
                Context.withCancelCause(Context.withoutCancel(
                                Context.withValue(Context.withValue(Context.todo(), USER, "gopher"), DEPTH, 3)))
                        .toString());
        Instant deadline = Instant.parse("2100-01-01T00:00:00Z");
        try (CancelContext timed = Context.withDeadline(background, deadline)) {
            String name = timed.toString();
            assertTrue(name.startsWith("context.Background.WithDeadline(2100-01-01T00:00:00Z [PT"), name);
        }
    }

    @Test
    void errors_haveGosTexts() {
        assertEquals("context canceled", new Canceled().getMessage());
        assertEquals("context deadline exceeded", new DeadlineExceeded().getMessage());
        assertTrue(new DeadlineExceeded().isTimeout());
        assertEquals(false, new Canceled().isTimeout());
    }

    @Test
    void nulls_areRefused() {
        Context none = nothing();
        String noParent = "cannot create context from nil parent";
        assertEquals(
                noParent,
                assertThrows(NullPointerException.class, () -> Context.withCancel(none))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> Context.withCancelCause(none));
        assertThrows(NullPointerException.class, () -> Context.withDeadline(none, Instant.MAX));
        assertThrows(NullPointerException.class, () -> Context.withTimeout(none, Duration.ZERO));
        assertThrows(NullPointerException.class, () -> Context.withValue(none, USER, ""));
        assertThrows(NullPointerException.class, () -> Context.withoutCancel(none));
        assertThrows(NullPointerException.class, () -> Context.afterFunc(none, () -> {}));
        ContextKey<String> noKey = nothing();
        assertEquals(
                "nil key",
                assertThrows(NullPointerException.class, () -> Context.withValue(Context.background(), noKey, ""))
                        .getMessage());
        String noValue = nothing();
        assertThrows(NullPointerException.class, () -> Context.withValue(Context.background(), USER, noValue));
        CancelContext cancellable = Context.withCancel(Context.background());
        for (Context context : List.of(
                Context.background(),
                cancellable,
                Context.withValue(cancellable, USER, ""),
                Context.withoutCancel(cancellable))) {
            assertThrows(NullPointerException.class, () -> context.value(noKey), context::toString);
        }
    }

    private static <T> T nothing() {
        return null;
    }

    @Test
    void value_isTheNearest() {
        Context outer = Context.withValue(Context.background(), USER, "outer");
        Context inner = Context.withValue(Context.withCancel(outer), USER, "inner");
        assertEquals(Option.some("outer"), outer.value(USER));
        assertEquals(Option.some("inner"), inner.value(USER));
        assertEquals(Option.none(), inner.value(DEPTH));
        assertEquals(Option.none(), inner.value(ContextKey.<String>of("user")));
    }

    @Test
    void withValue_endsAsItsParentDoes() {
        Exception cause = new Exception("cause");
        try (CancelContext timed = Context.withTimeout(Context.background(), Duration.ofDays(1))) {
            CancelCauseContext parent = Context.withCancelCause(timed);
            Context context = Context.withValue(Context.withValue(parent, USER, "u"), DEPTH, 3);
            assertTrue(context.deadline().isDefined());
            assertEquals(parent.deadline(), context.deadline());
            assertSame(parent.done(), context.done());
            assertEquals(Option.none(), context.err());
            assertEquals(Option.none(), context.cause());
            AtomicInteger told = new AtomicInteger();
            context.onDone(told::incrementAndGet);
            assertTrue(context.onDone(() -> told.addAndGet(10)).stop());
            parent.cancel(cause);
            assertEquals(1, told.get());
            assertSame(parent.err().get(), context.err().get());
            assertSame(cause, context.cause().get());
        } // its timer would keep the deadlocks of other runs from being found
    }

    /**
     * Neither a search for a value nor a name nor a cancel recurses, and a deadline below another one does not search
     * all the way for that: such quadratic work takes a slow machine minutes.
     */
    @Test
    void deepChains_areNoProblem() {
        CancelContext root = Context.withCancel(Context.withValue(Context.background(), USER, "root"));
        Context context = root;
        for (int i = 0; i < DEEP; i++) {
            context = i % 2 == 0
                    ? Context.withValue(context, DEPTH, i)
                    : i % 4 == 1 ? Context.withCancel(context) : Context.withTimeout(context, Duration.ofDays(1));
        }
        assertEquals(Option.some("root"), context.value(USER));
        assertEquals(Option.some(DEEP - 2), context.value(DEPTH));
        assertTrue(context.deadline().isDefined());
        assertTrue(context.toString().length() > DEEP);
        root.cancel();
        assertTrue(context.done().tryRecv().isClosed());
    }

    @Test
    void manyValues_areNoProblem() {
        CancelContext root = Context.withTimeout(Context.background(), Duration.ofDays(1));
        Context context = root;
        for (int i = 0; i < DEEP; i++) {
            context = Context.withValue(context, DEPTH, i);
        }
        assertSame(root.done(), context.done());
        assertEquals(root.deadline(), context.deadline());
        assertEquals(Option.none(), context.err());
        AtomicInteger told = new AtomicInteger();
        context.onDone(told::incrementAndGet);
        Context below = Context.withCancel(context);
        root.cancel();
        assertEquals(1, told.get());
        assertSame(root.err().get(), context.err().get());
        assertSame(root.cause().get(), below.cause().get());
    }

    /** A channel is made only when somebody asks for one. */
    @Test
    void whatHangsOnAContext_belowValues_asksForNoChannel() {
        CancelCtx root = (CancelCtx) Context.withCancel(Context.background());
        Context values = Context.withValue(root, USER, "u");
        Context child = Context.withCancel(values);
        AtomicInteger told = new AtomicInteger();
        values.onDone(told::incrementAndGet);
        Context.afterFunc(values, () -> {}).stop();
        assertNull(root.doneIfAsked());
        assertEquals(2, root.children());
        root.cancel();
        assertTrue(child.err().isDefined());
        assertEquals(1, told.get());
    }

    @Test
    void withoutCancel_keepsValuesOnly() {
        CancelContext parent =
                Context.withTimeout(Context.withValue(Context.background(), USER, "u"), Duration.ofDays(1));
        Context without = Context.withoutCancel(parent);
        parent.cancel();
        assertSame(Go.nilChan(), without.done());
        assertEquals(Option.none(), without.err());
        assertEquals(Option.none(), without.cause());
        assertEquals(Option.none(), without.deadline());
        assertEquals(Option.some("u"), without.value(USER));
        assertEquals(Option.none(), Context.withCancel(without).err());
        assertTrue(without.onDone(() -> {}).stop());
    }

    @Test
    void onDone_wantsAnAction() {
        for (Context context : List.of(
                Context.background(),
                Context.todo(),
                Context.withCancel(Context.background()),
                new Wrapped(Context.background()),
                Context.withoutCancel(Context.withCancel(Context.background())))) {
            assertEquals(
                    "action",
                    assertThrows(NullPointerException.class, () -> context.onDone(null))
                            .getMessage());
        }
    }
}
