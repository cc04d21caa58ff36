package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Timelines in a browser of 1280 by 720 pixels. */
final class Pages {

    private Pages() {}

    static Chromium browser(Path folder) throws IOException {
        return new Chromium(
                System.getProperty("timeline.chromium", "chromium"),
                Files.createDirectories(folder.resolve("profile")),
                1280,
                720);
    }

    /** Waits until the first frame is drawn. */
    static void open(Chromium browser, Trace trace, Path file) throws IOException {
        Timeline.write(trace, file);
        open(browser, file);
    }

    /** As {@link #open(Chromium, Trace, Path)}, for a page that is there. */
    static void open(Chromium browser, Path file) throws IOException {
        browser.open(file);
        browser.await(
                "location.href.endsWith('/%s') && globalThis.timeline instanceof App && timeline.frames.length > 0"
                        .formatted(file.getFileName()));
    }
}
