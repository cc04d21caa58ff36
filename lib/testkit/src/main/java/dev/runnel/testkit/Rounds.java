package dev.runnel.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Steps for people to read: a goroutine that polls, or waits for a flag in a loop, does the same few steps again and
 * again, which is said instead of shown.
 */
final class Rounds {

    /** The most steps that a round may have: some goroutines that take turns. */
    private static final int LONGEST = 16;

    /** How many rounds there must be for them to be shown only once. */
    private static final int LEAST = 3;

    private Rounds() {}

    /** The lines of these steps, numbered from 1; of rounds that are alike the first, and how many follow it. */
    static List<String> lines(List<String> steps) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < steps.size()) {
            int round = round(steps, at);
            for (int i = 0; i < round; i++, at++) {
                lines.add(String.format(Locale.ROOT, "%4d. %s", at + 1, steps.get(at)));
            }
            int more = more(steps, at - round, round);
            if (more + 1 >= LEAST) {
                at += more * round;
                lines.add("      ... " + (round == 1 ? "this step" : "these " + round + " steps") + " " + more
                        + " times more, to step " + at + " ...");
            }
        }
        return lines;
    }

    /**
     * How many steps the round that begins here has; 1 if there is none, or only one. Of several, the one that covers
     * most.
     */
    private static int round(List<String> steps, int from) {
        int best = 1;
        int covered = 0;
        for (int length = 1; length <= LONGEST; length++) {
            int more = more(steps, from, length);
            if (more + 1 >= LEAST && more * length > covered) {
                best = length;
                covered = more * length;
            }
        }
        return best;
    }

    /** How often the steps of this length follow themselves. */
    private static int more(List<String> steps, int from, int length) {
        int same = 0;
        while (from + same + length < steps.size() && steps.get(from + same).equals(steps.get(from + same + length))) {
            same++;
        }
        return same / length;
    }
}
