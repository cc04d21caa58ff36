package dev.runnel;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that has not ended after two minutes fails the run, with a dump of all goroutines and of all threads on
 * standard error and in {@code target/hang-*.txt}. Registered for every JUnit test through the service loader;
 * {@link PropertyHangGuard} does the same for properties.
 */
public final class HangGuard implements BeforeEachCallback, AfterEachCallback {

    static final long SECONDS = 120;

    /** How long the dump of goroutines may take: it takes locks, which may be what hangs. */
    private static final long DUMP_SECONDS = 30;

    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hang-guard");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<String, ScheduledFuture<?>> alarms = new ConcurrentHashMap<>();

    @Override
    public void beforeEach(ExtensionContext context) {
        alarms.put(context.getUniqueId(), start(context.getDisplayName() + " " + context.getUniqueId()));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ScheduledFuture<?> alarm = alarms.remove(context.getUniqueId());
        if (alarm != null) {
            alarm.cancel(false);
        }
    }

    static ScheduledFuture<?> start(String test) {
        return CLOCK.schedule(() -> hangs(test), SECONDS, TimeUnit.SECONDS);
    }

    private static void hangs(String test) {
        try {
            write(report(test));
        } catch (Throwable e) {
            System.err.println(e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private static String report(String test) {
        StringBuilder report = new StringBuilder("HANG: " + test + " has not ended after " + SECONDS + " s\n\n");
        report.append(goroutines()).append("\nThreads:\n");
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            report.append(thread).append(' ').append(thread.getState()).append('\n');
            for (StackTraceElement frame : stack) {
                report.append("\tat ").append(frame).append('\n');
            }
        });
        return report.toString();
    }

    /** On a thread that the alarm does not need. */
    private static String goroutines() {
        FutureTask<String> dump = new FutureTask<>(() -> Go.dump().toString());
        Thread dumping = new Thread(dump, "hang-dump");
        dumping.setDaemon(true);
        dumping.start();
        try {
            return dump.get(DUMP_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException | InterruptedException e) {
            return "There is no dump of goroutines, for " + e + " (see the thread hang-dump).\n";
        }
    }

    private static void write(String report) throws IOException {
        System.err.println(report);
        System.err.flush();
        // The runner may not manage to pass on what is in its own stream before the JVM is gone.
        Files.writeString(Path.of("target", "hang-" + ProcessHandle.current().pid() + ".txt"), report);
        new FileOutputStream(FileDescriptor.err).write(report.getBytes(StandardCharsets.UTF_8));
    }
}
