package dev.runnel.conformance.litmus;

import dev.runnel.conformance.litmus.Call.What;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A program. Besides channels there is one of each kind: a context, a mutex with a condition, a lock for readers and
 * writers, a group, a {@code Once}.
 *
 * @param capacities of the channels
 * @param left by how much the group's count exceeds the number of calls that count down
 * @param goroutines what each does
 */
record Litmus(List<Integer> capacities, int left, List<List<Call>> goroutines) {

    /** What the group counts at first. */
    int counted() {
        return left
                + goroutines.stream()
                        .mapToInt(calls -> number(What.WAIT_GROUP_DONE, calls))
                        .sum();
    }

    private static int number(What what, List<Call> calls) {
        return calls.stream()
                .mapToInt(call -> switch (call) {
                    case Call.Plain plain -> plain.what() == what ? 1 : 0;
                    case Call.Framed framed -> number(what, framed.body());
                    case Call.Single single -> 0;
                    case Call.Select select -> 0;
                })
                .sum();
    }

    /** A line: capacities, the group's count, and the goroutines, as in {@code "0,1 / 2 / S0:1 / ?R0 X0"}. */
    @Override
    public String toString() {
        String channels = capacities.stream().map(String::valueOf).collect(Collectors.joining(","));
        return channels
                + " / "
                + counted()
                + goroutines.stream()
                        .map(calls -> calls.stream().map(Call::toString).collect(Collectors.joining(" ")))
                        .collect(Collectors.joining(" / ", " / ", ""));
    }
}
