package dev.runnel.sync;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Sneaky;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Producer;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does something once; Go's {@code sync.Once}, and with {@link #func} and {@link #value} {@code OnceFunc} and
 * {@code OnceValue}. Goroutines may use it, and so may any other thread.
 *
 * <p>What the one call did is visible to every caller afterwards. If that call asks for the same once more, it waits
 * for itself for ever.
 */
public final class Once extends Primitive {

    private final Mutex mutex = new Mutex();
    private volatile boolean done;

    /** Not done. */
    public Once() {}

    /**
     * Runs the body, if this is the first call; Go's {@code Do}. Otherwise waits until the first call has ended, and
     * does nothing, even if that had another body. A body that fails has been run. An interrupt does not end the wait:
     * the status is kept.
     *
     * @param body what to do; what it throws, checked or not, comes out as it is, from the first call only
     */
    public void run(Body body) {
        Objects.requireNonNull(body, "body");
        if (done && Checkpoint.isNotArmed()) {
            return;
        }
        Checkpoint.pass(Act.ONCE, this);
        if (done || !mutex.lockedValue(() -> runFirst(body))) {
            Checkpoint.passAtAnEnd(); // another that is unwound may have been the first, and not come to its end
        }
    }

    /** Returns whether it was the first. Under the lock. */
    private boolean runFirst(Body body) throws Exception {
        if (done) {
            return false;
        }
        try {
            body.run();
        } finally {
            done = true;
        }
        return true;
    }

    /**
     * A function that runs the body at its first call, and never again; Go's {@code OnceFunc}. If the body fails, every
     * call throws the same exception. The body is let go of after the first call.
     *
     * @param body what to do; what it throws, checked or not, comes out as it is
     */
    public static Runnable func(Body body) {
        Objects.requireNonNull(body, "body");
        Result<@Nullable Object> result = new Result<>(() -> {
            body.run();
            return null;
        });
        return result::get;
    }

    /**
     * A function that asks the producer at its first call, and gives that value at each; Go's {@code OnceValue}. If the
     * producer fails, every call throws the same exception. The producer is let go of after the first call.
     *
     * @param producer gives the value, which may be null; what it throws, checked or not, comes out as it is
     * @param <T> the type of the value
     */
    public static <T extends @Nullable Object> Supplier<T> value(Producer<? extends T> producer) {
        return new Result<>(Objects.requireNonNull(producer, "producer"));
    }

    @Override
    public String toString() {
        return label() + (done ? " (done)" : "");
    }

    private static final class Result<T extends @Nullable Object> implements Supplier<T> {

        private static final String NO_VALUE =
                "sync: Once has no value: its function ended the goroutine, by goexit or as the runtime closed";

        private final Once once = new Once();
        private @Nullable Producer<? extends T> producer;
        private @Nullable T value;
        private boolean hasValue;
        private @Nullable Throwable thrown;

        Result(Producer<? extends T> producer) {
            this.producer = producer;
        }

        @Override
        @SuppressWarnings("NullAway") // null only if the producer gave it
        public T get() {
            once.run(this::ask);
            Throwable failure = thrown;
            if (failure != null) {
                throw Sneaky.rethrow(failure);
            }
            if (!hasValue) { // made here: one made in advance would be shared, and there may be no memory for it
                throw new IllegalStateException(NO_VALUE);
            }
            return value;
        }

        private void ask() throws Exception {
            Producer<? extends T> mine = producer;
            producer = null;
            try {
                value = Objects.requireNonNull(mine).get();
                hasValue = true;
            } catch (Throwable failure) {
                if (!Goexit.is(failure)) {
                    thrown = failure;
                }
                throw failure;
            }
        }
    }
}
