package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a trace as one HTML file that a browser opens from the disk. */
public final class Timeline {

    private Timeline() {}

    /**
     * Writes a page with the file's name as its title.
     *
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if the trace contradicts itself; nothing is written then
     */
    public static void write(Trace trace, Path file) throws IOException {
        Path name = file.getFileName();
        write(trace, name == null ? "trace" : name.toString().replaceFirst("\\.html?$", ""), file);
    }

    /**
     * Writes a page.
     *
     * @param title what it is called
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if the trace contradicts itself; nothing is written then
     */
    public static void write(Trace trace, String title, Path file) throws IOException {
        Files.writeString(file, html(trace, title));
    }

    /**
     * The page itself.
     *
     * @param title what it is called
     * @throws IllegalArgumentException if the trace contradicts itself
     */
    public static String html(Trace trace, String title) {
        return Page.with(title, Packed.of(trace));
    }
}
