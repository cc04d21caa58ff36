package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.select.Choice;
import dev.runnel.select.Handler;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a stage, or a sink, gets its elements; in Go a {@code <-chan T} and a context. To be used while that stage
 * runs, by its goroutines. What was done before an element was sent is visible after it was received.
 *
 * @param <T> the type of the elements
 */
public final class Inlet<T> {

    private final Feed<T> feed;
    private final Context context;

    /** The context of the stages that send; its end tells them that nobody wants more. */
    private final CancelCauseContext upstream;

    Inlet(Feed<T> feed, Context context, CancelCauseContext upstream) {
        this.feed = feed;
        this.context = context;
        this.upstream = upstream;
    }

    /**
     * The context of the receiver. It ends when the pipeline fails or is cancelled, and when nobody wants elements of
     * this stage any more. Functions that wait for something else should wait with it.
     */
    public Context context() {
        return context;
    }

    /**
     * Receives the next element; blocks until there is one, or none can come.
     *
     * @return the element, or none if there are no more
     * @throws CancelledException if the {@link #context()} has ended; let it through
     * @throws InterruptedException if the thread was interrupted; nothing was received
     */
    public Option<T> recv() throws CancelledException, InterruptedException {
        Option<T> received = feed.channel().recv(context);
        if (received.isEmpty()) {
            checkTheEnd();
        }
        return received;
    }

    /**
     * As {@link #recv()}, without the wrapper.
     *
     * @return the element, or null if there are no more
     * @throws CancelledException if the {@link #context()} has ended; let it through
     * @throws InterruptedException if the thread was interrupted; nothing was received
     */
    public @Nullable T recvOrNull() throws CancelledException, InterruptedException {
        Option<T> received = recv();
        return received.isDefined() ? received.get() : null;
    }

    /**
     * Receives all elements, and gives each to an action; Go's {@code for v := range c}. Blocks until there are no
     * more.
     *
     * @param action what to do with an element
     * @throws Exception what the action throws, and what {@link #recv()} throws
     */
    public void forEach(Handler<? super T> action) throws Exception {
        Objects.requireNonNull(action, "action");
        for (T value = recvOrNull(); value != null; value = recvOrNull()) {
            action.accept(value);
        }
    }

    /**
     * Tells the stages before that nobody wants more (F4); they end. If that is because the receiver's context has
     * ended, they are told why, as by that context, which may tell them later. Never blocks; may be called again.
     */
    void enough() {
        upstream.cancel(context.cause().getOrElse(Enough.REACHED));
    }

    /** For others to receive from. */
    Feed<T> feed() {
        return feed;
    }

    // ---------------------------------------------------------------- with other clauses

    /**
     * A select whose clauses are an element, the end, and the end of the context. Others may be added; those give
     * empty.
     */
    Choice<TryRecv<T>> choice() {
        return Go.choose()
                .<T, TryRecv<T>>recv(
                        feed.channel(),
                        received -> received.isDefined() ? new TryRecv.Value<>(received.get()) : new TryRecv.Closed<>())
                .recv(context.done(), () -> {
                    context.throwIfCancelled();
                    throw new IllegalStateException(context + " is done, and gives no error");
                });
    }

    /** Runs a select that was made by {@link #choice()}. */
    TryRecv<T> recv(Choice<TryRecv<T>> choice) throws CancelledException, InterruptedException {
        context.throwIfCancelled();
        TryRecv<T> received = choice.getInterruptibly();
        if (received.isClosed()) {
            checkTheEnd();
        }
        return received;
    }

    /** A close by a stage that was cut off is not the end. The receiver's context ends as well, or has ended (F3). */
    private void checkTheEnd() throws CancelledException, InterruptedException {
        if (!feed.isComplete()) {
            context.done().recvInterruptibly();
            context.throwIfCancelled();
        }
    }
}
