package dev.runnel.bench.runner;

import dev.runnel.bench.child.Child;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who takes part, and how each is started. */
final class Contenders {

    private static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

    private static final String HEAP_AT_FIRST = "256m";

    /**
     * So many goroutines need most of the heap: it has its full size from the start, or it would grow while they are
     * counted.
     */
    private static final int CROWD = 100_000;

    private final Options options;

    Contenders(Options options) {
        this.options = options;
    }

    /** All that the options want and this machine has. */
    List<Contender> all() throws Exception {
        List<Contender> all = new ArrayList<>();
        all.add(jvm(Contender.SHARED, "Runnel", "-Drunnel.carriers=shared"));
        all.add(jvm(Contender.DEDICATED, "Runnel", "-Drunnel.carriers=dedicated", OPEN));
        if (options.wants(Contender.GO)) {
            go().ifPresent(all::add);
        }
        all.add(jvm("jox", "Jox"));
        all.add(jvm("jdk", "Jdk"));
        all.add(jvm("jdk-transfer", "Transfer"));
        all.add(jvm("jdk-exchanger", "Exchanger"));
        all.add(jvm("jdk-other", "Other"));
        all.add(jvm(Contender.FLOOR, "Bare", "-Dbench.bare=own", OPEN));
        all.add(jvm("bare-pool", "Bare", "-Djdk.virtualThreadScheduler.parallelism=1"));
        all.removeIf(contender -> !options.wants(contender.name()));
        return all;
    }

    private Contender jvm(String name, String kit, String... flags) {
        return new Contender(name, size -> java(size, kit, List.of(flags)), Map.of());
    }

    private List<String> java(int size, String kit, List<String> flags) {
        List<String> command = pinned();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xms" + (size < CROWD ? HEAP_AT_FIRST : options.heap()));
        command.add("-XX:+AlwaysPreTouch"); // a program that has run for long has touched its heap
        command.add("-Xmx" + options.heap());
        command.addAll(options.collector());
        if (options.profile()) { // otherwise a sample counts for the next place where a thread may stop
            command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
        }
        command.add("-Drunnel.procs=" + options.procs());
        command.add("-Djdk.virtualThreadScheduler.parallelism=" + options.procs());
        command.addAll(flags); // the last of two equal properties counts
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Child.class.getName());
        command.add(kit);
        command.add(Integer.toString(options.procs()));
        return command;
    }

    private Optional<Contender> go() throws Exception {
        return new GoTool(options).build().map(binary -> {
            List<String> command = pinned();
            command.add(binary.toString());
            return new Contender(
                    Contender.GO, size -> command, Map.of("GOMAXPROCS", Integer.toString(options.procs())));
        });
    }

    private List<String> pinned() {
        List<String> command = new ArrayList<>();
        if (!options.cpus().isEmpty()) {
            command.addAll(List.of("taskset", "-c", options.cpus()));
        }
        return command;
    }
}
