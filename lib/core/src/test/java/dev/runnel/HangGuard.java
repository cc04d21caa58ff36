package dev.runnel;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
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
        StringBuilder report = new StringBuilder("HANG: " + test + " has not ended after " + SECONDS + " s\n\n");
        report.append(Go.dump());
        report.append("\nThreads:\n");
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            report.append(thread).append(' ').append(thread.getState()).append('\n');
            for (StackTraceElement frame : stack) {
                report.append("\tat ").append(frame).append('\n');
            }
        });
        System.err.println(report);
        System.err.flush();
        try {
            // The runner may not get to pass on what stands in its own stream before the JVM is gone.
            Files.writeString(
                    Path.of("target", "hang-" + ProcessHandle.current().pid() + ".txt"), report);
            new FileOutputStream(FileDescriptor.err).write(report.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            System.err.println(e);
        }
        Runtime.getRuntime().halt(1);
    }
}
