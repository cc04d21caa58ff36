package dev.runnel.runtime.channel;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * A cancellation of the library's own, as the library itself asks it in the midst of an operation. In a deterministic
 * run whoever asks from outside may be overtaken before that; the operation itself may not be.
 */
public interface Asked {

    /** As {@link Cancellation#err}. */
    Option<CancelledException> errNow();

    /** As {@link Cancellation#cause}. */
    Option<Throwable> causeNow();

    /** Whether the passing of time will cancel it; false if that is not known. Runs no code of the user. */
    default boolean hasLimit() {
        return false;
    }

    /** The same of any: of one that is none of the library's that is not known. */
    static boolean hasLimit(Cancellation of) {
        return of instanceof Asked ours && ours.hasLimit();
    }

    /** What it says. One that is not the library's own is asked as anybody asks it. */
    static Option<CancelledException> err(Cancellation of) {
        return of instanceof Asked ours
                ? ours.errNow()
                : Objects.requireNonNull(of.err(), "err gives an Option, never null");
    }

    /** The same for its cause. */
    static Option<Throwable> cause(Cancellation of) {
        return of instanceof Asked ours ? ours.causeNow() : of.cause();
    }

    /** Fails as {@link Cancellation#throwIfCancelled} does. */
    static void check(Cancellation of) throws CancelledException {
        if (!(of instanceof Asked ours)) {
            Objects.requireNonNull(of, "the cancellation is null").throwIfCancelled();
            return;
        }
        Option<CancelledException> over = ours.errNow();
        if (over.isDefined()) {
            throw CancelHook.exception(of, over.get());
        }
    }
}
