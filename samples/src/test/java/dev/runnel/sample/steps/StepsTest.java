package dev.runnel.sample.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Ran;
import dev.runnel.scheduler.SpawnPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepsTest {

    private static String expected() throws IOException {
        try (InputStream in = Objects.requireNonNull(StepsTest.class.getResourceAsStream("fib4.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What the scheduler does on two Ps in turn is the same each time. */
    @RepeatedTest(20)
    void fibOfFour_isAsItWas() throws IOException {
        assertEquals(expected(), Ran.program("steps", "fib", "4").out());
    }

    /** The page shows what the program prints. */
    @Test
    void page_quotesTheOutput() throws IOException {
        Path page = Path.of("..", "docs", "guide", "scheduling.md");
        String quoted = String.join("\n", Files.readAllLines(page));
        for (String table : expected().strip().split("\n\n")) {
            assertTrue(quoted.contains("```text\n" + table + "\n```"), table);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 8, 10})
    void runs_giveTheNumberAndLeaveNothing(int n) {
        for (int procs = 1; procs <= 4; procs++) {
            for (SpawnPolicy spawn : SpawnPolicy.values()) {
                Run run = Watched.run(n, procs, spawn);
                assertEquals(fib(n), run.result());
                if (n >= 2) {
                    Turn last = run.turns().getLast();
                    assertEquals(List.of(), last.stalled());
                    assertEquals(0, last.longestDeque());
                }
            }
        }
    }

    /** On one P the continuation's order is that of calls: no join waits, and the deque is as deep as the recursion. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void continuation_onOneP_neverWaits(int n) {
        Run run = Watched.run(n, 1, SpawnPolicy.CONTINUATION);
        assertEquals(0, run.stalledJoins());
        assertEquals(n - 1, run.longestDeque());
    }

    private static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
