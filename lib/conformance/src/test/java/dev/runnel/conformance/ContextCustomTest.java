package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.conformance.Contexts.LONG;
import static dev.runnel.conformance.Contexts.assertCanceled;
import static dev.runnel.context.ContextGlance.watchers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.conformance.Contexts.Other;
import dev.runnel.conformance.Contexts.OtherDone;
import dev.runnel.conformance.Contexts.Telling;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import io.vavr.control.Option;

/** The tests of Go's {@code context} package that are about the user's own contexts. */
class ContextCustomTest {

    @GoTest(
            value = "context TestCustomContextPropagation",
            covers = {"X9", "X12"},
            everySchedule = true)
    void contextWithAChannelOfItsOwn_endsWhatHangsOnIt() {
        Exception cause = new Exception("propagation");
        CancelCauseContext first = Context.withCancelCause(Context.background());
        OtherDone second = new OtherDone(first);
        CancelContext third = Context.withCancel(second);
        first.cancel(cause);
        second.ended.close();
        third.done().recv();
        assertCanceled(third);
        assertSame(cause, third.cause().get());
    }

    /** Has its own channel and error, and perhaps a child to cancel. */
    private static final class Own extends Other {
        private final Chan<Void> ended = chan();
        private volatile CancelledException error;
        private CancelContext child;

        Own() {
            super(Context.background());
        }

        void cancel() {
            error = new Canceled();
            ended.close();
            if (child != null) {
                child.cancel();
            }
        }

        @Override
        public RecvChan<Void> done() {
            return ended;
        }

        @Override
        public Option<CancelledException> err() {
            return Option.of(error);
        }
    }

    private static void assertCauseIsError(Context context) {
        assertEquals(Canceled.class, context.err().get().getClass());
        assertEquals(Canceled.class, context.cause().get().getClass());
    }

    @GoTest(
            value = "context TestCustomContextCause",
            covers = {"X9", "X12"})
    void contextOfTheUser_hasItsErrorAsCause_andLeavesThatOfItsChildAlone() {
        Own ended = new Own();
        ended.cancel();
        assertCauseIsError(ended);

        Own parent = new Own();
        CancelCauseContext child = Context.withCancelCause(parent);
        Exception cause = new Exception("cause");
        child.cancel(cause);
        assertCanceled(child);
        assertSame(cause, child.cause().get());
        assertEquals(Option.none(), parent.err());
        assertEquals(Option.none(), parent.cause());
        parent.cancel();
        assertSame(cause, child.cause().get());
        assertCauseIsError(parent);

        Own other = new Own();
        CancelContext its = Context.withCancel(other);
        other.child = its;
        other.cancel();
        assertCauseIsError(its);
        assertCauseIsError(other);
    }

    /** Counts the goroutines that watch. */
    private static final class Watched {
        private long known = watchers();

        void expect(int more) {
            assertEquals(known + more, watchers());
            known += more;
        }
    }

    private static void withCancelOn(Context parent) {
        Context.withCancel(parent).cancel();
    }

    @GoTest(
            value = "context TestCustomContextGoroutines",
            covers = {"X12"})
    void contexts_areWatchedOnlyIfTheirChannelIsNoneOfOurs() {
        Watched watched = new Watched();
        withCancelOn(new OtherDone(Context.background()));
        watched.expect(1);
        Context.withTimeout(new OtherDone(Context.background()), LONG).cancel();
        watched.expect(1);

        CancelContext first = Context.withCancel(Context.background());
        Other second = new Other(first);
        CancelContext third = Context.withCancel(second);
        watched.expect(0);
        withCancelOn(new OtherDone(second));
        watched.expect(1);
        CancelContext fourth = Context.withTimeout(third, LONG);
        CancelContext fifth = Context.withCancel(fourth);
        watched.expect(0);
        fifth.cancel();
        CancelContext sixth = Context.withTimeout(fifth, LONG);
        watched.expect(0);
        sixth.cancel();
        first.cancel();
        withCancelOn(fifth);
        watched.expect(0);
    }

    // ---------------------------------------------------------------- contexts that tell of their end

    @GoTest(
            value = "context TestCustomContextAfterFuncCancel, TestCustomContextAfterFuncTimeout",
            covers = {"X12"})
    void contextThatTells_endsWhatHangsOnIt() {
        long watchers = watchers();
        Telling parent = new Telling();
        CancelContext child = Context.withCancel(parent);
        CancelContext timed = Context.withTimeout(parent, LONG);
        parent.cancel(new Canceled());
        child.done().recv();
        timed.done().recv();
        assertCanceled(child, timed);
        assertEquals(watchers, watchers());
    }

    @GoTest(
            value = "context TestCustomContextAfterFuncAfterFunc",
            covers = {"X11", "X12"},
            everySchedule = true)
    void contextThatTells_startsWhatIsToFollow() {
        Telling context = new Telling();
        Chan<Boolean> ran = chan();
        Context.afterFunc(context, () -> ran.close());
        context.cancel(new Canceled());
        assertTrue(ran.recv().isEmpty());
    }

    @GoTest(
            value = "context TestCustomContextAfterFuncUnregisterCancel, TestCustomContextAfterFuncUnregisterTimeout,"
                    + " TestCustomContextAfterFuncUnregisterAfterFunc",
            covers = {"X11", "X12"},
            everySchedule = true)
    void contextThatTells_isToldWhatIsOver() {
        Telling context = new Telling();
        CancelContext first = Context.withCancel(context);
        CancelContext second = Context.withCancel(context);
        CancelContext timed = Context.withTimeout(context, LONG);
        Stop stop = Context.afterFunc(context, () -> {});
        assertEquals(4, context.actions());
        first.cancel();
        second.cancel();
        assertEquals(2, context.actions());
        timed.cancel();
        assertEquals(1, context.actions());
        assertTrue(stop.stop());
        assertEquals(0, context.actions());
    }

    /** Beyond Go: it also ends what waits with it. */
    @GoTest(
            value = "context TestCustomContextAfterFuncCancel",
            covers = {"X12"},
            everySchedule = true)
    void contextThatTells_endsTheWaitsOfOthers() {
        Telling context = new Telling();
        Chan<Integer> c = chan();
        var receiver =
                Go.go(() -> org.junit.jupiter.api.Assertions.assertThrows(Canceled.class, () -> c.recv(context)));
        Waiting.until(() -> context.actions() == 1);
        context.cancel(new Canceled());
        receiver.join();
        assertEquals(0, context.actions());
    }
}
