package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.List;
import javax.tools.Diagnostic;

/** What the one-way views allow and forbid is the compiler's to say: {@code test/chan/perm.go}, line by line. */
class DirectionTest {

    private static final String GO = "test/chan/perm.go";

    private static final List<String> LEGAL = List.of(
            "cr = c;",
            "cs = c;",
            "c.send(0);",
            "c.recv();",
            "Option<Integer> x = c.recv();",
            "cr.recv();",
            "Option<Integer> x = cr.recv();",
            "cs.send(0);",
            "select().send(c, 0, () -> {}).recv(c, x -> {}).run();",
            "select().recv(cr, x -> {}).run();",
            "select().send(cs, 0, () -> {}).run();",
            "for (int x : c) {}",
            "for (int x : cr) {}",
            "close(c);",
            "close(cs);",
            "c.close(); cs.close();");

    private static final List<String> ILLEGAL = List.of(
            "c = cr;",
            "c = cs;",
            "cr = cs;",
            "cs = cr;",
            "n.recv();",
            "n.send(2);",
            "cr.send(0);",
            "cs.recv();",
            "Option<Integer> x = cs.recv();",
            "select().send(cr, 0, () -> {}).run();",
            "select().recv(cs, x -> {}).run();",
            "select().recv(n, x -> {}).run();",
            "for (int x : cs) {}",
            "cs.forEach(x -> {});",
            "close(cr);",
            "cr.close();",
            "close(n);");

    // One run: it is about the compiler.
    @GoTest(value = GO, covers = "C6", procs = 1, schedules = 0)
    void legalUses_compile() throws IOException {
        assertEquals(List.of(), refused(LEGAL));
    }

    // One run: as above.
    @GoTest(
            value = GO,
            covers = {"C6", "C21"},
            procs = 1,
            schedules = 0)
    void illegalUses_doNotCompile() throws IOException {
        assertEquals(ILLEGAL, refused(ILLEGAL));
    }

    /** Those of the statements that the compiler refuses; each is in a method of its own, on its own line. */
    private static List<String> refused(List<String> statements) throws IOException {
        String head = "import static dev.runnel.Go.*; import dev.runnel.channel.*; import io.vavr.control.Option; "
                + "class Perm { RecvChan<Integer> cr; SendChan<Integer> cs; Chan<Integer> c; Integer n;\n";
        StringBuilder source = new StringBuilder(head);
        for (int i = 0; i < statements.size(); i++) {
            source.append("void m")
                    .append(i)
                    .append("() {")
                    .append(statements.get(i))
                    .append("}\n");
        }
        source.append("}\n");
        return Compiling.diagnostics("Perm.java", source.toString(), "-cp", List.of(Go.class, Option.class)).stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .map(d -> statements.get((int) d.getLineNumber() - 2))
                .distinct()
                .toList();
    }
}
