package dev.runnel.bench.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Builds Go's side, if there is a Go, and one that is new enough. */
final class GoTool {

    /** In what it says of itself, and in what {@code go.mod} asks for: the two numbers. */
    private static final Pattern RELEASE = Pattern.compile("\\bgo ?(\\d+)\\.(\\d+)");

    private final Options options;

    GoTool(Options options) {
        this.options = options;
    }

    /** The binary; none if there is no Go, or too old a one. */
    Optional<Path> build() throws IOException, InterruptedException {
        Path sources = options.module().resolve("go");
        Path asks = sources.resolve("go.mod");
        String version = version();
        if (release(version) < release(Files.readString(asks))) {
            System.err.printf("%s is %s, older than %s asks for, so it does not take part%n", tool(), version, asks);
            return Optional.empty();
        }
        Path target = options.module().resolve("target").resolve("go").toAbsolutePath();
        Files.createDirectories(target);
        Path binary = target.resolve("bench");
        ProcessBuilder process = new ProcessBuilder(tool(), "build", "-buildvcs=false", "-o", binary.toString(), ".")
                .directory(sources.toFile())
                .inheritIO();
        process.environment()
                .putAll(Map.of(
                        "GOTOOLCHAIN",
                        "local",
                        "GOPROXY",
                        "off",
                        "GOCACHE",
                        target.resolve("cache").toString(),
                        "GOPATH",
                        target.resolve("path").toString()));
        try {
            if (process.start().waitFor() != 0) {
                throw new IllegalStateException("go build failed");
            }
        } catch (IOException e) {
            System.err.println("no Go at " + tool() + ", so it does not take part: " + e.getMessage());
            return Optional.empty();
        }
        return Optional.of(binary);
    }

    /** What it says of itself. */
    static String version() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(tool(), "version").start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text.strip();
        } catch (IOException e) {
            return "no Go";
        }
    }

    /**
     * The release as a number that grows with it; the largest number if none is named, as by a Go that its user has
     * built.
     */
    private static int release(String text) {
        Matcher found = RELEASE.matcher(text);
        return found.find()
                ? 1000 * Integer.parseInt(found.group(1)) + Integer.parseInt(found.group(2))
                : Integer.MAX_VALUE;
    }

    private static String tool() {
        String said = System.getProperty("bench.go", "");
        return said.isEmpty() ? System.getenv().getOrDefault("BENCH_GO", "go") : said;
    }
}
