package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;

/** How much of the heap waiting goroutines hold before the JIT's second compiler has been at work: decision 50. */
class StackProgramsTest {

    /**
     * In bytes; a tenth more than measured, and less than if all that is done before and after a wait were done in the
     * frames that are kept meanwhile.
     */
    private static final Map<String, Long> MOST_DEDICATED =
            Map.of("receive", 2_330L, "range", 2_440L, "select", 2_720L);

    /** Likewise; on shared carriers the frames below the goroutine's are larger. */
    private static final Map<String, Long> MOST_SHARED = Map.of("receive", 2_600L, "range", 2_780L, "select", 3_060L);

    @Test
    @EnabledOnOs(
            architectures = {"amd64", "x86_64"},
            disabledReason = "other processors have other frames")
    void stackOfWhoWaits_isSmall() {
        Exit exit = Child.run(Stacks.class, 1);
        assertEquals(0, exit.status(), exit.err());
        Map<String, Long> most = Child.isOnSharedCarriers() ? MOST_SHARED : MOST_DEDICATED;
        Map<String, Long> bytes = new HashMap<>();
        exit.out().lines().map(line -> line.split(" ")).forEach(words -> bytes.put(words[0], Long.parseLong(words[1])));
        assertEquals(most.keySet(), bytes.keySet(), exit.out());
        bytes.forEach((wait, each) -> assertTrue(each > 0 && each <= most.get(wait), exit.out()));
    }
}
