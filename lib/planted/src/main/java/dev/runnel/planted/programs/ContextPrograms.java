package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.planted.Program;
import java.time.Duration;

/** Contexts, and what waits with one. */
public final class ContextPrograms {

    private ContextPrograms() {}

    /** X4: when a cancel returns, everything below is done, even if the cancel came second. */
    @Program
    public static void cancelReachesAllBelow() {
        CancelContext parent = Context.withCancel(Context.background());
        CancelContext child = Context.withCancel(parent);
        RecvChan<Void> below = Context.withCancel(child).done();
        GoHandle other = go(() -> {
            parent.cancel();
            assertTrue(below.tryRecv().isClosed());
        });
        child.cancel();
        assertTrue(below.tryRecv().isClosed());
        other.join();
    }

    /** X6: an error means that the channel is closed. */
    @Program
    public static void errorMeansDone() {
        CancelContext parent = Context.withCancel(Context.background());
        Context child = Context.withCancel(parent);
        RecvChan<Void> done = child.done();
        go(parent::cancel);
        while (child.err().isEmpty()) {
            gosched();
        }
        assertTrue(done.tryRecv().isClosed());
    }

    /** X9: the first cause counts, also for everything below. */
    @Program
    public static void firstCauseWins() {
        Exception cause = new Exception();
        CancelCauseContext parent = Context.withCancelCause(Context.background());
        CancelContext child = Context.withTimeout(parent, Duration.ofHours(1));
        GoHandle first = go(() -> parent.cancel(cause));
        first.join();
        child.cancel();
        parent.cancel(new Exception());
        assertSame(cause, child.cause().get());
        assertThrows(Canceled.class, () -> chan().recv(child));
    }

    /** X4, C52: a cancel ends a wait, whenever it comes. */
    @Program
    public static void cancelEndsAWait() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> c = chan();
        GoHandle waits = go(() -> assertThrows(Canceled.class, () -> c.recv(context)));
        GoHandle sleeps = go(() -> assertThrows(Canceled.class, () -> Go.sleep(Duration.ofDays(1), context)));
        context.cancel();
        waits.join();
        sleeps.join();
    }

    /** X8: so does a deadline. */
    @Program
    public static void deadlineEndsAWait() {
        CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(1));
        assertThrows(DeadlineExceeded.class, () -> Go.<Integer>chan().send(1, context));
    }

    /** C55: a receive that a cancel ends has taken nothing; one that has a value gives it. */
    @Program
    public static void cancelOrValue() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> c = chan();
        int[] received = {0};
        boolean[] sent = {false};
        GoHandle receiver = go(() -> {
            try {
                received[0] = c.recv(context).get();
            } catch (CancelledException e) {
                // nothing
            }
        });
        GoHandle sender = go(() -> sent[0] = c.trySend(1));
        context.cancel();
        receiver.join();
        sender.join();
        assertEquals(sent[0] ? 1 : 0, received[0]);
    }
}
