package dev.runnel.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs Go, and what it has built, for tests that compare. The build needs none: they are left out unless the property
 * {@code conformance.go} names the command, as in {@code mvn -pl lib/conformance -am verify
 * -Dtest=GuideTest,LitmusInGoProps -Dconformance.go=go -Dsurefire.failIfNoSpecifiedTests=false}.
 */
public final class GoCommand {

    /** The command; empty if there is none. */
    public static final String GO = System.getProperty("conformance.go", "");

    private static final long PATIENCE_SECONDS = 120;

    private final Path folder;

    /** @param folder where commands are run, and leave their files */
    public GoCommand(Path folder) {
        this.folder = folder;
    }

    /** How a command has ended, and what it has printed. */
    public record Exit(int status, String out, String err) {}

    /**
     * Runs a command to its end.
     *
     * @param what it is run for, as a failure says it
     * @param input what it reads
     */
    public Exit run(String what, String input, List<String> command) throws IOException, InterruptedException {
        Path in = Files.writeString(folder.resolve("in"), input);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.environment().put("GOFLAGS", "-mod=mod");
        Process process = builder.redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(what + " has not ended after " + PATIENCE_SECONDS + " s");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return new Exit(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
