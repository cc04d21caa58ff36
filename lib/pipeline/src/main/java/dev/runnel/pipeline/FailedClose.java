package dev.runnel.pipeline;

import dev.runnel.runtime.text.Safely;

/** What the close of a resource of a stage threw, or what was to happen at the end of its context: a failure, also if nobody wants its elements any more (F6). */
final class FailedClose extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final RuntimeException why;

    FailedClose(RuntimeException why) {
        super("nobody wants more, and what was to be done then failed: " + Safely.text(why), why);
        this.why = why;
    }

    /** What it stands for, with what was suppressed in this on its way through code of the user's. */
    RuntimeException failure() {
        for (Throwable suppressed : getSuppressed()) {
            if (suppressed != why) {
                why.addSuppressed(suppressed);
            }
        }
        return why;
    }
}
