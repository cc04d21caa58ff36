package dev.runnel.sample.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.sample.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlTest {

    @TempDir
    Path directory;

    private void page(String name, String... links) throws IOException {
        StringBuilder html = new StringBuilder("<html><body>\n");
        for (String link : links) {
            html.append("<p>See <a class=\"x\" href=\"").append(link).append("\">there</a>.</p>\n");
        }
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, html.append("</body></html>\n"));
    }

    @BeforeEach
    void makeSite() throws IOException {
        page("index.html", "a.html#part", "sub/", "https://example.org/a.html", "mailto:x@example.org", "%%%");
        page("a.html", "./index.html", "#top", "sub/../b%20c.html", "a.html");
        page("b c.html");
        page("sub/index.html", "page.html", "../../../etc/passwd", "/a.html");
        page("sub/page.html", "gone.html", "../index.html");
    }

    @Test
    void program_printsEachPageOnce_andWhatIsBroken() {
        Ran ran = Ran.program("crawl", directory.toString(), "--fetches", "3");

        assertEquals("""
                0 index.html
                1 a.html
                1 sub/index.html
                2 b c.html
                2 sub/page.html
                3 sub/gone.html: no such file
                """, ran.out());
        assertEquals("", ran.err());
        assertEquals(1, ran.status());
    }

    @Test
    void depth_cutsOffWhatIsBroken() {
        Ran ran = Ran.program("crawl", "--depth=1", directory.toString());

        assertEquals("0 index.html\n1 a.html\n1 sub/index.html\n", ran.out());
        assertEquals(0, ran.status());
    }

    /** Nothing but what is in the directory is read, however a link is written. */
    @Test
    void linksThatLeadOut_areNone() throws IOException {
        page(
                "site/index.html",
                "..",
                "../secret.html",
                "sub/%2e%2e/%2e%2e/secret.html",
                "%2e%2e/secret.html",
                "%2F" + directory.resolve("secret.html"),
                "%00",
                "sub/%2e%2e/ok.html");
        page("site/ok.html", "//site", "sub/%2e%2e", "/", "sub/..");
        page("secret.html", "of-secret.html");

        Ran ran = Ran.program("crawl", directory.resolve("site").toString());

        assertEquals("0 index.html\n1 ok.html\n", ran.out());
        assertEquals("", ran.err());
        assertEquals(0, ran.status());
    }

    @Test
    void noIndex_isABrokenPage() throws IOException {
        Ran ran = Ran.program(
                "crawl", Files.createDirectory(directory.resolve("empty")).toString());

        assertEquals("0 index.html: no such file\n", ran.out());
        assertEquals(1, ran.status());
    }

    @Test
    void noDirectory_isOneClearLine() {
        Ran ran = Ran.program("crawl", directory.resolve("none").toString());

        assertEquals(
                "crawl: DIR: '" + directory.resolve("none") + "' is not a directory" + System.lineSeparator(),
                ran.err());
        assertEquals(2, ran.status());
    }
}
