package dev.runnel.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One core under the detectors: starts child JVMs and gathers what they write. */
final class Trial {

    /** For the programs; in the core's tests both kinds of carriers are used, by turns. */
    private static final String SHARED = "shared";

    private static final String DEDICATED = "dedicated";

    /** At most so many JVMs for the programs: the next one is needed after a hang, and each hang takes long. */
    private static final int MOST = 4;

    private final Path folder;
    private final String classPath;
    private final List<Catch> catches = Collections.synchronizedList(new ArrayList<>());
    private int child;

    /**
     * @param folder for the files of this trial
     * @param classPath begins with the core
     */
    Trial(Path folder, String classPath) {
        this.folder = folder;
        this.classPath = classPath;
    }

    List<Catch> catches() {
        return catches;
    }

    /** Runs all programs; when a JVM comes to an end before that, the remaining ones get another. */
    void programs() throws IOException, InterruptedException {
        List<String> names = Programs.names();
        for (int jvms = 0; jvms < MOST && !names.isEmpty(); jvms++) {
            names = after(run(Detect.PROGRAMS, SHARED, names), names);
        }
    }

    private static List<String> after(String last, List<String> names) {
        return last.isEmpty() ? List.of() : names.subList(names.indexOf(last) + 1, names.size());
    }

    /** Runs the core's tests: until one fails, or all. */
    void tests(List<String> first, boolean all) throws IOException, InterruptedException {
        for (String carriers : List.of(SHARED, DEDICATED)) {
            if (!all && !catches.isEmpty()) {
                return;
            }
            List<String> names = CoreTests.names(first);
            while (!names.isEmpty()) {
                String stoppedAt = run(all ? Detect.ALL_TESTS : Detect.TESTS, carriers, names);
                names = all ? after(stoppedAt, names) : List.of();
            }
        }
    }

    /** Returns the detector at which the JVM came to an end before its time; empty if it did not. */
    private String run(String mode, String carriers, List<String> names) throws IOException, InterruptedException {
        String file = mode + "-" + carriers + "-" + child++;
        Path results = folder.resolve(file + ".txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-Drunnel.carriers=" + carriers,
                "-cp",
                classPath,
                Detect.class.getName(),
                mode,
                results.toAbsolutePath().toString()));
        if (mode.equals(Detect.PROGRAMS)) {
            command.addAll(
                    1,
                    List.of(
                            "-XX:TieredStopAtLevel=1",
                            "-Drunnel.closetimeout=1000",
                            "-Djdk.virtualThreadScheduler.parallelism=4"));
        }
        command.addAll(names);
        Files.createDirectories(folder.resolve("target")); // for what tests write
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(file + ".log").toFile())
                .start();
        int status = process.waitFor();
        return gather(results, carriers, status);
    }

    private String gather(Path results, String carriers, int status) throws IOException {
        String current = "";
        String hangs = "";
        List<String> lines = Files.exists(results) ? Files.readAllLines(results) : List.of();
        for (String line : lines) {
            Catch caught = Catch.parse(line);
            if (caught != null) {
                catches.add(caught.schedule() > 0 ? caught : caught.with(carriers));
            } else if (line.startsWith("begin\t")) {
                current = line.substring(6);
            } else if (line.startsWith("hangs\t")) {
                hangs = line.substring(6);
            } else if (line.startsWith(Detect.STOP)) {
                return current;
            } else if (line.equals("end")) {
                return "";
            }
        }
        if (current.isEmpty()) {
            throw new IllegalStateException("the JVM for " + results + " ended with status " + status);
        }
        String what = hangs.isEmpty() ? "the JVM ends with status " + status : "does not end: " + hangs;
        catches.add(Catch.ofTest(current, what).with(carriers));
        return current;
    }
}
