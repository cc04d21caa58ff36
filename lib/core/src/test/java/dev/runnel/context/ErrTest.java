package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The error of a context that has ended: how it is thrown, and what happens where it is seen first: X6. */
class ErrTest {

    private static final int MANY = 10_000;

    @Test
    void thrown_hasTheStackOfTheThrowerAndTheCause() {
        Exception cause = new Exception("cause");
        CancelCauseContext context = Context.withCancelCause(Context.background());
        context.cancel(cause);
        CancelledException thrown = assertThrows(Canceled.class, () -> Go.chan().recv(context));
        assertSame(cause, thrown.getCause());
        assertEquals("context canceled", thrown.getMessage());
        assertTrue(List.of(thrown.getStackTrace()).toString().contains("ErrTest"));
    }

    @Test
    void throwIfCancelled_hasTheStackOfTheCallerAndTheCause_eachTimeANewOne() throws Exception {
        Exception cause = new Exception("cause");
        CancelCauseContext parent = Context.withCancelCause(Context.background());
        Context context = Context.withValue(Context.withCancel(parent), ContextKey.<String>of("key"), "value");
        context.throwIfCancelled();
        parent.cancel(cause);
        Canceled first = assertThrows(Canceled.class, context::throwIfCancelled);
        assertSame(cause, first.getCause());
        assertEquals("context canceled", first.getMessage());
        assertTrue(List.of(first.getStackTrace()).toString().contains("ErrTest"));
        assertNotSame(first, assertThrows(Canceled.class, context::throwIfCancelled));
        assertEquals(0, context.err().get().getStackTrace().length);
        Context.background().throwIfCancelled();
    }

    @Test
    void throwIfCancelled_withoutACause_hasNone() {
        try (CancelContext timed = Context.withTimeout(Context.background(), Duration.ZERO)) {
            DeadlineExceeded thrown = assertThrows(DeadlineExceeded.class, timed::throwIfCancelled);
            assertNull(thrown.getCause());
            assertTrue(thrown.isTimeout());
        }
        CancelContext cancelled = Context.withCancel(Context.background());
        cancelled.cancel();
        assertNull(assertThrows(Canceled.class, cancelled::throwIfCancelled).getCause());
    }

    @Test
    void errors_ofContextsOfTheUser_haveTheCauseThatTheyAreGiven() {
        Exception cause = new Exception("cause");
        assertSame(cause, new Canceled(cause).getCause());
        assertSame(cause, new DeadlineExceeded(cause).getCause());
        assertNull(new Canceled().getCause());
        assertNull(new DeadlineExceeded().getCause());
    }

    /**
     * X6: whoever sees the end before the channel is closed closes it, but not where the stack has no room for that, as
     * the channel's lock would be kept.
     */
    @Test
    void errorThatIsSeenFirst_atTheEndOfTheStack_leavesTheChannelSound() {
        List<CancelCtx> contexts =
                Stream.generate(ErrTest::endedButNotClosed).limit(MANY).toList();
        Iterator<CancelCtx> next = contexts.iterator();
        try {
            lookOnTheWayUp(next);
        } catch (StackOverflowError e) {
            // as expected
        }
        for (CancelCtx context : contexts) {
            assertTrue(context.err().isDefined());
            assertTrue(context.done().recv().isEmpty());
        }
    }

    /** X6: whichever of the two is seen. */
    @Test
    void errorOrCauseThatIsSeenFirst_hasTheChannelClosed() {
        CancelCtx byError = endedButNotClosed();
        assertTrue(byError.err().isDefined());
        assertTrue(byError.done().tryRecv().isClosed());
        CancelCtx byCause = endedButNotClosed();
        assertTrue(byCause.cause().isDefined());
        assertTrue(byCause.done().tryRecv().isClosed());
    }

    private static CancelCtx endedButNotClosed() {
        CancelCtx context = (CancelCtx) Context.withCancel(Context.background());
        assertTrue(context.done().tryRecv().isEmpty());
        assertTrue(context.end(new Outcome(Canceled.SHARED, null)));
        return context;
    }

    private static void lookOnTheWayUp(Iterator<CancelCtx> next) {
        try {
            lookOnTheWayUp(next);
        } catch (StackOverflowError e) {
            if (next.hasNext()) {
                next.next().errNow();
            }
            throw e;
        }
    }
}
