package dev.runnel.bench.runner;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/** The machine of the run, and how busy it was before and after. */
final class Machine {

    private final Options options;
    private final double loadBefore = load();
    private final String start = now();

    Machine(Options options) {
        this.options = options;
    }

    String describe() throws IOException, InterruptedException {
        return String.format(
                Locale.ROOT,
                "%s to %s, %s, procs %d%n%s %s, %s%nload %.1f before, %.1f after",
                start,
                now(),
                processors(),
                options.procs(),
                System.getProperty("java.vm.name"),
                Runtime.version(),
                options.wants(Contender.GO) ? GoTool.version() : "no Go",
                loadBefore,
                load());
    }

    private String processors() throws IOException {
        String all = Runtime.getRuntime().availableProcessors() + " x " + processor();
        return options.cpus().isEmpty() ? all : "processors " + options.cpus() + " of " + all;
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String now() {
        return ZonedDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm'Z'", Locale.ROOT));
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.exists(info)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(info)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
    }
}
