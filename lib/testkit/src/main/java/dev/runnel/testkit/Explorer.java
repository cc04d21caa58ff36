package dev.runnel.testkit;

import dev.runnel.runtime.scheduler.DirectedRun;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.Body;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a program is explored. {@link Schedules} has the short forms.
 *
 * @param policy chooses the schedules
 * @param runs how many schedules at most; at least 1
 * @param steps a run fails when it makes more calls into the library than this; at least 1
 * @param shrinks how many runs may be spent on making a failing schedule shorter
 * @param failsOnLeaks whether a run fails when main has returned, the others have run as far as they can without the
 *     clock moving on, and any of them is left
 * @param checksRuntime whether the runtime's own invariants are checked at each step; for tests of Runnel itself.
 *     Unless it is said here, the property {@value #CHECK} says it.
 */
public record Explorer(Policy policy, int runs, int steps, int shrinks, boolean failsOnLeaks, boolean checksRuntime) {

    /** How many schedules are tried unless said otherwise. */
    public static final int RUNS = 1_000;

    /** How many steps a run may take unless said otherwise. */
    public static final int STEPS = 100_000;

    /** How many runs are spent on shrinking unless said otherwise. */
    public static final int SHRINKS = 1_000;

    /** The property for {@link #checksRuntime}. */
    public static final String CHECK = "runnel.check";

    /** Steps that may be spent on shrinking, as a multiple of the bound of a run. */
    private static final int SHRINK_FACTOR = 20;

    /**
     * Checks the numbers.
     *
     * @throws NullPointerException if the policy is null
     * @throws IllegalArgumentException naming the number and what is allowed
     */
    public Explorer {
        Objects.requireNonNull(policy, "policy");
        require("runs", runs, 1);
        require("steps", steps, 1);
        require("shrinks", shrinks, 0);
    }

    private static void require(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " is not allowed; allowed: " + least + " or more");
        }
    }

    /**
     * With the usual numbers.
     *
     * @throws NullPointerException if the policy is null
     * @throws IllegalArgumentException if the property {@value #CHECK} is neither true nor false
     */
    public Explorer(Policy policy) {
        this(policy, RUNS, STEPS, SHRINKS, false, isCheckOn());
    }

    /** What the property {@value #CHECK} says. */
    static boolean isCheckOn() {
        String text = System.getProperty(CHECK, "false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(CHECK + ": '" + text + "' is not allowed; allowed: true or false");
        };
    }

    /** The same with another number of runs. */
    public Explorer withRuns(int number) {
        return new Explorer(policy, number, steps, shrinks, failsOnLeaks, checksRuntime);
    }

    /** The same with another bound on the steps of a run. */
    public Explorer withSteps(int number) {
        return new Explorer(policy, runs, number, shrinks, failsOnLeaks, checksRuntime);
    }

    /** The same with another bound on shrinking. */
    public Explorer withShrinks(int number) {
        return new Explorer(policy, runs, steps, number, failsOnLeaks, checksRuntime);
    }

    /** The same, failing on goroutines that are left or not. */
    public Explorer withFailsOnLeaks(boolean on) {
        return new Explorer(policy, runs, steps, shrinks, on, checksRuntime);
    }

    /** The same, checking the runtime or not. */
    public Explorer withChecksRuntime(boolean on) {
        return new Explorer(policy, runs, steps, shrinks, failsOnLeaks, on);
    }

    /**
     * Runs the program under one schedule after the other, until one fails, the policy has no more, or the number of
     * runs is reached. A schedule that fails is made as short as possible. An assumption of JUnit or jqwik that does
     * not hold ends the exploration, and comes out as it is.
     *
     * @param body what the main goroutine does
     * @return how much was explored; if the caller was interrupted meanwhile there were fewer runs, and it is not
     *     complete
     * @throws ScheduleFailure if the program fails under any of the schedules
     * @throws NullPointerException if the policy gives null for its pickers, or for one of them
     * @throws IllegalStateException if no run was made: the caller is interrupted, or the policy has no schedule; if a
     *     policy has seen that the program is not repeatable; if the caller is in a run of {@link Schedules}; or if the
     *     body makes a runtime of its own, as {@code Go.run} does, and calls nothing of the library besides
     * @throws AssertionError if the goroutine that runs neither calls the library nor ends for a minute: it computes,
     *     or is blocked in the JDK. It says in which run, and what was found before, if that was being shrunk
     */
    public Exploration explore(Body body) {
        Objects.requireNonNull(body, "body");
        Exploration done = Driver.call(driver -> explore(driver, body));
        if (done.runs() == 0) {
            throw new IllegalStateException("no run was made: "
                    + (done.complete() ? "the policy has no schedule" : "the caller is interrupted"));
        }
        return done;
    }

    Exploration explore(Driver driver, Body body) {
        Iterator<Picker> pickers = Objects.requireNonNull(policy.pickers(), "pickers");
        long all = 0;
        boolean madeAnother = false;
        int done = 0;
        while (done < runs && pickers.hasNext() && !driver.isCancelled()) {
            Picker picker = Objects.requireNonNull(pickers.next(), "a picker");
            Run run = new Run(picker, steps, null, checksRuntime);
            int number = ++done;
            Throwable failure = execute(driver, run, () -> found(number), null, body);
            all += run.steps();
            madeAnother |= run.hasMadeAnother();
            if (Aborted.is(failure)) {
                throw Sneaky.rethrow(failure);
            }
            if (failure != null) {
                throw shrunk(driver, run, failure, done, body);
            }
        }
        refuseUnseen(all, madeAnother);
        return new Exploration(done, all, !driver.isCancelled() && !pickers.hasNext());
    }

    /** Nothing of this program was explored, whatever it did. */
    private static void refuseUnseen(long steps, boolean madeAnother) {
        if (steps == 0 && madeAnother) {
            throw new IllegalStateException(
                    "no step was seen: the body makes a runtime of its own, whose schedule is not chosen."
                            + " Give what that runs instead");
        }
    }

    /** Runs the program under a schedule and writes down what happens. */
    Interleaving replay(Schedule schedule, Body body) {
        Objects.requireNonNull(body, "body");
        return Driver.call(driver -> replay(driver, schedule, body));
    }

    Interleaving replay(Driver driver, Schedule schedule, Body body) {
        Recorder recorder = new Recorder();
        Run run = new Run(schedule.picker(), steps, recorder, checksRuntime);
        Throwable failure = execute(driver, run, () -> "the run of schedule \"" + schedule + '"', recorder, body);
        if (Aborted.is(failure)) {
            throw Sneaky.rethrow(failure);
        }
        Interleaving happened = recorder.of(run.taken());
        if (failure != null) {
            String text = Report.of(failure, happened, recorder, this, "");
            throw new ScheduleFailure(text, new Renumbered(recorder).of(failure), happened);
        }
        refuseUnseen(run.steps(), run.hasMadeAnother());
        return happened;
    }

    /** Which run one is of those that the policy asks for. */
    private String found(int number) {
        return "run " + number + " of " + Safely.text(policy);
    }

    /** @param which run it is, in words */
    private @Nullable Throwable execute(
            Driver driver, Run run, Supplier<String> which, @Nullable Recorder recorder, Body body) {
        driver.runs(run, which);
        return run.execute(() -> {
            body.run();
            if (!failsOnLeaks) {
                DirectedRun.aboutToReturn();
            }
            if (recorder != null) {
                recorder.note(String.valueOf(Goroutine.current()), "returns");
            }
            if (failsOnLeaks) {
                run.failOnLeaks();
            }
        });
    }

    // ---------------------------------------------------------------- a failure

    private ScheduleFailure shrunk(Driver driver, Run failed, Throwable failure, int number, Body body) {
        int[] tried = {0};
        String first = Report.inShortOfARun(failure);
        Supplier<String> which = () -> "a run to shrink what was found in " + found(number) + ": \"" + first
                + "\", under schedule \"" + failed.taken() + '"';
        Map<Schedule, String> said = new HashMap<>(Map.of(failed.taken(), first));
        long[] budget = {(long) steps * SHRINK_FACTOR};
        BooleanSupplier mayTry = () -> tried[0] < shrinks && budget[0] > 0 && !driver.isCancelled();
        Function<Schedule, @Nullable Schedule> fails = shorter -> {
            tried[0]++;
            Run run = new Run(shorter.picker(), steps, null, checksRuntime);
            Throwable again = execute(driver, run, which, null, body);
            budget[0] -= run.steps();
            if (again == null || !Sameness.isSame(failure, again)) {
                return null;
            }
            said.putIfAbsent(run.taken(), Report.inShortOfARun(again));
            return run.taken();
        };
        Schedule best = Shrinker.shrink(failed.taken(), fails, mayTry);
        String found = "found in " + found(number) + ", " + failed.taken().length() + " picks long, and shrunk to "
                + best.length() + " in " + tried[0] + " runs";
        Recorder recorder = new Recorder();
        Run last = new Run(best.picker(), steps, recorder, checksRuntime);
        Throwable again = execute(driver, last, which, recorder, body);
        Interleaving happened = recorder.of(last.taken());
        if (again == null || !Sameness.isSame(failure, again)) {
            return new ScheduleFailure(Report.notAgain(failure, again, happened, recorder, found), failure, happened);
        }
        String before = Objects.requireNonNull(said.get(best));
        if (!Sameness.sayTheSame(before, Report.inShortOfARun(again))) {
            found += "; " + Report.notTheSameAgain(before);
        } else if (!Sameness.haveSameText(failure, again)) {
            found += "; " + Report.asItWasFound(failure, failed.taken());
        }
        String text = Report.of(again, happened, recorder, this, found);
        return new ScheduleFailure(text, new Renumbered(recorder).of(again), happened);
    }
}
