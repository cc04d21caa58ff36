package dev.runnel.pipeline;

import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.scheduler.Aside;
import dev.runnel.runtime.scheduler.Attended;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline that runs: the scope that owns its goroutines, the context that ends them, and the first failure among
 * them.
 */
final class Run {

    private final Scope scope;
    private final CancelCauseContext context;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /**
     * The goroutines, and whoever starts them. With the last one the context ends, and leaves its parent, in a scope of
     * the user's that goes on. A goroutine that never begins is a failure, which ends the context as well.
     */
    private final AtomicInteger active = new AtomicInteger(1);

    private Run(Scope scope) {
        this.scope = scope;
        this.context = Context.withCancelCause(scope.context());
    }

    // ---------------------------------------------------------------- begin and end

    /** Runs a pipeline to its end in the caller. */
    static <T, R extends @Nullable Object> R drain(Context parent, Pipeline<T> pipeline, Sink<? super T, R> sink)
            throws Exception {
        parent.throwIfCancelled();
        try (Scope scope = Scope.open(parent)) {
            return new Run(scope).drain(pipeline, sink);
        }
    }

    private <T, R extends @Nullable Object> R drain(Pipeline<T> pipeline, Sink<? super T, R> sink) throws Exception {
        R result;
        try {
            result = drainInto(sink, open(pipeline, context));
        } catch (Exception thrown) {
            failed(thrown, context);
            awaitAllAfter(thrown);
            throw Safely.behindStream(thrown) instanceof CancelledException cancellation ? cancellation : thrown;
        }
        awaitAll();
        return result;
    }

    /**
     * Something else may be thrown instead; if what was thrown is an interrupt, the caller is to know of it all the
     * same.
     */
    private void awaitAllAfter(Exception thrown) throws Exception {
        try {
            awaitAll();
        } catch (Exception first) {
            if (thrown instanceof InterruptedException && first != thrown) {
                Thread.currentThread().interrupt();
            }
            throw first;
        }
    }

    private void awaitAll() throws Exception {
        Exception thrown = null;
        try {
            scope.join();
        } catch (
                Exception
                        e) { // the first, or what the scope makes of an Error, for which the pipeline has words of its
            // own
            thrown = e;
        }
        Exception first = failure.get();
        if (first != null || thrown != null) {
            throw first != null ? first : thrown;
        }
    }

    private static <T, R extends @Nullable Object> R drainInto(Sink<T, R> sink, Inlet<? extends T> in)
            throws Exception {
        R result = sink.drain(narrow(in));
        in.enough();
        return result;
    }

    @SuppressWarnings("unchecked") // one only receives from it
    private static <T> Inlet<T> narrow(Inlet<? extends T> in) {
        return (Inlet<T>) in;
    }

    /** Starts a pipeline in a scope. */
    static <R> R start(Scope scope, Start<R> start) throws Exception {
        Run run = new Run(scope);
        try {
            return start.in(run, run.context);
        } catch (Exception thrown) {
            run.failed(thrown, run.context);
            throw thrown;
        } catch (Throwable thrown) { // an Error, or what a function of the user's throws unchecked
            run.context.cancel(thrown); // what was started has no reader
            throw thrown;
        } finally {
            run.leave();
        }
    }

    /** What is started in a scope of the user. */
    @FunctionalInterface
    interface Start<R> {
        R in(Run run, CancelCauseContext context) throws Exception;
    }

    // ---------------------------------------------------------------- stages

    /**
     * Starts a pipeline for a receiver.
     *
     * @param consumer the receiver's context; when it ends, that of the pipeline ends, too
     */
    <T> Inlet<T> open(Pipeline<T> pipeline, Context consumer) throws Exception {
        CancelCauseContext upstream = Context.withCancelCause(consumer);
        return new Inlet<>(pipeline.start(this, upstream), consumer, upstream);
    }

    /**
     * Starts a goroutine.
     *
     * @param neverBegan what is done in its place if it never begins, as its runtime closes
     */
    void go(Body body, Runnable neverBegan) {
        active.incrementAndGet();
        Member member = new Member(body, neverBegan);
        Attended.during(member, () -> scope.go(member));
    }

    /** A goroutine that others wait for, perhaps from outside its runtime. */
    private final class Member implements Body, Attended.Attendant {

        private final Body body;
        private final Runnable neverBegan;
        private final AtomicBoolean begun = new AtomicBoolean();

        Member(Body body, Runnable neverBegan) {
            this.body = body;
            this.neverBegan = neverBegan;
        }

        @Override
        public void run() throws Exception {
            begun.set(true);
            try {
                body.run();
            } finally {
                leave();
            }
        }

        /** By its M, in the midst of the runtime; what is done then may run users' code. */
        @Override
        public void oneEnded(boolean closing) {
            if (closing && begun.compareAndSet(false, true)) {
                Aside.run(neverBegan);
            }
        }
    }

    private void leave() {
        if (active.decrementAndGet() == 0) {
            context.cancel(Enough.REACHED);
        }
    }

    /**
     * Refuses to start for another run what this one shares among its stages.
     *
     * @param other the one for which it was to be started
     * @param where the name of the operation
     */
    void isNotLeftFor(Run other, String where) {
        if (other != this) {
            throw new IllegalStateException(
                    where
                            + ": the elements that a stage is given cannot be started or run by themselves, only by what the stage returns");
        }
    }

    // ---------------------------------------------------------------- failures

    /**
     * A goroutine, or the sink, has ended by an exception. The first failure ends the others; later ones are suppressed
     * in it.
     *
     * @param link the context of its stage
     * @return that failure if it is the first, for the scope to know; null if it is a later one, or none at all
     */
    @Nullable Exception failed(Exception thrown, Context link) {
        Exception news = thrown instanceof FailedCleanup close ? close.why : news(thrown, link);
        if (news == null) {
            return null;
        }
        Exception first = failure.compareAndExchange(null, news);
        try {
            context.cancel(first == null ? news : first);
        } catch (Throwable e) { // what hangs on it has failed
            if (e != news) {
                e.addSuppressed(news);
            }
            throw e;
        }
        if (first != null && first != news) {
            first.addSuppressed(news);
        }
        return first == null ? news : null;
    }

    /** A goroutine has ended by an {@code Error}, or by {@code goexit}, which its runtime deals with. */
    void broken(Throwable thrown) {
        failed(
                new IllegalStateException("a stage of the pipeline was left by " + Safely.text(thrown), thrown),
                context);
    }

    /** A goroutine never will begin. */
    void cutOff() {
        broken(new CancellationException("its runtime closed before it began"));
    }

    /** The exception, unless it was thrown just because the stage was told to end (F6). */
    private static @Nullable Exception news(Exception thrown, Context link) {
        if (link.err().isEmpty()) {
            return thrown;
        }
        if (Safely.behindStream(thrown) instanceof CancelledException) {
            return failureToCleanUp(thrown);
        }
        return Enough.isReachedIn(link) ? null : thrown;
    }

    /** What {@code try} with resources has suppressed in a cancellation. */
    private static @Nullable Exception failureToCleanUp(Exception cancellation) {
        Exception first = null;
        for (Throwable suppressed : cancellation.getSuppressed()) {
            if (first != null) {
                if (first != suppressed) {
                    first.addSuppressed(suppressed);
                }
            } else if (suppressed instanceof Exception exception) {
                first = exception;
            } else if (!Goexit.is(suppressed)) {
                first = new IllegalStateException(
                        "a stage of the pipeline failed to clean up: " + Safely.text(suppressed), suppressed);
            }
        }
        return first;
    }
}
