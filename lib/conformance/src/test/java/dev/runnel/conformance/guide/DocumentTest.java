package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the guides are able to fail. */
class DocumentTest {

    @TempDir
    private Path folder;

    private static Block block(String code) {
        return new Block(Path.of("guide.md"), 3, "a row", "java", code, null, null);
    }

    private String output(String code) throws Exception {
        JavaRows rows = JavaRows.of(List.of(block("int broken = true;"), block(code)), folder);
        return rows.run(rows.sources().get(1));
    }

    @Test
    void text_isOfTheBlocksBeforeIt() {
        List<Block> blocks = Document.blocks(Path.of("guide.md"), """
                # A
                ```go
                x
                ```
                ```java
                y
                z
                ```
                ```text
                1
                2
                ```
                <!-- not run: it takes a year -->
                ```java
                v
                ```
                ## B
                ```java
                w
                ```
                ```text
                3
                ```
                """.lines().toList());
        Path file = Path.of("guide.md");
        assertEquals(
                List.of(
                        new Block(file, 2, "A", "go", "x", "1\n2", null),
                        new Block(file, 5, "A", "java", "y\nz", "1\n2", null),
                        new Block(file, 14, "A", "java", "v", null, "it takes a year"),
                        new Block(file, 18, "B", "java", "w", "3", null)),
                blocks);
    }

    @Test
    void statements_areAMainGoroutine() throws Exception {
        assertEquals("1", output("System.out.println(current().get().id());"));
    }

    @Test
    void declarations_areMembers() throws Exception {
        assertEquals("3 P[x=4]", output("""
                record P(int x) {}

                static int next(int n) {
                    return n + 1;
                }

                System.out.println(next(2) + " " + new P(4));
                """));
    }

    @Test
    void failure_isPrinted() throws Exception {
        String printed = output("""
                System.out.println("before");
                throw new IllegalStateException("why");
                """);
        assertTrue(printed.startsWith("before\nException in thread \"main\" dev.runnel"), printed);
        assertTrue(printed.endsWith("java.lang.IllegalStateException: why"), printed);
    }

    @Test
    void test_isRunAsSuch() throws Exception {
        assertEquals("sum: passed", output("""
                class Sums {
                    @Property
                    void sum(@ForAll int n) {
                        assertEquals(n, n + 0);
                    }
                }
                """));
    }

    @Test
    void whatDoesNotCompile_failsWithItsPlaceAndWhy() {
        JavaRows rows = JavaRows.of(List.of(block("int broken = true;")), folder);
        AssertionError refused =
                assertThrows(AssertionError.class, () -> rows.run(rows.sources().get(0)));
        assertTrue(
                refused.getMessage().startsWith("guide.md:3 (a row) does not compile:\nincompatible types"),
                refused::toString);
    }
}
