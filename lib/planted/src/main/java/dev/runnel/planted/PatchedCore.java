package dev.runnel.planted;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Copies the core's sources, plants a bug, and compiles all of them, since the compiler copies constants from class to
 * class.
 */
final class PatchedCore {

    private static final String PACKAGE = "dev/runnel";

    private final Path sources;
    private final String modulePath;

    /**
     * @param sources the core's
     * @param modulePath what the sources need
     */
    PatchedCore(Path sources, String modulePath) {
        this.sources = sources;
        this.modulePath = modulePath;
    }

    /**
     * Plants a bug.
     *
     * @param folder for the copy and the classes
     * @return the folder with the classes
     */
    Path compile(Bug bug, Path folder) throws IOException {
        Path copy = folder.resolve("src");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<Path> files = copyTo(copy);
        for (Hunk hunk : bug.hunks()) {
            Path file = copy.resolve(PACKAGE).resolve(hunk.file());
            Files.writeString(file, hunk.applyTo(bug.name(), Files.readString(file)));
        }
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter words = new StringWriter();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
            // A module: only there may a sealed interface permit classes of other packages.
            List<String> options =
                    List.of("--release", "21", "-proc:none", "-nowarn", "-d", classes.toString(), "-p", modulePath);
            if (!javac.getTask(words, manager, null, options, null, units).call()) {
                throw new IllegalStateException(bug.name() + " does not compile:\n" + words);
            }
        }
        return classes;
    }

    private List<Path> copyTo(Path copy) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(sources)) {
            for (Path file :
                    all.filter(path -> path.toString().endsWith(".java")).toList()) {
                Path to = copy.resolve(sources.relativize(file).toString());
                Files.createDirectories(to.resolve(".."));
                Files.copy(file, to);
                files.add(to);
            }
        }
        return files;
    }
}
