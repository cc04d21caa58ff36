package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.context.DeadlineExceeded;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the tests of contexts have in common: what they look at, and contexts that are not the library's. */
final class Contexts {

    static final Duration SHORT = Duration.ofMillis(1);
    static final Duration LONG = Duration.ofHours(1000);

    private Contexts() {}

    static boolean isDone(Context context) {
        return context.done().tryRecv().isClosed();
    }

    static void assertOpen(Context... contexts) {
        for (Context context : contexts) {
            assertFalse(isDone(context), context::toString);
            assertEquals(Option.none(), context.err(), context::toString);
            assertEquals(Option.none(), context.cause(), context::toString);
        }
    }

    static void assertEnded(Class<?> how, Context... contexts) {
        for (Context context : contexts) {
            assertTrue(isDone(context), context::toString);
            assertEquals(how, context.err().get().getClass(), context::toString);
        }
    }

    static void assertCanceled(Context... contexts) {
        assertEnded(Canceled.class, contexts);
    }

    /** Passes on what another one says. */
    static class Other implements Context {
        final Context inner;

        Other(Context inner) {
            this.inner = inner;
        }

        @Override
        public Option<Instant> deadline() {
            return inner.deadline();
        }

        @Override
        public RecvChan<Void> done() {
            return inner.done();
        }

        @Override
        public Option<CancelledException> err() {
            return inner.err();
        }

        @Override
        public <T> Option<T> value(ContextKey<T> key) {
            return inner.value(key);
        }
    }

    /** Has a channel of its own, which somebody else closes; everything else comes from another context. */
    static final class OtherDone extends Other {
        final Chan<Void> ended = Go.chan();

        OtherDone(Context inner) {
            super(inner);
        }

        @Override
        public RecvChan<Void> done() {
            return ended;
        }
    }

    /** Ends when it is told to, or when its parent has ended, whichever is first; passes on the parent's values. */
    static final class Custom extends Other {
        private final Chan<Void> ended = Go.chan();
        private final Chan<Boolean> once = Go.chan(1);
        private volatile CancelledException error;

        Custom(Context parent) {
            super(parent);
            Context.afterFunc(parent, () -> end(parent.err().get()));
        }

        void cancel() {
            end(new Canceled());
        }

        private void end(CancelledException why) {
            if (once.trySend(true)) {
                error = why;
                ended.close();
            }
        }

        @Override
        public RecvChan<Void> done() {
            return ended;
        }

        @Override
        public Option<CancelledException> err() {
            return ended.tryRecv().isClosed() ? Option.of(error) : Option.none();
        }
    }

    /**
     * Knows whom to tell of its end, and depends on no other context. Its channel is never closed, so watching that
     * instead is no use.
     */
    static final class Telling extends Other {
        private final Chan<Void> never = Go.chan();
        private final List<Runnable> actions = new ArrayList<>();
        private CancelledException error;

        Telling() {
            super(Context.background());
        }

        @Override
        public RecvChan<Void> done() {
            return never;
        }

        @Override
        public synchronized Option<CancelledException> err() {
            return Option.of(error);
        }

        @Override
        public synchronized Stop onDone(Runnable action) {
            actions.add(action);
            return () -> remove(action);
        }

        private synchronized boolean remove(Runnable action) {
            return actions.remove(action);
        }

        synchronized int actions() {
            return actions.size();
        }

        void cancel(CancelledException why) {
            List<Runnable> all;
            synchronized (this) {
                error = why;
                all = List.copyOf(actions);
                actions.clear();
            }
            all.forEach(action -> Go.go(action::run));
        }
    }

    /** Waits for the deadline of a context, and looks at its end. */
    static void assertEndsAtDeadline(Context context) {
        context.done().recv();
        assertEnded(DeadlineExceeded.class, context);
    }
}
