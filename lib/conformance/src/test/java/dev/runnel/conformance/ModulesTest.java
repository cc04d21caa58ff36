package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.sun.source.util.JavacTask;
import dev.runnel.Go;
import dev.runnel.observe.WaitProfile;
import dev.runnel.pipeline.Source;
import dev.runnel.testkit.Bubble;
import io.vavr.control.Option;
import io.vavr.match.annotation.Patterns;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Modules of a user, who has what Maven gives with Runnel's, and none of what is optional: no JUnit, no jqwik, no Micrometer. */
class ModulesTest {

    private static final List<Class<?>> AT_HAND = List.of(
            Go.class, Bubble.class, WaitProfile.class, Source.class, Option.class, Patterns.class, NullMarked.class);

    @Test
    void moduleThatRequiresOurs_needsNothingOptional() throws IOException {
        String user = """
                module user {
                    requires dev.runnel.observe;
                    requires dev.runnel.pipeline;
                    requires dev.runnel.testkit;
                }
                """;
        assertEquals(List.of(), errors(user));
    }

    private static List<String> errors(String descriptor) throws IOException {
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///module-info.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return descriptor;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertNotNull(compiler, "needs a JDK");
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-implicit:none", "--module-path", modulePath());
        ((JavacTask) compiler.getTask(null, null, found, options, null, List.of(file))).analyze();
        return found.getDiagnostics().stream()
                .map(d -> d.getMessage(Locale.ROOT))
                .toList();
    }

    private static String modulePath() {
        return AT_HAND.stream().map(ModulesTest::place).collect(Collectors.joining(File.pathSeparator));
    }

    private static String place(Class<?> type) {
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
