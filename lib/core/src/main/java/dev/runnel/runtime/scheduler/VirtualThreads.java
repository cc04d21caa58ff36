package dev.runnel.runtime.scheduler;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.runnel.runtime.carrier.PlatformThreads;
import dev.runnel.runtime.carrier.PoolHold;
import dev.runnel.runtime.carrier.SharedCarriers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The virtual threads of the JVM, as far as it keeps track of them; by way of a thread dump, so for rare use. */
final class VirtualThreads {

    private static final Pattern HEADER = Pattern.compile("^#\\d+ \"(.*)\" virtual");

    /** Ours, and those of the JDK that wait for the network. */
    private static final Pattern KNOWN =
            Pattern.compile(Pattern.quote(Machine.NAME) + "(-\\d+)?|" + Pattern.quote(SharedCarriers.STIRRER) + "|"
                    + Pattern.quote(PoolHold.SITTER) + "|(Master|Read|Write|Sub)-?Poller(-\\d+)?");

    private static final DumpRisk RISK = new DumpRisk(Runtime.version().feature());

    private static final Pauses COUNTS = new Pauses();

    /** Whether one is alive. */
    enum Sight {
        SOME,
        NONE,
        UNKNOWN
    }

    private VirtualThreads() {}

    /** Whether the JVM keeps track of all, as it does unless it was told otherwise. */
    private static boolean areTracked() {
        String told = System.getProperty("jdk.trackAllThreads", "");
        return told.isEmpty() || Boolean.parseBoolean(told);
    }

    /**
     * Whether there are more than the Ms of all runtimes; it may be those of the JDK that wait for the network, or threads that have ended and that
     * somebody keeps. Where that cannot be told now, there may be. By the JVM's count of objects, for which it collects garbage.
     */
    static boolean mayBeMoreThanMs() {
        if (!COUNTS.allows(System.nanoTime())) {
            return true;
        }
        long all = ObjectCount.of("java.lang.VirtualThread");
        long ours = 0;
        for (Scheduler scheduler : Schedulers.all()) {
            ours += scheduler.machines.size();
        }
        boolean more = all != ours;
        COUNTS.shown(more, System.nanoTime());
        return more;
    }

    /** Those that are neither Ms nor the JDK's own. One that has not been started is not alive. Where a dump may not be made now, some may be. */
    static Sight ofOthers() {
        if (!areTracked()) {
            return Sight.UNKNOWN;
        }
        if (!RISK.any()) {
            return inDump();
        }
        if (!PoolHold.isPossible()) {
            return Sight.UNKNOWN;
        }
        if (PlatformThreads.runningCarriersOfTheJdk() > 0 || !RISK.allows(System.nanoTime())) {
            return Sight.SOME;
        }
        Sight sight = inDumpOfPoolAtRest();
        RISK.shown(sight == Sight.SOME, System.nanoTime());
        return sight;
    }

    private static Sight inDumpOfPoolAtRest() {
        try (PoolHold hold = PoolHold.tryToTake()) {
            return hold == null ? Sight.SOME : inDump();
        }
    }

    private static Sight inDump() {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("runnel");
            Path dump = folder.resolve("threads");
            HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            jvm.dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            try (Stream<String> lines = Files.lines(dump)) {
                boolean any = lines.map(HEADER::matcher)
                        .filter(Matcher::find)
                        .anyMatch(header -> !KNOWN.matcher(header.group(1)).matches());
                return any ? Sight.SOME : Sight.NONE;
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            return Sight.UNKNOWN; // no such bean, or no place for the dump
        } finally {
            delete(folder);
        }
    }

    private static void delete(@Nullable Path folder) {
        if (folder != null) {
            try {
                Files.deleteIfExists(folder.resolve("threads"));
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                // It lies in the folder for temporary files.
            }
        }
    }
}
