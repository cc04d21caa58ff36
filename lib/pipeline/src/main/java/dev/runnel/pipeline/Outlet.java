package dev.runnel.pipeline;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.SendChan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import java.util.Objects;

/**
 * Where a source, or a stage, sends its elements; in Go a {@code chan<- T} and a context. It is closed for them when
 * they have ended. To be used while they run, by their goroutines.
 *
 * @param <T> the type of the elements
 */
public final class Outlet<T> {

    private final SendChan<T> channel;
    private final CancelCauseContext context;
    private final Crew crew;

    /**
     * The outlet of one stage.
     *
     * @param context is over when nobody wants its elements
     * @param crew whose goroutines send here
     */
    Outlet(SendChan<T> channel, CancelCauseContext context, Crew crew) {
        this.channel = channel;
        this.context = context;
        this.crew = crew;
    }

    /**
     * The context of the sender. It ends when the pipeline fails or is cancelled, and when nobody wants elements of
     * this stage any more. Functions that wait for something else should wait with it.
     */
    public Context context() {
        return context;
    }

    /**
     * Sends an element; blocks until the next stage takes it, or the buffer between them has room.
     *
     * @param element the element
     * @throws NullPointerException if it is null
     * @throws CancelledException if the {@link #context()} has ended; let it through
     * @throws InterruptedException if the thread was interrupted; nothing was sent
     */
    public void send(T element) throws CancelledException, InterruptedException {
        Objects.requireNonNull(element, "an element is null");
        try {
            channel.send(element, context);
        } catch (
                ChannelException.SendOnCancelled
                        e) { // by whoever has started the pipeline, and receives from its last stage
            enough();
            context.throwIfCancelled();
        }
    }

    private void enough() {
        try {
            context.cancel(Enough.REACHED);
        } catch (RuntimeException e) { // an action of the user's; the context has ended
            crew.actionFailed(e);
        }
    }
}
