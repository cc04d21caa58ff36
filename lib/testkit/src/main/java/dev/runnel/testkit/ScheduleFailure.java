package dev.runnel.testkit;

/**
 * A program failed under a schedule. The message says what failed, the schedule, the steps that led there, and how to
 * run them again; the cause is the failure itself. Channels have the numbers of the run in both, if it is a
 * {@link dev.runnel.scheduler.DeadlockException} or a {@link LeakException}; in what the program throws they have those
 * of the JVM.
 */
public final class ScheduleFailure extends AssertionError {

    private static final long serialVersionUID = 1;

    private final Interleaving interleaving;

    ScheduleFailure(String message, Throwable cause, Interleaving interleaving) {
        super(message, cause);
        this.interleaving = interleaving;
    }

    /** The schedule under which the program fails, the shortest that was found. */
    public Schedule schedule() {
        return interleaving.schedule();
    }

    /** What happened, step by step. */
    public Interleaving interleaving() {
        return interleaving;
    }
}
