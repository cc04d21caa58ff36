package dev.runnel.sample.leak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Child;
import dev.runnel.sample.Ran;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeakTest {

    @Test
    void thoseWhoseAnswersNobodyTakes_areFound() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Child.program("leak", "6").command());
        command.add(1, "-Djdk.trackAllThreads=false");
        Process process = new ProcessBuilder(command).start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertEquals(0, process.waitFor(), printed);
            List<String> lines = printed.lines().toList();
            assertEquals("5 goroutines are leaked", lines.get(1));
            assertTrue(printed.contains("chan send") && printed.contains("Replicas.java"), printed);
        } finally {
            Child.end(process);
        }
    }

    @Test
    void jvmThatKeepsItsThreads_isTold() {
        Ran ran = Ran.program("leak");

        assertTrue(ran.err().contains("-Djdk.trackAllThreads=false"), ran.err());
        assertEquals(2, ran.status());
    }
}
