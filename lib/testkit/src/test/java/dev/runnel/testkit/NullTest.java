package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What must not be null is named by whatever refuses it. */
class NullTest {

    private static final Policy NO_PICKERS = () -> null;
    private static final Policy NO_PICKER =
            () -> Collections.<Picker>singletonList(null).iterator();

    private record Call(String names, Executable call) {}

    @Test
    void null_isNamed() {
        List<Call> calls = List.of(
                new Call("picks", () -> Schedule.of((int[]) null)),
                new Call("picks", () -> Schedule.of((List<Integer>) null)),
                new Call("a pick", () -> Schedule.of(Arrays.asList(1, null))),
                new Call("steps", () -> new Interleaving(Schedule.PLAIN, null, List.of())),
                new Call("places", () -> new Interleaving(Schedule.PLAIN, List.of(), null)),
                new Call(
                        "a null in steps",
                        () -> new Interleaving(Schedule.PLAIN, Arrays.asList("a", null), List.of("", ""))),
                new Call(
                        "a null in places",
                        () -> new Interleaving(Schedule.PLAIN, List.of("a", "b"), Arrays.asList("", null))),
                new Call("dump", () -> new LeakException(1, null)),
                new Call("text", () -> Schedule.parse(null)),
                new Call("text", () -> Schedules.replay(null, () -> {})),
                new Call("policies", () -> new MixedPolicy(null)),
                new Call("a policy", () -> new MixedPolicy(Arrays.asList(new RoundRobinPolicy(), null))),
                new Call("pickers", () -> Schedules.explore(NO_PICKERS, 1, () -> {})),
                new Call("pickers", () -> Schedules.explore(new MixedPolicy(List.of(NO_PICKERS)), 1, () -> {})),
                new Call("a picker", () -> Schedules.explore(NO_PICKER, 1, () -> {})),
                new Call("a picker", () -> Schedules.explore(new MixedPolicy(List.of(NO_PICKER)), 1, () -> {})));
        for (Call call : calls) {
            assertEquals(
                    call.names,
                    assertThrows(NullPointerException.class, call.call).getMessage());
        }
    }
}
