package dev.runnel.observe.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * One browser for all tests of a class. It must not complain of anything, and a picture of how each test ended is left.
 */
abstract class OpenBrowser {

    static final Path PICTURES = Path.of(System.getProperty("timeline.pictures", "target/timeline"));

    @TempDir
    static Path folder;

    static Chromium browser;
    static Viewer viewer;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(PICTURES);
        browser = Pages.browser(folder);
        viewer = new Viewer(browser, folder);
    }

    @AfterEach
    void nothingWentWrong(TestInfo test) throws IOException {
        browser.screenshot(PICTURES.resolve(test.getTestMethod().orElseThrow().getName() + ".png"));
        browser.scheme("light");
        assertEquals(List.of(), browser.complaints());
    }

    @AfterAll
    static void stop() {
        browser.close();
    }
}
