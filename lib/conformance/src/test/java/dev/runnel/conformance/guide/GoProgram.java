package dev.runnel.conformance.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Go block as a program: its functions and types, and its statements as {@code main}. What it uses of the library is imported. A
 * block with a test is run by {@code go test}.
 */
final class GoProgram {

    private static final Map<String, String> PACKAGES = new TreeMap<>(Map.ofEntries(
            Map.entry("atomic", "sync/atomic"),
            Map.entry("context", "context"),
            Map.entry("errgroup", "golang.org/x/sync/errgroup"),
            Map.entry("errors", "errors"),
            Map.entry("fmt", "fmt"),
            Map.entry("runtime", "runtime"),
            Map.entry("semaphore", "golang.org/x/sync/semaphore"),
            Map.entry("signal", "os/signal"),
            Map.entry("slices", "slices"),
            Map.entry("reflect", "reflect"),
            Map.entry("sync", "sync"),
            Map.entry("synctest", "testing/synctest"),
            Map.entry("syscall", "syscall"),
            Map.entry("testing", "testing"),
            Map.entry("time", "time")));
    private static final Predicate<String> DECLARES =
            Pattern.compile("(func|type) .*").asMatchPredicate();
    private static final long PATIENCE_SECONDS = 120;

    private final Block block;
    private final String go;
    private final Path folder;

    /**
     * @param go the command
     * @param folder an empty one
     */
    GoProgram(Block block, String go, Path folder) {
        this.block = block;
        this.go = go;
        this.folder = folder;
    }

    /** What it prints, and, if it does not succeed, the first line of what it says of that. */
    String run() throws IOException, InterruptedException {
        boolean test = block.code().contains("*testing.T");
        Files.writeString(folder.resolve(test ? "row_test.go" : "row.go"), source());
        Files.writeString(
                folder.resolve("go.mod"),
                "module row\n\ngo 1.25\n\nrequire golang.org/x/sync v0.0.0\n\nreplace golang.org/x/sync => ./sync\n");
        copyOfSync(Path.of(exec(List.of(go, "env", "GOROOT")).out().strip()));
        if (test) {
            return exec(List.of(go, "test", "-count=1")).text().replaceFirst("\n?PASS\nok .*$", "");
        }
        Exit built = exec(List.of(go, "build", "-o", "row", "."));
        if (built.status() != 0) {
            throw new AssertionError(block.place() + " does not compile:\n" + built.err());
        }
        return exec(List.of(folder.resolve("row").toString())).text();
    }

    private String source() {
        Members members = Members.of(block.code(), DECLARES);
        String declarations = String.join("\n", members.declarations());
        String main = members.statements().isBlank() ? "" : "func main() {\n" + members.statements() + "}\n";
        String imports = PACKAGES.entrySet().stream()
                .filter(p -> Pattern.compile("\\b" + p.getKey() + "\\.[A-Z]")
                        .matcher(block.code())
                        .find())
                .map(p -> "import \"" + p.getValue() + "\"\n")
                .collect(Collectors.joining());
        return "package main\n\n" + imports + declarations + "\n" + main;
    }

    /** Go's own tree has the two packages beyond the standard library. */
    private void copyOfSync(Path root) throws IOException {
        Path from = root.resolve("src/cmd/vendor/golang.org/x/sync");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path to = folder.resolve("sync").resolve(from.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
        Files.writeString(folder.resolve("sync/go.mod"), "module golang.org/x/sync\n");
    }

    private record Exit(int status, String out, String err) {

        String text() {
            String failure = status == 0 ? "" : err.lines().findFirst().orElse("");
            return (out + failure).stripTrailing();
        }
    }

    private Exit exec(List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.environment().put("GOFLAGS", "-mod=mod");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(block.place() + " has not ended after " + PATIENCE_SECONDS + " s");
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return new Exit(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
