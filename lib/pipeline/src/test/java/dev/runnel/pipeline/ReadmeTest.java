package dev.runnel.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example of the README. */
@NoLeaks(patience = 0)
class ReadmeTest {

    private static String fetch(int address) {
        return "x".repeat(address);
    }

    @Test
    void example_runs() throws Exception {
        List<Integer> addresses = List.of(3, 0, 4);
        Pipeline<String> pages =
                Source.from(addresses).mapPar(8, address -> fetch(address)).filter(page -> !page.isEmpty());
        int letters = pages.take(100).fold(0, (sum, page) -> sum + page.length());
        assertEquals(7, letters);
    }

    @Test
    void example_isThatOfTheReadme() throws IOException {
        String readme = squeezed(Files.readString(Path.of("../../README.md")));
        String test = squeezed(Files.readString(Path.of("src/test/java/dev/runnel/pipeline/ReadmeTest.java")));
        int begin = readme.indexOf("Pipeline<String>pages=");
        assertTrue(begin > 0);
        assertTrue(test.contains(readme.substring(begin, readme.indexOf("```", begin))));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
