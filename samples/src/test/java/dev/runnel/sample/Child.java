package dev.runnel.sample;

import io.vavr.collection.List;
import java.io.IOException;
import java.nio.file.Path;

/** A program in a JVM of its own, with the carriers of this one. */
public final class Child {

    private Child() {}

    /** The command line for it. */
    public static ProcessBuilder program(String... words) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-Drunnel.carriers=" + System.getProperty("runnel.carriers", "auto"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
        return new ProcessBuilder(command.appendAll(List.of(words)).asJava());
    }

    /** Ends it if it still runs. */
    public static void end(Process process) throws IOException {
        process.destroyForcibly();
        process.getInputStream().close();
    }
}
