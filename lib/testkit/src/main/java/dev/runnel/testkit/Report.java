package dev.runnel.testkit;

import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.DeadlockException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words of a failure. */
final class Report {

    private static final int MOST_LINES = 200;

    private Report() {}

    /** What failed, under which schedule, in which steps, and how to see it again. */
    static String of(Throwable failure, Interleaving happened, Recorder recorder, Explorer explorer, String found) {
        StringBuilder text =
                new StringBuilder(recorder.renumbered(what(failure)).stripTrailing()).append('\n');
        if (failure instanceof DeadlockException && !recorder.hasThrown(failure)) {
            recorder.waiting().forEach(line -> text.append("  ").append(line).append('\n'));
        }
        text.append("schedule \"").append(happened.schedule()).append('"');
        text.append(found.isEmpty() ? "" : ", " + found).append(":\n");
        append(text, happened);
        return text.append("To see it again: ")
                .append(again(happened.schedule(), explorer))
                .toString();
    }

    /** The shortest expression that runs the program under this schedule, as the explorer has run it. */
    private static String again(Schedule schedule, Explorer explorer) {
        Explorer replay = new Explorer(new ReplayPolicy(schedule));
        StringBuilder settings = new StringBuilder();
        if (explorer.steps() != replay.steps()) {
            settings.append(".withSteps(").append(explorer.steps()).append(')');
        }
        if (explorer.failsOnLeaks()) {
            settings.append(".withFailsOnLeaks(true)");
        }
        if (explorer.checksRuntime() != replay.checksRuntime()) {
            settings.append(".withChecksRuntime(")
                    .append(explorer.checksRuntime())
                    .append(')');
        }
        return settings.isEmpty()
                ? "Schedules.replay(\"" + schedule + "\", body)"
                : "new Explorer(" + replay.policy() + ")" + settings + ".explore(body)";
    }

    /** The program failed, and did not do so again under the same schedule. The recorder is that of the last run. */
    static String notAgain(
            Throwable failure, @Nullable Throwable again, Interleaving happened, Recorder recorder, String found) {
        StringBuilder text = new StringBuilder(new Recorder().renumbered(what(failure))).append('\n');
        text.append("This is not repeatable: under the same schedule the program then ");
        text.append(again == null ? "did not fail" : "failed so: " + recorder.renumbered(what(again)));
        text.append(
                ". It uses something from outside the run: variables or channels made earlier, threads, another clock, a run of its own.\n");
        text.append("schedule \"")
                .append(happened.schedule())
                .append("\", ")
                .append(found)
                .append("; the last run:\n");
        append(text, happened);
        return text.toString();
    }

    static String what(Throwable failure) {
        return failure instanceof DeadlockException
                ? Recorder.firstLine(String.valueOf(failure.getMessage()))
                : Safely.text(failure);
    }

    /** In one line: of a deadlock or a leak without where its goroutines are. */
    static String inShort(Throwable failure) {
        return failure instanceof LeakException ? Recorder.firstLine(what(failure)) : what(failure);
    }

    /** With numbers of a run of its own. */
    static String inShortOfARun(Throwable failure) {
        return new Recorder().renumbered(inShort(failure));
    }

    /**
     * As it was found, before it was shrunk to what says something else. The numbers in it are those of a run of its
     * own.
     */
    static String asItWasFound(Throwable failure, Schedule schedule) {
        return "it was found as \"" + inShortOfARun(failure) + "\", under schedule \"" + schedule + "\"";
    }

    /** It came again, under the same schedule and from the same line, and said something else than before. */
    static String notTheSameAgain(String before) {
        return "under the same schedule it was \"" + before + "\" before, so it uses something from outside the run";
    }

    private static void append(StringBuilder text, Interleaving happened) {
        List<String> lines = happened.lines();
        if (lines.size() <= MOST_LINES) {
            lines.forEach(line -> text.append(line).append('\n'));
            return;
        }
        lines.subList(0, MOST_LINES / 2).forEach(line -> text.append(line).append('\n'));
        text.append("      ... ").append(lines.size() - MOST_LINES).append(" more lines ...\n");
        lines.subList(lines.size() - MOST_LINES / 2, lines.size())
                .forEach(line -> text.append(line).append('\n'));
    }
}
