package dev.runnel.observe.timeline;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** It records runtimes that it does not know, while it is open and no longer. */
class TimelineFileTest {

    @TempDir
    private Path folder;

    private static void exchange() {
        Go.run(() -> {
            Chan<Integer> c = chan();
            go("partner", () -> c.send(1));
            assertEquals(1, c.recv().get());
        });
    }

    @Test
    void runtimeThatEndsWhileItIsOpen_hasItsPage() throws IOException {
        Path file = folder.resolve("exchange.html");
        try (TimelineFile open = TimelineFile.open(file)) {
            assertEquals(0, Files.size(file));
            exchange();
        }
        String page = Files.readString(file);
        assertTrue(page.startsWith("<!DOCTYPE html>"), page);
        assertTrue(page.contains("<title>exchange</title>"), page);
    }

    @Test
    void runtimeThatIsMadeAfterwards_hasNone() throws IOException {
        Path file = folder.resolve("none.html");
        TimelineFile.open(file).close();
        exchange();
        assertEquals(0, Files.size(file));
    }
}
