package dev.runnel.observe.jfr;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The settings of a recording that turn on all of our events: {@code runnel.jfc}, for {@code settings=} of the JDK's
 * commands.
 */
public final class JfrSettings {

    private static final String FILE = "runnel.jfc";

    private JfrSettings() {}

    /** The text of the file, in UTF-8. */
    public static String text() {
        try (InputStream in = JfrSettings.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing");
            }
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the file. */
    public static void write(Path file) throws IOException {
        Files.writeString(Objects.requireNonNull(file, "file"), text());
    }

    /**
     * Writes the file: {@code java -cp ... dev.runnel.observe.jfr.JfrSettings [FILE]}.
     *
     * @param args its path; {@code runnel.jfc} unless given
     */
    public static void main(String[] args) throws IOException {
        write(Path.of(args.length == 0 ? FILE : args[0]));
    }
}
