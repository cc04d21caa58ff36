package dev.runnel.testkit;

import dev.runnel.scheduler.Body;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * A way through a program: the answers to the decisions of a run, in order. An answer is taken modulo the options;
 * after the end of the list, the answers are 0. That means: the running goroutine goes on, for 200 calls in a row if
 * others can run, and otherwise the one that has been runnable for the longest. So every list of numbers of 0 or more
 * is a schedule of every program. Immutable.
 *
 * <p>As text, an answer that comes several times in a row is written once, with its number: {@code 0*5 1 0 2}.
 */
public final class Schedule implements Serializable {

    private static final long serialVersionUID = 1;

    /**
     * Every answer is 0: no preemption, except of a goroutine that has made 200 calls in a row while others could run.
     */
    public static final Schedule PLAIN = new Schedule(new int[0]);

    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int MOST = 10_000_000;

    /** How much of a text that cannot be read is in the error. */
    private static final int MOST_SHOWN = 200;

    private final int[] picks;

    private Schedule(int[] picks) {
        this.picks = picks;
    }

    /**
     * A schedule of these answers; zeros at the end are left out.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public static Schedule of(int... picks) {
        for (int pick : Objects.requireNonNull(picks, "picks")) {
            if (pick < 0) {
                throw new IllegalArgumentException("picks: " + pick + " is not allowed; allowed: 0 or more");
            }
        }
        return trimmed(picks, picks.length);
    }

    /**
     * A schedule of these answers; zeros at the end are left out.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public static Schedule of(List<Integer> picks) {
        return of(Objects.requireNonNull(picks, "picks").stream()
                .mapToInt(pick -> Objects.requireNonNull(pick, "a pick"))
                .toArray());
    }

    static Schedule trimmed(int[] picks, int length) {
        int end = length;
        while (end > 0 && picks[end - 1] == 0) {
            end--;
        }
        return end == 0 ? PLAIN : new Schedule(Arrays.copyOf(picks, end));
    }

    /**
     * The schedule that {@link #toString()} wrote.
     *
     * @param text numbers of 0 or more, separated by spaces, each perhaps followed by {@code *} and how often it comes
     * @throws IllegalArgumentException saying what is wrong, and where; also for more than 10,000,000 answers in all
     */
    public static Schedule parse(String text) {
        if (Objects.requireNonNull(text, "text").isBlank()) {
            return PLAIN;
        }
        String[] words = SPACES.split(text.strip(), -1);
        int[] picks = new int[words.length];
        int[] times = new int[words.length];
        int all = 0;
        int end = 0; // after the last that is not 0
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            int star = word.indexOf('*');
            picks[i] = number(star < 0 ? word : word.substring(0, star), word, text);
            times[i] = star < 0 ? 1 : number(word.substring(star + 1), word, text);
            if (all + (long) times[i] > MOST) {
                throw bad(word, text, "at most " + MOST + " picks in all");
            }
            all += times[i];
            if (picks[i] > 0 && times[i] > 0) {
                end = all;
            }
        }
        return end == 0 ? PLAIN : new Schedule(expanded(picks, times, end));
    }

    /** Room for as many as there are, and no more: there may be millions. */
    private static int[] expanded(int[] picks, int[] times, int length) {
        int[] expanded = new int[length];
        int at = 0;
        for (int i = 0; at < length; i++) {
            Arrays.fill(expanded, at, at + times[i], picks[i]);
            at += times[i];
        }
        return expanded;
    }

    private static int number(String digits, String word, String text) {
        try {
            int number = Integer.parseInt(digits);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw bad(
                word,
                text,
                "a number from 0 to " + Integer.MAX_VALUE
                        + ", perhaps followed by '*' and how often it comes, as in 0*5 1 0 2");
    }

    private static IllegalArgumentException bad(String word, String text, String allowed) {
        return new IllegalArgumentException(
                "schedule: '" + shortened(word) + "' in '" + shortened(text) + "' is not allowed; allowed: " + allowed);
    }

    private static String shortened(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
    }

    /** The answers; the last is not 0. */
    public List<Integer> picks() {
        return Arrays.stream(picks).boxed().toList();
    }

    /** How many answers there are before they are 0 for ever. */
    public int length() {
        return picks.length;
    }

    int pick(int index) {
        return index < picks.length ? picks[index] : 0;
    }

    int[] toArray() {
        return picks.clone();
    }

    /** Answers as this schedule says. */
    Picker picker() {
        return new Picker() {
            private int next;

            @Override
            public int pick(Decision decision) {
                return Schedule.this.pick(next++);
            }
        };
    }

    /**
     * Runs a program under this schedule. An assumption of JUnit or jqwik that does not hold comes out as it is.
     *
     * @param body what the main goroutine does
     * @throws ScheduleFailure if a goroutine fails, or nothing can ever run again
     * @throws IllegalStateException if the body makes a runtime of its own, as {@code Go.run} does, and calls nothing
     *     of the library besides; or if the caller is in a run of {@link Schedules}
     * @throws IllegalArgumentException if the property {@value Explorer#CHECK} is neither true nor false
     * @throws AssertionError as {@link Explorer#explore} does if no step comes
     */
    public void run(Body body) {
        replay(body);
    }

    /**
     * As {@link #run}, and gives what happened.
     *
     * @param body what the main goroutine does
     * @return the steps that the goroutines took
     * @throws ScheduleFailure if a goroutine fails, or nothing can ever run again
     * @throws IllegalStateException if the body makes a runtime of its own, as {@code Go.run} does, and calls nothing
     *     of the library besides; or if the caller is in a run of {@link Schedules}
     * @throws IllegalArgumentException if the property {@value Explorer#CHECK} is neither true nor false
     * @throws AssertionError as {@link Explorer#explore} does if no step comes
     */
    public Interleaving replay(Body body) {
        return new Explorer(new ReplayPolicy(this)).replay(this, body);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schedule that && Arrays.equals(picks, that.picks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(picks);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0, end; i < picks.length; i = end) {
            end = i + 1;
            while (end < picks.length && picks[end] == picks[i]) {
                end++;
            }
            text.add(end - i == 1 ? "" + picks[i] : picks[i] + "*" + (end - i));
        }
        return text.toString();
    }
}
