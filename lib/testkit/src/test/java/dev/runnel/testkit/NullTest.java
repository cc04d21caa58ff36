package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What must not be null is named by whatever refuses it. */
class NullTest {

    private record Call(String names, Executable call) {}

    @Test
    void null_isNamed() {
        List<Call> calls = List.of(
                new Call("picks", () -> Schedule.of((int[]) null)),
                new Call("picks", () -> Schedule.of((List<Integer>) null)),
                new Call("a pick", () -> Schedule.of(Arrays.asList(1, null))),
                new Call("steps", () -> new Interleaving(Schedule.PLAIN, null, List.of())),
                new Call("places", () -> new Interleaving(Schedule.PLAIN, List.of(), null)),
                new Call("text", () -> Schedule.parse(null)),
                new Call("text", () -> Schedules.replay(null, () -> {})),
                new Call("policies", () -> new MixedPolicy(null)),
                new Call("a policy", () -> new MixedPolicy(Arrays.asList(new RoundRobinPolicy(), null))));
        for (Call call : calls) {
            assertEquals(
                    call.names,
                    assertThrows(NullPointerException.class, call.call).getMessage());
        }
    }
}
