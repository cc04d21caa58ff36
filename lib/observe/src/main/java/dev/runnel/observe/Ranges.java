package dev.runnel.observe;

import java.util.ArrayList;
import java.util.List;

/** Numbers of goroutines in a row, three or more, as one word. */
final class Ranges {

    private static final int SHORTEST = 3;

    private Ranges() {}

    /** Of members of a group: those with a name stay alone. */
    static List<String> of(List<String> members) {
        List<String> words = new ArrayList<>();
        for (int from = 0; from < members.size(); ) {
            int to = from + 1;
            while (to < members.size() && follows(members.get(to - 1), members.get(to))) {
                to++;
            }
            if (to - from >= SHORTEST) {
                words.add(members.get(from) + " to " + members.get(to - 1));
            } else {
                words.addAll(members.subList(from, to));
            }
            from = to;
        }
        return words;
    }

    private static boolean follows(String one, String next) {
        return isNumber(one) && isNumber(next) && Long.parseLong(next) == Long.parseLong(one) + 1;
    }

    private static boolean isNumber(String member) {
        return member.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
