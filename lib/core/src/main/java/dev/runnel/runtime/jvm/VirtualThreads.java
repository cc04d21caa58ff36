package dev.runnel.runtime.jvm;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.runnel.runtime.carrier.PlatformThreads;
import dev.runnel.runtime.carrier.PoolHold;
import dev.runnel.runtime.carrier.SharedCarriers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The virtual threads of the JVM, as far as it keeps track of them; by way of a thread dump, so for rare use. */
public final class VirtualThreads {

    private static final Pattern HEADER = Pattern.compile("^#(\\d+) \"(.*)\" virtual");

    /** Those of the carriers, and those of the JDK that wait for the network. */
    private static final Pattern HELPERS = Pattern.compile(Pattern.quote(SharedCarriers.STIRRER) + "|"
            + Pattern.quote(PoolHold.SITTER) + "|(Master|Read|Write|Sub)-?Poller(-\\d+)?");

    private static final DumpRisk RISK = new DumpRisk(Runtime.version().feature());

    private static final Pauses COUNTS = new Pauses();

    /** Whether one is alive. */
    public enum Sight {
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
     * Whether there may be more than ours: those of the JDK that wait for the network, for example, or threads that
     * have ended and that somebody keeps. Where that cannot be told now, there may be. Uses the JVM's count of objects,
     * for which it collects garbage.
     *
     * @param ours counts ours; called after the others were counted, if they were
     */
    public static boolean mayBeMoreThan(LongSupplier ours) {
        if (!COUNTS.allows(System.nanoTime())) {
            return true;
        }
        long all = ObjectCount.of("java.lang.VirtualThread");
        boolean more = all != ours.getAsLong();
        COUNTS.shown(more, System.nanoTime());
        return more;
    }

    /**
     * Those that are neither ours nor the JDK's own. One that has not been started is not alive. Where a dump may not
     * be made now, some may be.
     *
     * @param ours what ours are called, before a number if they have one
     * @param harmless the identifiers of those that do not count either
     */
    public static Sight ofOthers(String ours, Set<Long> harmless) {
        if (!areTracked()) {
            return Sight.UNKNOWN;
        }
        if (!RISK.any()) {
            return inDump(ours, harmless);
        }
        if (!PoolHold.isPossible()) {
            return Sight.UNKNOWN;
        }
        if (PlatformThreads.runningCarriersOfTheJdk() > 0 || !RISK.allows(System.nanoTime())) {
            return Sight.SOME;
        }
        Sight sight = inDumpOfPoolAtRest(ours, harmless);
        RISK.shown(sight == Sight.SOME, System.nanoTime());
        return sight;
    }

    private static Sight inDumpOfPoolAtRest(String ours, Set<Long> harmless) {
        try (PoolHold hold = PoolHold.tryToTake()) {
            return hold == null ? Sight.SOME : inDump(ours, harmless);
        }
    }

    private static Sight inDump(String ours, Set<Long> harmless) {
        Pattern known = Pattern.compile(Pattern.quote(ours) + "(-\\d+)?|" + HELPERS);
        Path folder = null;
        try {
            folder = Files.createTempDirectory("runnel");
            Path dump = folder.resolve("threads");
            HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            jvm.dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            try (Stream<String> lines = Files.lines(dump)) {
                boolean any = lines.map(HEADER::matcher)
                        .filter(Matcher::find)
                        .anyMatch(header -> !known.matcher(header.group(2)).matches()
                                && !harmless.contains(Long.valueOf(header.group(1))));
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
