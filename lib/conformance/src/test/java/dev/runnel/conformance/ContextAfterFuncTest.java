package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.conformance.Contexts.SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.testkit.Bubble;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The tests of {@code AfterFunc} in Go's {@code context} package, and the examples of contexts in its bubbles. */
class ContextAfterFuncTest {

    @GoTest(
            value = "context TestAfterFuncCalledAfterCancel",
            covers = {"X11"},
            everySchedule = true)
    void function_isStartedAfterTheCancel_andNotBefore() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Void> ran = chan();
        Stop stop = Context.afterFunc(context, ran::close);
        Go.sleep(SHORT);
        assertTrue(ran.tryRecv().isEmpty());
        context.cancel();
        ran.recv();
        assertFalse(stop.stop());
    }

    @GoTest(
            value = "context TestAfterFuncCalledAfterTimeout",
            covers = {"X8", "X11"},
            everySchedule = true)
    void function_isStartedAfterTheDeadline() {
        try (CancelContext context = Context.withTimeout(Context.background(), SHORT)) {
            Chan<Void> ran = chan();
            Context.afterFunc(context, ran::close);
            ran.recv();
            assertInstanceOf(DeadlineExceeded.class, context.err().get());
        }
    }

    @GoTest(
            value = "context TestAfterFuncCalledImmediately",
            covers = {"X11"},
            everySchedule = true)
    void function_isStartedAtOnce_ifTheContextHasEnded() {
        CancelContext context = Context.withCancel(Context.background());
        context.cancel();
        Chan<Void> ran = chan();
        Context.afterFunc(context, ran::close);
        ran.recv();
    }

    @GoTest(
            value = "context TestAfterFuncNotCalledAfterStop",
            covers = {"X11"},
            everySchedule = true)
    void functionThatWasStopped_isNotStarted() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Void> ran = chan();
        Stop stop = Context.afterFunc(context, ran::close);
        assertTrue(stop.stop());
        context.cancel();
        Go.sleep(SHORT);
        assertTrue(ran.tryRecv().isEmpty());
        assertFalse(stop.stop());
    }

    @GoTest(
            value = "context TestAfterFuncCalledAsynchronously",
            covers = {"X11"},
            everySchedule = true)
    void cancel_doesNotWaitForTheFunction() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> ran = chan();
        Context.afterFunc(context, () -> ran.send(1));
        context.cancel();
        assertEquals(1, ran.recv().get());
    }

    // ---------------------------------------------------------------- in bubbles

    /** Go: {@code testing/synctest} TestContextAfterFunc. */
    @Test
    void bubble_functionIsStartedByTheCancelOnly() {
        Bubble.run(() -> {
            CancelContext context = Context.withCancel(Context.background());
            AtomicBoolean called = new AtomicBoolean();
            Context.afterFunc(context, () -> called.set(true));
            Bubble.await();
            assertFalse(called.get());
            context.cancel();
            Bubble.await();
            assertTrue(called.get());
        });
    }

    /** Go: {@code testing/synctest} TestContextWithTimeout. */
    @Test
    void bubble_deadlineIsThatOfItsClock() {
        Bubble.run(() -> {
            Duration timeout = Duration.ofSeconds(5);
            CancelContext context = Context.withTimeout(Context.background(), timeout);
            assertEquals(Go.now().plus(timeout), context.deadline().get());
            Go.sleep(timeout.minusNanos(1));
            Bubble.await();
            assertTrue(context.err().isEmpty());
            Go.sleep(Duration.ofNanos(1));
            Bubble.await();
            assertInstanceOf(DeadlineExceeded.class, context.err().get());
        });
    }
}
