package dev.runnel.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a detector caught a bug.
 *
 * @param detector its name
 * @param schedule the number of the schedule that failed, from 1; 0 if there are no schedules
 * @param picks how long that schedule was
 * @param shrunk how long it was when shrunk; -1 if it was not
 * @param what what failed, in a line
 */
record Catch(String detector, int schedule, int picks, int shrunk, String what) {

    private static final String TAB = "\t";
    private static final int MOST = 300;

    static Catch ofTest(String detector, String what) {
        return new Catch(detector, 0, 0, -1, what);
    }

    /** The same, with where it was. */
    Catch with(String carriers) {
        return new Catch(detector, schedule, picks, shrunk, what + " (" + carriers + ")");
    }

    /** One line, which {@link #parse} reads. */
    String toLine() {
        return String.join(TAB, "caught", detector, "" + schedule, "" + picks, "" + shrunk, oneLine(what));
    }

    /** The lines of a file. */
    static List<Catch> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(Catch::parse)
                .map(Objects::requireNonNull)
                .toList();
    }

    static @Nullable Catch parse(String line) {
        String[] words = line.split(TAB, 6);
        if (!words[0].equals("caught")) {
            return null;
        }
        return new Catch(
                words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]), words[5]);
    }

    private static String oneLine(String text) {
        String line = text.strip().lines().findFirst().orElse("").replace(TAB, " ");
        return line.length() > MOST ? line.substring(0, MOST) : line;
    }
}
