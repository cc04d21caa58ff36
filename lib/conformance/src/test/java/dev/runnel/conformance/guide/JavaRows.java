package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.runnel.Go;
import dev.runnel.interop.Futures;
import dev.runnel.observe.WaitProfile;
import dev.runnel.pipeline.Source;
import dev.runnel.testkit.Bubble;
import io.vavr.control.Option;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import net.jqwik.api.Property;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

/**
 * The Java blocks, compiled together, so that javac starts once. Blocks that it refuses are left out, and their errors
 * are kept.
 */
final class JavaRows {

    private final Path classes;
    private final List<JavaSource> sources;
    private final Map<JavaSource, String> errors = new HashMap<>();

    JavaRows(List<JavaSource> sources, Path classes) {
        this.sources = sources;
        this.classes = classes;
        List<JavaSource> left = new ArrayList<>(sources);
        while (!left.isEmpty() && !compile(left)) {
            left.removeAll(errors.keySet());
        }
    }

    static JavaRows of(List<Block> blocks, Path classes) {
        return new JavaRows(
                IntStream.range(0, blocks.size())
                        .mapToObj(i -> new JavaSource(blocks.get(i), i))
                        .toList(),
                classes);
    }

    /** All of them, including those that were refused. */
    List<JavaSource> sources() {
        return sources;
    }

    /** Gives whether all are compiled; if one has errors none is. */
    private boolean compile(List<JavaSource> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertNotNull(compiler, "needs a JDK");
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of(
                "--release",
                "21",
                "-parameters",
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                classPath());
        boolean compiled =
                compiler.getTask(null, null, found, options, null, sources).call();
        for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
            if (d.getKind() == Diagnostic.Kind.ERROR) {
                errors.merge((JavaSource) d.getSource(), d.getMessage(null), (a, b) -> a + "\n" + b);
            }
        }
        return compiled;
    }

    private static String classPath() {
        return Stream.of(
                        Go.class,
                        Bubble.class,
                        WaitProfile.class,
                        Futures.class,
                        Source.class,
                        Option.class,
                        Test.class,
                        Property.class,
                        API.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> {
                    try {
                        return Path.of(location.toURI()).toString();
                    } catch (URISyntaxException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs one; gives what it prints. A failure that comes out of it is printed in one line, as the JVM prints it. */
    String run(JavaSource source) throws IOException, ReflectiveOperationException {
        String refused = errors.get(source);
        if (refused != null) {
            throw new AssertionError(source.block().place() + " does not compile:\n" + refused);
        }
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Class<?> main = loader.loadClass(source.main());
            return LaunchedTests.isTestClass(main) ? LaunchedTests.run(main) : Output.ofMain(main);
        }
    }
}
