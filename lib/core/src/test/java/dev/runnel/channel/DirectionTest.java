package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.sun.source.util.JavacTask;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The one-way views, C6; test/chan/perm.go: what must compile and what must not. */
class DirectionTest {

    private static final List<String> LEGAL = List.of(
            "c.send(1); c.recv(); c.close(); c.len(); c.cap();",
            "r.recv(); r.recvOrNull(); r.tryRecv(); r.len(); r.cap(); r.stream();",
            "s.send(1); s.trySend(1); s.close(); s.len(); s.cap();",
            "r = c; s = c;",
            "for (int i : c) {} for (int i : r) {}",
            "Go.close(c); Go.close(s);",
            "Go.select().recv(r, () -> {}).send(s, 1, () -> {}).recv(c, v -> {}).send(c, 1, () -> {});",
            "Go.select().recv(null, () -> {}).send(null, 1, () -> {});",
            "SendChan<Number> n = Go.chan(); Go.select().send(n, 1, () -> {}).sendFrom(n, () -> 2.0, () -> {});",
            "String t = Go.choose().recv(r, v -> \"a\" + v).recv(c, () -> \"b\").send(s, 1, () -> \"c\").get();");

    private static final List<String> ILLEGAL = List.of(
            "r.send(1);",
            "r.trySend(1);",
            "r.close();",
            "s.recv();",
            "s.tryRecv();",
            "for (int i : s) {}",
            "s.stream();",
            "s = r;",
            "r = s;",
            "c = r;",
            "c = s;",
            "Go.close(r);",
            "Go.select().recv(s, () -> {});",
            "Go.select().send(r, 1, () -> {});",
            "Go.choose().recv(s, v -> 1);",
            "Go.choose().send(r, 1, () -> 1);",
            "c.send(\"text\");",
            "Go.select().send(s, \"text\", () -> {});",
            "RecvChan<String> t = c;",
            "int i = 0; Go.close(i);",
            "Go.choose().get();");

    @Test
    void legalUses_compile() {
        assertEquals(List.of(), refused(LEGAL));
    }

    @Test
    void illegalUses_doNotCompile() {
        assertEquals(ILLEGAL, refused(ILLEGAL));
    }

    /** Those of the statements in which the compiler finds errors. Each is on its own line, in a method of its own. */
    private static List<String> refused(List<String> statements) {
        StringBuilder source = new StringBuilder("import dev.runnel.*; import dev.runnel.channel.*; class Program {\n");
        for (int i = 0; i < statements.size(); i++) {
            source.append("void m").append(i);
            source.append("(Chan<Integer> c, SendChan<Integer> s, RecvChan<Integer> r) throws Exception {");
            source.append(statements.get(i)).append("}\n");
        }
        source.append("}\n");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertNotNull(compiler);
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-implicit:none", "-cp", classPath(), "-Xmaxerrs", "1000");
        JavacTask task =
                (JavacTask) compiler.getTask(null, null, found, options, null, List.of(new Source(source.toString())));
        try {
            task.analyze();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(d -> statements.get((int) d.getLineNumber() - 2))
                .distinct()
                .toList();
    }

    private static String classPath() {
        return Stream.of(Chan.class, Option.class)
                .map(type -> {
                    try {
                        return Path.of(type.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString();
                    } catch (URISyntaxException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Program.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
