package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Named.named;

import dev.runnel.conformance.GoCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keeps the guides honest: each Java block in them is compiled and run, and prints what stands below it. The same holds
 * for each Go block, if there is a Go: {@link GoCommand}.
 */
class GuideTest {

    private static final List<String> GUIDES = List.of(
            "docs/guide/from-go.md",
            "docs/guide/from-jdk.md",
            "docs/guide/pitfalls.md",
            "docs/guide/comparison.md",
            "docs/guide/operations.md",
            "docs/guide/net.md",
            "docs/guide/scopes.md");

    /** How many blocks may be left unrun, each with its reason. */
    private static final int NOT_RUN = 3;

    @TempDir
    private static Path folder;

    private static JavaRows rows;

    @BeforeAll
    static void compile() {
        rows = JavaRows.of(
                blocks().stream()
                        .filter(block -> block.isIn("java") && block.notRun() == null)
                        .toList(),
                folder);
    }

    private static List<Block> blocks() {
        return GUIDES.stream().flatMap(guide -> Document.blocks(guide).stream()).toList();
    }

    static List<Named<JavaSource>> javaBlocks() {
        return rows.sources().stream()
                .map(source -> named(source.block().row(), source))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("javaBlocks")
    void javaBlock_printsWhatTheGuideSays(JavaSource source) throws Exception {
        Block block = source.block();
        assertEquals(block.printed(), rows.run(source), block::place);
    }

    /** None if there is no Go: the build does not need it. */
    static List<Named<Block>> goBlocks() {
        return blocks().stream()
                .filter(block -> !GoCommand.GO.isEmpty() && block.isIn("go") && block.notRun() == null)
                .map(block -> named(block.row(), block))
                .toList();
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("goBlocks")
    void goBlock_printsWhatTheGuideSays(Block block) throws Exception {
        assertEquals(
                block.printed(), new GoProgram(block, Files.createTempDirectory(folder, "go")).run(), block::place);
    }

    @Test
    void eachBlock_saysWhatItPrints_orWhyItIsNotRun() {
        List<String> silent = blocks().stream()
                .filter(block -> block.printed() == null && block.notRun() == null)
                .map(Block::place)
                .toList();
        assertEquals(List.of(), silent);
    }

    @Test
    void fewBlocks_areNotRun() {
        List<String> left = blocks().stream()
                .filter(block -> block.notRun() != null)
                .map(block -> block.place() + ": " + block.notRun())
                .toList();
        assertTrue(left.size() <= NOT_RUN, left::toString);
    }

    /** The table at the beginning says in short what the rows show. */
    @Test
    void overview_isOfTheRows() {
        assertEquals(List.of(), Overview.errors("docs/guide/from-go.md"));
    }
}
