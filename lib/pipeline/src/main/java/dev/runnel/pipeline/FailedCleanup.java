package dev.runnel.pipeline;

/**
 * What closing a resource of a stage threw, or an action at the end of its context: a failure, even if nobody wants its
 * elements any more (F6).
 */
final class FailedCleanup extends Exception {

    private static final long serialVersionUID = 1;

    final RuntimeException why;

    FailedCleanup(RuntimeException why) {
        super(null, why, false, false);
        this.why = why;
    }
}
