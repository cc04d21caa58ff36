package dev.runnel.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --timeline FILE} before a sample. The pages stay, for the test that opens them in a browser. */
class TimelineOptionTest {

    private static final Path PAGES = Path.of("target/timeline");

    @TempDir
    private Path folder;

    @Test
    void sieve_leavesItsPage() throws IOException {
        Ran ran = record("sieve", "sieve", "20");
        assertEquals("20 primes, the last is 71" + System.lineSeparator(), ran.out());
    }

    @Test
    void md5_leavesItsPage() throws IOException {
        for (int i = 0; i < 40; i++) {
            Files.writeString(folder.resolve("file" + i), "content ".repeat(i * 1000));
        }
        assertEquals(
                40,
                record("md5", "md5", folder.toString(), "--workers", "3")
                        .out()
                        .lines()
                        .count());
    }

    @Test
    void deadlock_leavesThePageOfThatMoment_withTheDump() throws IOException {
        Ran ran = Ran.program("--timeline", page("deadlock"), "deadlock");
        assertEquals(2, ran.status());
        String page = Files.readString(Path.of(page("deadlock")));
        assertTrue(page.contains("\"members\":[\"1 \\u0022main\\u0022\"]"), page.substring(page.indexOf("dumped")));
    }

    @Test
    void fileThatCannotBeWritten_isToldBeforeTheRun() {
        String nowhere = folder.resolve("no/such/page.html").toString();
        Ran ran = Ran.program("--timeline", nowhere, "sieve", "3");
        assertEquals(2, ran.status());
        assertEquals("", ran.out());
        assertTrue(ran.err().startsWith("--timeline: '" + nowhere + "' cannot be written: "), ran.err());
    }

    @Test
    void missingWords_areAnError() {
        Ran ran = Ran.program("--timeline", "page.html");
        assertEquals(2, ran.status());
        assertEquals("usage: --timeline FILE.html PROGRAM ..." + System.lineSeparator(), ran.err());
    }

    private static Ran record(String name, String... words) throws IOException {
        String[] all = new String[words.length + 2];
        all[0] = "--timeline";
        all[1] = page(name);
        System.arraycopy(words, 0, all, 2, words.length);
        Ran ran = Ran.program(all);
        assertEquals(0, ran.status(), ran.err());
        String page = Files.readString(Path.of(page(name)));
        assertTrue(page.startsWith("<!DOCTYPE html>"), "no page");
        assertTrue(page.contains("<title>" + name + "</title>"), "no title");
        return ran;
    }

    private static String page(String name) throws IOException {
        return Files.createDirectories(PAGES).resolve(name + ".html").toString();
    }
}
