package dev.runnel.channel;

import dev.runnel.runtime.channel.CancelHook;
import io.vavr.control.Option;

/**
 * What may end a wait before its time; a {@code Context} is one. It is cancelled once, for good, and then says why.
 *
 * <p>What was done before it was cancelled is visible to who finds it cancelled in any of these ways.
 */
public interface Cancellation {

    /**
     * A channel that is closed when this is cancelled, for a select; always the same. The nil channel if it never can
     * be.
     *
     * @return the channel, not null
     */
    RecvChan<Void> done();

    /**
     * What kind of end it was; the same exception each time. It may be shared by many, and then has neither stack trace
     * nor cause: it is to be looked at. To throw is what {@link #throwIfCancelled()} is for. Never blocks.
     *
     * @return none while it is not cancelled; afterwards the exception, and {@link #done()} is closed
     */
    Option<CancelledException> err();

    /**
     * Why it was cancelled; what {@link #err()} says if nothing else is known.
     *
     * @return none while it is not cancelled
     */
    Option<Throwable> cause();

    /**
     * Fails if this is cancelled, as an operation does that waits with it; Go's {@code if err := ctx.Err(); err != nil
     * { return err }}. For who computes without waiting, or has learned of the end in a select. Does not wait. If it is
     * cancelled, and the runtime of the goroutine closes, that is unwound, as by any operation: another that is unwound
     * may have cancelled it.
     *
     * @throws CancelledException if it is: a new one of the kind of {@link #err()}, with the stack of the caller, and
     *     {@link #cause()} as its cause if that says more. (One of your own that does not override
     *     {@link CancelledException#thrownBecauseOf} is thrown as it is, and so is one whose method fails. A
     *     {@link #cause()} that fails is as none.)
     */
    default void throwIfCancelled() throws CancelledException {
        Option<CancelledException> over = err();
        if (over.isDefined()) {
            throw CancelHook.exception(this, over.get());
        }
    }

    /**
     * Has an action run once, when this is cancelled: by whoever cancels it, at once if that has happened already. The
     * action must be short, and must not wait. This is how operations learn that they are to give up, and contexts that
     * their parent has ended; each waits on its own, and not on one channel with all the others.
     *
     * @param action what to do, not null
     * @return forgets the action if it has not begun; not null, else the operation fails that registers
     */
    Stop onDone(Runnable action);

    /** Takes back what was to happen. Closing it is the same, for {@code try} with resources. */
    @FunctionalInterface
    interface Stop extends AutoCloseable {

        /**
         * Prevents what has not begun; does not wait for what has. Never blocks. What one of your own throws when an
         * operation is over is logged as a warning of {@code dev.runnel}, and the operation has its result all the
         * same.
         *
         * @return whether this call prevented it; not if it has begun, or was stopped before
         */
        boolean stop();

        /** As {@link #stop()}. */
        @Override
        default void close() {
            stop();
        }
    }
}
