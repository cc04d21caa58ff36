package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** What the compiler says of a source. */
final class Compiling {

    private Compiling() {}

    /**
     * What it says of a source on its own.
     *
     * @param file its name
     * @param pathOption the option for the path of {@code onPath}
     * @param onPath a class from each place on that path
     */
    static List<Diagnostic<? extends JavaFileObject>> diagnostics(
            String file, String source, String pathOption, List<Class<?>> onPath) throws IOException {
        JavaFileObject input = new SimpleJavaFileObject(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertNotNull(compiler, "needs a JDK");
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        String path = onPath.stream().map(Compiling::placeOf).collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of("-proc:none", "-implicit:none", pathOption, path);
        ((JavacTask) compiler.getTask(null, null, found, options, null, List.of(input))).analyze();
        return found.getDiagnostics();
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
