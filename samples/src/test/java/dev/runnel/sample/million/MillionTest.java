package dev.runnel.sample.million;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Ran;
import org.junit.jupiter.api.Test;

class MillionTest {

    @Test
    void program_blocksAndReleasesThemAll() {
        Ran ran = Ran.program("million", "20000");

        assertEquals("", ran.err());
        assertEquals(0, ran.status());
        assertTrue(ran.out().startsWith("20000 goroutines\ncreate and block "), ran.out());
    }
}
