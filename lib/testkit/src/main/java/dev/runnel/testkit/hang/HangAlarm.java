package dev.runnel.testkit.hang;

import dev.runnel.Go;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** An alarm that ends the JVM with status 1, after a dump of all goroutines and threads, unless it is turned off in time. */
public final class HangAlarm implements AutoCloseable {

    /** The property for the time that a test has, in seconds. */
    public static final String SECONDS = "runnel.hang.seconds";

    private static final int DEFAULT_SECONDS = 120;

    private static final ScheduledExecutorService CLOCK = clock();

    private final Future<?> alarm;

    private HangAlarm(Future<?> alarm) {
        this.alarm = alarm;
    }

    /** Sets one for a test that begins now; what that is called is asked for only if it hangs. */
    public static HangAlarm set(Supplier<String> test) {
        int seconds = Integer.getInteger(SECONDS, DEFAULT_SECONDS);
        return new HangAlarm(CLOCK.schedule(() -> ring(test.get(), seconds), seconds, TimeUnit.SECONDS));
    }

    /** Turns it off. */
    @Override
    public void close() {
        alarm.cancel(false);
    }

    private static ScheduledExecutorService clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "hang-guard");
            thread.setDaemon(true);
            return thread;
        });
        // Else the values of all tries of the last two minutes stay.
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    private static void ring(String test, int seconds) {
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
