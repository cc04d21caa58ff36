package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.conformance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the README are compiled as they stand, and run. */
class ReadmeTest {

    /** What stands around the second one, which is the body of a method. */
    private static final String AROUND_PAGE = """
            record User(int id) {}
            record Order(String text) {}
            record Page(User user, Order order) {}
            static User findUser(int id, Context context) throws Exception {
                sleep(Duration.ofMillis(1), context);
                return new User(id);
            }
            static Page page(int id, RecvChan<Order> orders) throws Exception {
            %s
            }
            Chan<Order> orders = chan(1);
            orders.send(new Order("tea"));
            System.out.println(page(7, orders));
            """;

    /** To all, that is. */
    private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");

    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*)`");

    @TempDir
    private Path folder;

    private static List<Block> blocks() {
        return Document.blocks("README.md").stream()
                .filter(block -> block.isIn("java"))
                .toList();
    }

    private String output(Block block) throws Exception {
        JavaRows rows = JavaRows.of(List.of(block), folder);
        return rows.run(rows.sources().get(0));
    }

    @Test
    void squares_arrivesAtAll() throws Exception {
        List<String> lines = output(blocks().get(0)).lines().toList();
        Stream<String> squares = IntStream.rangeClosed(1, 20).mapToObj(n -> Integer.toString(n * n));
        assertEquals(squares.sorted().toList(), lines.stream().sorted().toList());
    }

    @Test
    void page_isOfBothForks() throws Exception {
        Block block = blocks().get(1);
        String page = output(block.withCode(AROUND_PAGE.formatted(block.code().indent(4))));
        assertEquals("Page[user=User[id=7], order=Order[text=tea]]", page);
    }

    /**
     * The lines of the other examples stand in tests, too: {@code ReadmeKindsTest} of the core, {@code ReadmeTest} of
     * pipelines and interop.
     */
    @Test
    void others_areTestedWhereTheyBelong() {
        List<Block> others = blocks().subList(2, blocks().size());
        List<String> known = List.of("chan(unbounded(", "Source.from(", "Flows.subscribe(");
        assertEquals(known.size(), others.size());
        for (int i = 0; i < known.size(); i++) {
            assertTrue(
                    others.get(i).code().contains(known.get(i)), others.get(i).code());
        }
    }

    /** The table of packages names each type of the core that a user can import. */
    @Test
    void packages_areAllThereIs() throws IOException {
        Path core = Checkout.ROOT.resolve("lib/core/src/main/java");
        List<String> readme = Files.readAllLines(Checkout.ROOT.resolve("README.md"));
        List<String> exported = EXPORT.matcher(Files.readString(core.resolve("module-info.java")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertTrue(exported.contains("dev.runnel"));
        for (String name : exported) {
            Set<String> told = readme.stream()
                    .filter(line -> line.startsWith("| `" + name + "` |"))
                    .flatMap(line -> NAME.matcher(line).results())
                    .map(found -> found.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(publicTypes(core.resolve(name.replace('.', '/'))), told, name);
        }
    }

    private static Set<String> publicTypes(Path folder) throws IOException {
        Set<String> types = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readAllLines(file).stream().anyMatch(line -> line.startsWith("public "))) {
                    types.add(file.getFileName().toString().replace(".java", ""));
                }
            }
        }
        return types;
    }
}
