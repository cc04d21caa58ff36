package dev.runnel.runtime.scheduler;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The virtual threads of the JVM, as far as it keeps track of them; by way of a thread dump, so for rare use. */
final class VirtualThreads {

    private static final Pattern HEADER = Pattern.compile("^#\\d+ \"(.*)\" virtual");

    /** What those of the JDK do that wait for sockets. */
    private static final Pattern POLLER = Pattern.compile("sun\\.nio\\.ch\\.Poller\\.\\w*Loop");

    private VirtualThreads() {}

    /** Whether the JVM keeps track of all, as it does unless it was told otherwise. */
    static boolean areTracked() {
        String told = System.getProperty("jdk.trackAllThreads", "");
        return told.isEmpty() || Boolean.parseBoolean(told);
    }

    /** Whether one is alive that is neither an M nor the JDK's own; false if the JVM does not say, and true if there is no place to say it. */
    static boolean anyOfOthers() {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("runnel");
            Path dump = folder.resolve("threads");
            HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            jvm.dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            try (BufferedReader lines = Files.newBufferedReader(dump)) {
                return isAnyOfOthers(lines);
            }
        } catch (IOException e) {
            return true;
        } catch (RuntimeException | LinkageError e) {
            return false; // no such bean
        } finally {
            delete(folder);
        }
    }

    /** The JDK's own are told by their stacks; so whether one is of others is known where the next begins. */
    static boolean isAnyOfOthers(BufferedReader dump) throws IOException {
        boolean ofOthers = false;
        for (String line = dump.readLine(); line != null; line = dump.readLine()) {
            if (line.startsWith("#")) {
                if (ofOthers) {
                    return true;
                }
                Matcher header = HEADER.matcher(line);
                ofOthers = header.find() && !header.group(1).startsWith("runnel-");
            } else if (POLLER.matcher(line).find()) {
                ofOthers = false;
            }
        }
        return ofOthers;
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
