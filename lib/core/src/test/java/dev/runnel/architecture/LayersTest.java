package dev.runnel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages of the library import only what lies below them, and the core stands on its own. */
class LayersTest {

    private static final String ROOT = "dev.runnel";

    /** From the top down: a package may use those of later lines, and none of its own line or of earlier ones. */
    private static final List<Set<String>> LAYERS = List.of(
            Set.of(".scope", ".net"),
            Set.of("", ".context"),
            Set.of(".time"),
            Set.of(".runtime.select", ".runtime.net", ".sync"),
            Set.of(".runtime.channel"),
            Set.of(".runtime.scheduler"),
            Set.of(".runtime.jvm"),
            Set.of(".runtime.queue", ".runtime.carrier", ".runtime.park", ".runtime.trace"),
            Set.of(".runtime.lock", ".runtime.choice", ".select"),
            Set.of(".channel", ".scheduler"),
            Set.of(".trace"),
            Set.of(".runtime.text"));

    /** A sealed interface of the contract names the hidden class that implements it. */
    private static final Map<String, String> CONTRACTS =
            Map.of(".channel", ".runtime.channel", ".select", ".runtime.select");

    /**
     * What may be used of java.util.concurrent: what parks a thread, what a carrier is to the JDK and what the JDK says
     * of it, and plain atomics.
     */
    private static final Set<String> CONCURRENT = Set.of(
            "java.util.concurrent.Executor",
            "java.util.concurrent.RejectedExecutionException",
            "java.util.concurrent.ThreadLocalRandom",
            "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.locks.LockSupport");

    private static final Pattern ARROW = Pattern.compile("^\\s+(\\S+)\\s+-> (\\S+)");

    @TempDir
    static Path classes;

    private static List<String[]> arrows;

    @BeforeAll
    static void readDependencies() throws IOException {
        Path compiled = Path.of("target", "classes");
        try (Stream<Path> files = Files.walk(compiled)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = classes.resolve(compiled.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else if (!file.endsWith("module-info.class")) {
                    Files.copy(file, copy);
                }
            }
        }
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = jdeps.run(
                print,
                System.err,
                "--ignore-missing-deps",
                "--multi-release",
                "base",
                "-verbose:class",
                "-filter:none",
                classes.toString());
        assertEquals(0, status);
        arrows = out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(ARROW::matcher)
                .filter(Matcher::find)
                .map(arrow -> new String[] {arrow.group(1), arrow.group(2)})
                .filter(arrow -> arrow[0].startsWith(ROOT))
                .toList();
        assertTrue(arrows.size() > 300, "jdeps found " + arrows.size() + " dependencies only");
    }

    @Test
    void packages_importOnlyFromLowerLayers() {
        Set<String> wrong = new TreeSet<>();
        for (String[] arrow : arrows) {
            if (arrow[1].startsWith(ROOT)) {
                String from = packageOf(arrow[0]);
                String to = packageOf(arrow[1]);
                boolean down = layerOf(from) < layerOf(to);
                if (!from.equals(to) && !down && !to.equals(CONTRACTS.get(from))) {
                    wrong.add(arrow[0] + " -> " + arrow[1]);
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    @Test
    void core_usesNoQueueLockOrPoolOfTheJdk() {
        Set<String> wrong = new TreeSet<>();
        for (String[] arrow : arrows) {
            if (arrow[1].startsWith("java.util.concurrent.") && !CONCURRENT.contains(arrow[1])) {
                wrong.add(arrow[0] + " -> " + arrow[1]);
            }
        }
        assertEquals(Set.of(), wrong);
    }

    /**
     * Polling such a queue takes a lock of the JDK's. For whoever waits for that lock while holding one of ours, it may
     * be that only somebody who needs ours can let it go on.
     */
    @Test
    void core_asksNoReferenceQueue() {
        Set<String> wrong = new TreeSet<>();
        for (String[] arrow : arrows) {
            if (arrow[1].equals("java.lang.ref.ReferenceQueue") || arrow[1].equals("java.util.WeakHashMap")) {
                wrong.add(arrow[0] + " -> " + arrow[1]);
            }
        }
        assertEquals(Set.of(), wrong);
    }

    @Test
    void onlyTheCarriers_reachIntoTheJdk() {
        Set<String> reflecting = new TreeSet<>();
        for (String[] arrow : arrows) {
            if (arrow[1].startsWith("java.lang.reflect.")) {
                reflecting.add(packageOf(arrow[0]));
            }
        }
        assertEquals(Set.of(".runtime.carrier"), reflecting);
        assertFalse(arrows.stream().anyMatch(arrow -> arrow[1].startsWith("jdk.") || arrow[1].startsWith("sun.")));
    }

    private static int layerOf(String name) {
        for (int i = 0; i < LAYERS.size(); i++) {
            if (LAYERS.get(i).contains(name)) {
                return i;
            }
        }
        throw new AssertionError(ROOT + name + " stands in no layer");
    }

    /** The type's package, without the root. */
    private static String packageOf(String type) {
        return type.substring(ROOT.length(), type.lastIndexOf('.'));
    }
}
