package dev.runnel.runtime.channel;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * A cancellation of the library's own, as the library asks it in the midst of an operation. Who asks from outside may
 * be overtaken before that, in a deterministic run; the operation itself may not be.
 */
public interface Asked {

    /** As {@link Cancellation#err}. */
    Option<CancelledException> errNow();

    /** As {@link Cancellation#cause}. */
    Option<Throwable> causeNow();

    /** What it says; asked of one that is none of the library's as anybody asks it. */
    static Option<CancelledException> err(Cancellation of) {
        return of instanceof Asked ours ? ours.errNow() : of.err();
    }

    /** The same of its cause. */
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
