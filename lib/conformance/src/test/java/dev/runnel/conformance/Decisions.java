package dev.runnel.conformance;

import java.util.Arrays;

/**
 * Walks through all ways in which a body can decide: the body asks, and each time it is run one of the answers differs.
 * The last question asked changes first, as on an odometer.
 *
 * <pre>{@code
 * Decisions decide = new Decisions();
 * do {
 *   body(decide);
 * } while (decide.next());
 * }</pre>
 */
final class Decisions {

    private int[] answers = new int[16];
    private int[] options = new int[16];
    private int known;
    private int asked;

    /** One of 0 to options - 1; in the first run always 0. */
    int among(int n) {
        if (asked == answers.length) {
            answers = Arrays.copyOf(answers, 2 * asked);
            options = Arrays.copyOf(options, 2 * asked);
        }
        if (asked == known) {
            answers[asked] = 0;
            options[asked] = n;
            known++;
        }
        if (options[asked] != n) {
            throw new IllegalStateException("question " + asked + " had " + options[asked] + " answers, now " + n);
        }
        return answers[asked++];
    }

    /** Yes, then no. */
    boolean maybe() {
        return among(2) == 0;
    }

    /** Goes on to the next way; false when there is none. */
    boolean next() {
        known = asked;
        asked = 0;
        while (known > 0) {
            if (++answers[known - 1] < options[known - 1]) {
                return true;
            }
            known--;
        }
        return false;
    }
}
