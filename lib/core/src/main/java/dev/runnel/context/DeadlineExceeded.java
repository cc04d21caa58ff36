package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The deadline of a context has passed; Go's {@code context.DeadlineExceeded}. */
public final class DeadlineExceeded extends CancelledException {

    private static final long serialVersionUID = 1;
    private static final String TEXT = "context deadline exceeded";

    /** What contexts give as their error. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack
    static final DeadlineExceeded SHARED = new DeadlineExceeded(TEXT);

    private DeadlineExceeded(String text) {
        super(text);
    }

    /** With Go's text; for a context of your own. */
    public DeadlineExceeded() {
        super(TEXT, null);
    }

    /**
     * With Go's text and a cause.
     *
     * @param cause why; may be null
     */
    public DeadlineExceeded(@Nullable Throwable cause) {
        super(TEXT, cause);
    }

    @Override
    public boolean isTimeout() {
        return true;
    }

    @Override
    public DeadlineExceeded thrownBecauseOf(Throwable why) {
        return new DeadlineExceeded(Objects.requireNonNull(why, "why") == this ? null : why);
    }
}
