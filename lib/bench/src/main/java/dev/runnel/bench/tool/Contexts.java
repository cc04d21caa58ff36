package dev.runnel.bench.tool;

import dev.runnel.bench.kit.Picker;
import java.time.Duration;
import java.util.List;

/**
 * Contexts.
 *
 * @param <C> the contender's channel
 * @param <X> the contender's context, together with what cancels it
 */
public abstract class Contexts<C, X> {

    /** A context that can be cancelled, below none. */
    public abstract X root();

    /** One below another. */
    public abstract X below(X parent);

    /** One below none that ends after so long. */
    public abstract X limited(Duration limit);

    /** Cancels. */
    public abstract void cancel(X context);

    /** Whether it has an error. */
    public abstract boolean hasError(X context);

    /** Whether its channel is closed. */
    public abstract boolean isDone(X context);

    /** Receives unless the context ends. */
    public abstract Object recv(C channel, X context);

    /** A select of receives, unless the context ends. */
    public abstract Picker picker(List<C> receives, X context);
}
