package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A context was cancelled, and not by its deadline; Go's {@code context.Canceled}. */
public final class Canceled extends CancelledException {

    private static final long serialVersionUID = 1;
    private static final String TEXT = "context canceled";

    /** What contexts give as their error. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack
    static final Canceled SHARED = new Canceled(TEXT);

    private Canceled(String text) {
        super(text);
    }

    /** With Go's text; for a context of your own. */
    public Canceled() {
        super(TEXT, null);
    }

    /**
     * With Go's text and a cause.
     *
     * @param cause why; may be null
     */
    public Canceled(@Nullable Throwable cause) {
        super(TEXT, cause);
    }

    @Override
    public Canceled thrownBecauseOf(Throwable why) {
        return new Canceled(Objects.requireNonNull(why, "why") == this ? null : why);
    }
}
