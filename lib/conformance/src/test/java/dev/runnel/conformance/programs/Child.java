package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program in a JVM of its own, from the same installation as this one, with this one's class path and kind of
 * carriers.
 */
final class Child {

    private static final long PATIENCE_SECONDS = 60;
    private static final long FOR_A_DUMP_SECONDS = 10;

    private Child() {}

    /** Runs a program of the catalogue to its end; with more options for its JVM, if there are any. */
    static Exit run(String program, int procs, String... options) {
        return run(Programs.class, program, procs, options);
    }

    /** Runs a program that has a main class of its own, with more options for its JVM. */
    static Exit run(Class<?> main, int procs, String... options) {
        return run(main, main.getSimpleName(), procs, options);
    }

    private static Exit run(Class<?> main, String program, int procs, String... options) {
        try {
            Path folder = Files.createTempDirectory("program");
            Path traces = Files.createTempDirectory("traces");
            try {
                Exit exit = run(command(main, program, procs, traces, options), folder);
                check(traces);
                return exit;
            } finally {
                delete(traces);
                delete(folder);
            }
        } catch (IOException e) {
            throw new AssertionError("cannot run " + program, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + program + " ran", e);
        }
    }

    private static Exit run(List<String> command, Path folder) throws IOException, InterruptedException {
        File out = folder.resolve("out").toFile();
        File err = folder.resolve("err").toFile();
        Process process = new ProcessBuilder(command)
                .redirectOutput(out)
                .redirectError(err)
                .start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                Path dump = folder.resolve("threads");
                throw new AssertionError(command.getLast() + " has not ended after " + PATIENCE_SECONDS + " s\n"
                        + threads(process, dump) + "\nout: " + Files.readString(out.toPath()) + "\nerr: "
                        + Files.readString(err.toPath()));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return new Exit(process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    /** Checks what each of its runtimes did; this was kept at the runtime's end. */
    private static void check(Path traces) throws IOException {
        try (var files = Files.list(traces)) {
            List<Path> all = files.toList();
            assertFalse(all.isEmpty(), "no runtime has left a trace");
            for (Path trace : all) {
                TraceChecker.require(Trace.read(trace));
            }
        }
    }

    /** Whether programs run on the JDK's pool, as this JVM's do. */
    static boolean isOnSharedCarriers() {
        return System.getProperty("runnel.carriers", "auto").equals("shared");
    }

    private static List<String> command(Class<?> main, String program, int procs, Path traces, String... options) {
        String carriers = System.getProperty("runnel.carriers", "auto");
        List<String> command = new ArrayList<>();
        command.add(tool("java"));
        if (!isOnSharedCarriers()) {
            command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
        }
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m")); // starts sooner
        command.add("-Djdk.virtualThreadScheduler.parallelism=8"); // a pinned goroutine keeps one of the JDK's carriers
        command.addAll(List.of(options));
        command.add("-Drunnel.carriers=" + carriers);
        command.add("-Drunnel.procs=" + procs);
        command.add("-D" + Kept.FOLDER + "=" + traces);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Kept.class.getName(), main.getName(), program));
        return command;
    }

    /**
     * All threads of a child, including virtual ones. First it prints the platform threads, among its other output:
     * that takes no memory, of which it may have none left, and it would no longer do so after it had failed to tell
     * the others.
     */
    private static String threads(Process child, Path into) throws IOException, InterruptedException {
        String pid = Long.toString(child.pid());
        await("kill", "-QUIT", pid);
        await(tool("jcmd"), pid, "Thread.dump_to_file", into.toString());
        return Files.exists(into) ? Files.readString(into) : "no dump of its virtual threads";
    }

    private static void await(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(FOR_A_DUMP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
