package dev.runnel.channel;

import dev.runnel.runtime.channel.CancelHook;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * What may end a wait before its time; a {@code Context} is one. It is cancelled once, stays cancelled, and then says
 * why.
 *
 * <p>What was done before it was cancelled is visible to whoever finds it cancelled in any of these ways.
 */
public interface Cancellation {

    /**
     * A channel that is closed when this is cancelled, for a select; always the same. If this can never be cancelled,
     * it is the nil channel.
     *
     * @return the channel, not null
     */
    RecvChan<Void> done();

    /**
     * What kind of end it was; the same exception each time. It may be shared by many, and then has neither stack trace
     * nor cause: it is to be looked at, and not to be thrown, for which there is {@link #throwIfCancelled()}. Never
     * blocks.
     *
     * @return none while it is not cancelled; afterwards the exception, and {@link #done()} is closed; not null, or
     *     else the operation that asks fails
     */
    Option<CancelledException> err();

    /**
     * Why it was cancelled; what {@link #err()} returns if nothing else is known.
     *
     * @return none while it is not cancelled
     */
    Option<Throwable> cause();

    /**
     * Throws if this is cancelled, like an operation that waits with it; Go's {@code if err := ctx.Err(); err != nil {
     * return err }}. It is for code that computes without waiting, or has learned of the end in a select. Does not
     * wait. If this is cancelled, and the runtime of the calling goroutine closes, the goroutine is unwound, as by any
     * operation: another one that is unwound may have cancelled this.
     *
     * @throws CancelledException if this is cancelled: a new one of the kind of {@link #err()}, with the stack of the
     *     caller, and {@link #cause()} as its cause if that says more. (An exception of your own that does not override
     *     {@link CancelledException#thrownBecauseOf} is thrown as it is, and so is one whose override fails. A
     *     {@link #cause()} that fails counts as none.)
     */
    default void throwIfCancelled() throws CancelledException {
        Option<CancelledException> over = Objects.requireNonNull(err(), "err gives an Option, never null");
        if (over.isDefined()) {
            throw CancelHook.exception(this, over.get());
        }
    }

    /**
     * Has an action run once, when this is cancelled, by whoever cancels it; at once if that has already happened. The
     * action must be short, and must not wait. This is how operations learn that they are to give up, and how contexts
     * learn that their parent has ended; each waits on its own, and not on one channel with all the others.
     *
     * @param action what to do, not null
     * @return what takes the action back if it has not begun; not null, or else the operation that registers it fails
     */
    Stop onDone(Runnable action);

    /** Takes back what was to happen. Closing it is the same, for {@code try} with resources. */
    @FunctionalInterface
    interface Stop extends AutoCloseable {

        /**
         * Prevents what has not begun; does not wait for what has. Never blocks. If an implementation of your own
         * throws when an operation is over, that is logged as a warning of {@code dev.runnel}, and the operation has
         * its result all the same.
         *
         * @return whether this call prevented it; false if it has begun, or was stopped before
         */
        boolean stop();

        /** As {@link #stop()}. */
        @Override
        default void close() {
            stop();
        }
    }
}
