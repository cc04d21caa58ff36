package dev.runnel.conformance.guide;

import static dev.runnel.conformance.GoCommand.GO;

import dev.runnel.conformance.GoCommand;
import dev.runnel.conformance.GoCommand.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Go block as a program: its functions and types, and its statements as {@code main}. What it uses of the library is
 * imported. A block with a test is run by {@code go test}.
 */
final class GoProgram {

    private static final Map<String, String> PACKAGES = new TreeMap<>(Map.ofEntries(
            Map.entry("atomic", "sync/atomic"),
            Map.entry("context", "context"),
            Map.entry("errgroup", "golang.org/x/sync/errgroup"),
            Map.entry("errors", "errors"),
            Map.entry("fmt", "fmt"),
            Map.entry("iter", "iter"),
            Map.entry("net", "net"),
            Map.entry("os", "os"),
            Map.entry("runtime", "runtime"),
            Map.entry("semaphore", "golang.org/x/sync/semaphore"),
            Map.entry("signal", "os/signal"),
            Map.entry("slices", "slices"),
            Map.entry("reflect", "reflect"),
            Map.entry("strings", "strings"),
            Map.entry("sync", "sync"),
            Map.entry("synctest", "testing/synctest"),
            Map.entry("syscall", "syscall"),
            Map.entry("testing", "testing"),
            Map.entry("time", "time")));
    private static final Predicate<String> DECLARES =
            Pattern.compile("(func|type) .*").asMatchPredicate();

    private final Block block;
    private final Path folder;

    /** @param folder an empty folder */
    GoProgram(Block block, Path folder) {
        this.block = block;
        this.folder = folder;
    }

    /** What it prints and, if it fails, the first line of what it says of the failure. */
    String run() throws IOException, InterruptedException {
        boolean test = block.code().contains("*testing.T");
        Files.writeString(folder.resolve(test ? "row_test.go" : "row.go"), source());
        Files.writeString(
                folder.resolve("go.mod"),
                "module row\n\ngo 1.25\n\nrequire golang.org/x/sync v0.0.0\n\nreplace golang.org/x/sync => ./sync\n");
        copyOfSync(Path.of(exec(List.of(GO, "env", "GOROOT")).out().strip()));
        if (test) {
            return text(exec(List.of(GO, "test", "-count=1"))).replaceFirst("\n?PASS\nok .*$", "");
        }
        Exit built = exec(List.of(GO, "build", "-o", "row", "."));
        if (built.status() != 0) {
            throw new AssertionError(block.place() + " does not compile:\n" + built.err());
        }
        return text(exec(List.of(folder.resolve("row").toString())));
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

    /** The output, and the first line of what is said of a failure. */
    private static String text(Exit exit) {
        String failure =
                exit.status() == 0 ? "" : exit.err().lines().findFirst().orElse("");
        return (exit.out() + failure).stripTrailing();
    }

    private Exit exec(List<String> command) throws IOException, InterruptedException {
        return new GoCommand(folder).run(block.place(), "", command);
    }
}
