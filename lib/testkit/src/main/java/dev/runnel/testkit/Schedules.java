package dev.runnel.testkit;

import dev.runnel.scheduler.Body;

/**
 * Runs a program under many schedules.
 *
 * <pre>{@code
 * Schedules.check(() -> {
 *   Chan<Integer> box = chan(1);
 *   go(() -> box.send(1));
 *   assertEquals(1, box.recv().get());
 * });
 * }</pre>
 */
public final class Schedules {

    private Schedules() {}

    /**
     * Runs a program under {@value Explorer#RUNS} schedules, of a mixture of policies. The seed is that of the property
     * {@code runnel.seed}, or else a new one each time; a failure says which.
     *
     * @param body what the main goroutine does
     * @return how much was explored
     * @throws ScheduleFailure if the program fails under any of them
     * @throws IllegalStateException if no run was made or the program is not repeatable, as {@link Explorer#explore}
     *     says
     * @throws IllegalArgumentException if the property is no number, or {@value Explorer#CHECK} is neither true nor
     *     false
     */
    public static Exploration check(Body body) {
        return check(Explorer.RUNS, body);
    }

    /**
     * As {@link #check(Body)}, with another number of schedules.
     *
     * @param runs how many; at least 1
     * @param body what the main goroutine does
     * @return how much was explored
     * @throws ScheduleFailure if the program fails under any of them
     * @throws IllegalStateException if no run was made or the program is not repeatable, as {@link Explorer#explore}
     *     says
     * @throws IllegalArgumentException if there is to be no run, the property is no number, or {@value Explorer#CHECK}
     *     is neither true nor false
     */
    public static Exploration check(int runs, Body body) {
        return explore(MixedPolicy.ofThisRun(), runs, body);
    }

    /**
     * Runs a program under the schedules of a policy.
     *
     * @param policy chooses the schedules
     * @param runs how many at most; at least 1
     * @param body what the main goroutine does
     * @return how much was explored
     * @throws ScheduleFailure if the program fails under any of them
     * @throws IllegalStateException if no run was made or the program is not repeatable, as {@link Explorer#explore}
     *     says
     * @throws IllegalArgumentException if there is to be no run, or the property {@value Explorer#CHECK} is neither
     *     true nor false
     */
    public static Exploration explore(Policy policy, int runs, Body body) {
        return new Explorer(policy).withRuns(runs).explore(body);
    }

    /**
     * Runs a program under the schedule that a failure has printed.
     *
     * @param schedule the text, as {@link Schedule#parse} reads it
     * @param body what the main goroutine does
     * @return what happened
     * @throws ScheduleFailure if the program fails
     * @throws IllegalStateException as {@link Schedule#replay} says
     * @throws IllegalArgumentException if the text is no schedule, or the property {@value Explorer#CHECK} is neither
     *     true nor false
     */
    public static Interleaving replay(String schedule, Body body) {
        return Schedule.parse(schedule).replay(body);
    }
}
