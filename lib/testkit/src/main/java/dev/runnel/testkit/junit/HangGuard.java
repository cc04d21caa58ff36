package dev.runnel.testkit.junit;

import dev.runnel.Go;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that has not ended after two minutes ends the JVM with status 1, after a dump of all goroutines and of all threads
 * on standard error and in {@code target/hang-PID.txt}. A goroutine that waits for ever cannot be made to end its test in
 * any gentler way.
 *
 * <p>For all tests of a module: name this class in {@code META-INF/services/org.junit.jupiter.api.extension.Extension} and
 * set {@code junit.jupiter.extensions.autodetection.enabled}. The test runs on its own thread, as without the guard.
 * Property {@value #SECONDS}: another number of seconds.
 */
public final class HangGuard implements BeforeEachCallback {

    /** The property for the time that a test has, in seconds. */
    public static final String SECONDS = "runnel.hang.seconds";

    private static final int DEFAULT_SECONDS = 120;

    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hang-guard");
        thread.setDaemon(true);
        return thread;
    });

    /** For the service loader and {@code @ExtendWith}. */
    public HangGuard() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        int seconds = Integer.getInteger(SECONDS, DEFAULT_SECONDS);
        String test = context.getDisplayName() + " " + context.getUniqueId();
        ScheduledFuture<?> alarm = CLOCK.schedule(() -> hangs(test, seconds), seconds, TimeUnit.SECONDS);
        context.getStore(ExtensionContext.Namespace.create(HangGuard.class, context.getUniqueId()))
                .put("alarm", (AutoCloseable) () -> alarm.cancel(false));
    }

    private static void hangs(String test, int seconds) {
        StringBuilder report = new StringBuilder("HANG: " + test + " has not ended after " + seconds + " s\n\n");
        report.append(Go.dump()).append("\nThreads:\n");
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            report.append(thread).append(' ').append(thread.getState()).append('\n');
            for (StackTraceElement frame : stack) {
                report.append("\tat ").append(frame).append('\n');
            }
        });
        // Not System.err: the runner may not get to pass on what stands there before the JVM is gone.
        try (FileOutputStream console = new FileOutputStream(FileDescriptor.err)) {
            console.write(report.toString().getBytes(StandardCharsets.UTF_8));
            Files.writeString(
                    Path.of("target", "hang-" + ProcessHandle.current().pid() + ".txt"), report);
        } catch (IOException e) {
            System.err.println(e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}
