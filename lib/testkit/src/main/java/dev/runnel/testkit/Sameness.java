package dev.runnel.testkit;

import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.DeadlockException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether two runs have failed in the same way, for shrinking: it must not end with a failure other than the one it has
 * begun with.
 */
final class Sameness {

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** The names that objects and threads have in the JVM. */
    private static final Pattern OF_A_RUN = Pattern.compile("@[\\w-]+|\\[#\\d+");

    private Sameness() {}

    /** Whether both are of one class, and were made on one line of the program, as far as that is known. */
    static boolean isSame(Throwable failure, @Nullable Throwable again) {
        return again != null
                && again.getClass() == failure.getClass()
                && (isOfTheRun(failure) || areOfOneLine(line(failure), line(again)));
    }

    /** The JVM makes exceptions of hot code without a stack: then nothing is known. */
    private static boolean areOfOneLine(Optional<StackTraceElement> first, Optional<StackTraceElement> second) {
        return first.isEmpty() || second.isEmpty() || first.equals(second);
    }

    /** Whether both say the same, except for numbers. */
    static boolean haveSameText(Throwable failure, Throwable again) {
        return withoutNumbers(failure).equals(withoutNumbers(again));
    }

    /** Whether two failures under one schedule say the same, except for what is different in each run. */
    static boolean sayTheSame(String before, String again) {
        return ofAnyRun(before).equals(ofAnyRun(again));
    }

    private static String ofAnyRun(String failure) {
        return OF_A_RUN.matcher(failure).replaceAll("");
    }

    /**
     * For jqwik, which goes on shrinking with a failure that is of the same class and has the same first frame of the
     * property's method: in all failures under a schedule, that is the frame of {@code run}. So the stack is made to
     * begin with a frame of that method which says what has failed.
     */
    static void tellApart(ScheduleFailure failure) {
        StackTraceElement[] stack = failure.getStackTrace();
        StackTraceElement property = null;
        for (StackTraceElement frame : stack) {
            if (property != null && frame.getClassName().startsWith("net.jqwik.")) {
                StackTraceElement first = new StackTraceElement(
                        property.getClassName(),
                        property.getMethodName(),
                        inOneLine(Objects.requireNonNull(failure.getCause())),
                        -1);
                failure.setStackTrace(
                        Stream.concat(Stream.of(first), Arrays.stream(stack)).toArray(StackTraceElement[]::new));
                return;
            }
            property = isOfProgram(frame) ? frame : property;
        }
    }

    /** What {@link #isSame} compares. */
    private static String inOneLine(Throwable failure) {
        String kind = failure.getClass().getName();
        return isOfTheRun(failure)
                ? kind
                : line(failure)
                        .map(line -> kind + " at " + line.getFileName() + ":" + line.getLineNumber())
                        .orElse(kind);
    }

    private static String withoutNumbers(Throwable failure) {
        return NUMBER.matcher(Report.inShort(failure)).replaceAll("#");
    }

    /** These come from what all goroutines do, wherever one of them is. */
    private static boolean isOfTheRun(Throwable failure) {
        return failure instanceof DeadlockException
                || failure instanceof LeakException
                || failure instanceof LivelockException;
    }

    private static Optional<StackTraceElement> line(Throwable failure) {
        return Arrays.stream(Safely.stack(failure))
                .filter(Sameness::isOfProgram)
                .findFirst();
    }

    private static boolean isOfProgram(StackTraceElement frame) {
        try {
            return Place.isOfProgram(Class.forName(frame.getClassName(), false, Sameness.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return !Place.isOfHelpers(frame.getClassName()); // else of a loader of the program's
        }
    }
}
