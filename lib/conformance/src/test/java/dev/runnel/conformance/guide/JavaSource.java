package dev.runnel.conformance.guide;

import java.net.URI;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.SimpleJavaFileObject;

/**
 * The source file of a block: its types and static methods are members of a class {@code Row}; its statements are the
 * main goroutine of a run or, if they start a runtime themselves, the main method.
 */
final class JavaSource extends SimpleJavaFileObject {

    /** What every block may use without an import; the guide says so. */
    private static final String IMPORTS = """
            import static dev.runnel.Go.*;
            import static org.junit.jupiter.api.Assertions.*;
            import dev.runnel.*;
            import dev.runnel.channel.*;
            import dev.runnel.context.*;
            import dev.runnel.scheduler.*;
            import dev.runnel.scope.*;
            import dev.runnel.select.*;
            import dev.runnel.sync.*;
            import dev.runnel.testkit.*;
            import dev.runnel.time.*;
            import io.vavr.control.Option;
            import java.time.Duration;
            import java.time.Instant;
            import java.util.ArrayList;
            import java.util.Iterator;
            import java.util.List;
            import java.util.Map;
            import java.util.TreeMap;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.atomic.*;
            import java.util.function.Supplier;
            import net.jqwik.api.ForAll;
            import net.jqwik.api.Property;
            """;

    private static final Predicate<String> DECLARES = Pattern.compile(
                    "(public |final |sealed )*(static|class|record|interface|enum) .*")
            .asMatchPredicate();
    private static final Predicate<String> RUNS_ITSELF = Pattern.compile(
                    "(?m)^\\s*(run\\(|Bubble\\.run\\(|Schedules\\.|.*new GoRuntime\\()")
            .asPredicate();
    private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?class (\\w+)");

    private final Block block;
    private final String pack;
    private final String text;
    private final String main;

    JavaSource(Block block, int number) {
        super(URI.create("string:///row" + number + "/Row.java"), Kind.SOURCE);
        this.block = block;
        pack = "row" + number;
        Members members = Members.of(block.code(), DECLARES.or(line -> line.startsWith("import ")));
        String statements = members.statements();
        Matcher type = CLASS.matcher(block.code());
        main = pack + ".Row" + (statements.isBlank() && type.find() ? "$" + type.group(1) : "");
        text = "package " + pack + ";\n" + IMPORTS
                + declarations(members.declarations(), "import ")
                + "@SuppressWarnings(\"all\") public class Row {\n"
                + declarations(members.declarations(), "")
                + "public static void main(String[] args) throws Exception {\n"
                + (RUNS_ITSELF.test(statements) ? statements : "run(() -> {\n" + statements + "});\n")
                + "}\n}\n";
    }

    private static String declarations(List<String> all, String kind) {
        return all.stream()
                .filter(d -> d.startsWith("import ") == kind.equals("import "))
                .map(d -> d.replaceFirst("^(public )?class ", "public static class "))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    Block block() {
        return block;
    }

    /** The name of the class that is to be run: with a main method, or with tests. */
    String main() {
        return main;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }
}
