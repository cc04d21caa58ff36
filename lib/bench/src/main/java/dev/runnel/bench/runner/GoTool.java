package dev.runnel.bench.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Builds Go's side, if there is a Go. */
final class GoTool {

    private final Options options;

    GoTool(Options options) {
        this.options = options;
    }

    /** The binary; none if there is no Go. */
    Optional<Path> build() throws IOException, InterruptedException {
        Path target = options.module().resolve("target").resolve("go").toAbsolutePath();
        Files.createDirectories(target);
        Path binary = target.resolve("bench");
        ProcessBuilder process = new ProcessBuilder(tool(), "build", "-buildvcs=false", "-o", binary.toString(), ".")
                .directory(options.module().resolve("go").toFile())
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

    private static String tool() {
        String said = System.getProperty("bench.go", "");
        return said.isEmpty() ? System.getenv().getOrDefault("BENCH_GO", "go") : said;
    }
}
