package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What goroutines that wait hold of the heap before the JIT's second compiler has come by: decision 50. */
class StackProgramsTest {

    /** In bytes; a tenth more than it was, and less than with all that is done before and after a wait in the frames that are kept meanwhile. */
    private static final Map<String, Long> MOST = Map.of("receive", 2_800L, "range", 3_000L, "select", 3_300L);

    @Test
    void stackOfWhoWaits_isSmall() {
        Exit exit = Child.run(Stacks.class, 1);
        assertEquals(0, exit.status(), exit.err());
        Map<String, Long> bytes = new HashMap<>();
        exit.out().lines().map(line -> line.split(" ")).forEach(words -> bytes.put(words[0], Long.parseLong(words[1])));
        assertEquals(MOST.keySet(), bytes.keySet(), exit.out());
        bytes.forEach((wait, each) -> assertTrue(each > 0 && each <= MOST.get(wait), exit.out()));
    }
}
