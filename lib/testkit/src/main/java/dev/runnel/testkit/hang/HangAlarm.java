package dev.runnel.testkit.hang;

import dev.runnel.Go;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * An alarm that ends the JVM with status 1, after a dump of all goroutines and threads, unless it is turned off in
 * time.
 */
public final class HangAlarm implements AutoCloseable {

    /** The property for the time that a test has, in seconds. */
    public static final String SECONDS = "runnel.hang.seconds";

    private static final int DEFAULT_SECONDS = 120;

    /**
     * How long the alarm waits for the name of the test: the test's own values may have to give it, and may never
     * finish doing so.
     */
    private static final int NAMING_SECONDS = 5;

    private static final ScheduledExecutorService CLOCK = clock();

    private final Future<?> alarm;

    private HangAlarm(Future<?> alarm) {
        this.alarm = alarm;
    }

    /**
     * Sets an alarm for a test that begins now; the name of the test is asked for only if it hangs.
     *
     * @throws IllegalArgumentException naming the property, its value and what is allowed
     */
    public static HangAlarm set(Supplier<String> test) {
        int seconds = seconds();
        Thread caller = Thread.currentThread();
        Countdown countdown = new Countdown(seconds, () -> ring(test, caller, seconds));
        return new HangAlarm(CLOCK.scheduleWithFixedDelay(countdown, 1, 1, TimeUnit.SECONDS));
    }

    /**
     * Counts seconds that this process has seen pass: while it stands still, in a debugger for example, no test has had
     * the time to end. Runs on the clock's thread.
     */
    static final class Countdown implements Runnable {
        private final Runnable end;
        private int left;

        Countdown(int seconds, Runnable end) {
            this.left = seconds;
            this.end = end;
        }

        @Override
        public void run() {
            left--;
            if (left == 0) {
                end.run();
            }
        }
    }

    private static int seconds() {
        String text = System.getProperty(SECONDS);
        if (text == null || text.isBlank()) {
            return DEFAULT_SECONDS;
        }
        try {
            int seconds = Integer.parseInt(text.strip());
            if (seconds >= 1) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                SECONDS + ": '" + text + "' is not allowed; allowed: a whole number of 1 or more");
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
        // Otherwise the tasks of all tries of the last two minutes stay, though without what they were to do.
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    private static void ring(Supplier<String> test, Thread caller, int seconds) {
        try {
            write(report(test, caller, seconds));
        } catch (Throwable e) {
            System.err.println(e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    /** The thread that has set the alarm comes first: it is the test's, as a rule. */
    private static String report(Supplier<String> test, Thread caller, int seconds) {
        StringBuilder report = new StringBuilder("HANG: " + named(test) + " has not ended after " + seconds + " s\n\n");
        report.append(goroutines(seconds)).append("\nThreads:\n");
        append(report, caller, caller.getStackTrace());
        Map<Thread, StackTraceElement[]> others = new HashMap<>(Thread.getAllStackTraces());
        others.remove(caller);
        others.forEach((thread, stack) -> append(report, thread, stack));
        return report.toString();
    }

    private static void append(StringBuilder report, Thread thread, StackTraceElement[] stack) {
        report.append(named(thread)).append(' ').append(thread.getState()).append('\n');
        for (StackTraceElement frame : stack) {
            report.append("\tat ").append(frame).append('\n');
        }
    }

    /** As a thread's own text, which a class of the test's may have replaced. */
    private static String named(Thread thread) {
        if (thread.isVirtual()) {
            return thread.toString();
        }
        ThreadGroup group = thread.getThreadGroup();
        return "Thread[#" + thread.threadId() + "," + thread.getName() + "," + thread.getPriority() + ","
                + (group == null ? "" : group.getName()) + "]";
    }

    /** The name of the test, which is made of the test's own values. */
    private static String named(Supplier<String> test) {
        return told(
                "hang-name",
                NAMING_SECONDS,
                () -> nameOf(test),
                "a test that does not say its name (see the thread hang-name)");
    }

    /** The dump takes locks of the runtimes, which may be what hangs: it has as long as the test had. */
    private static String goroutines(int seconds) {
        return told(
                "hang-dump",
                seconds,
                () -> Go.dump().toString(),
                "There is no dump of goroutines after " + seconds + " s more (see the thread hang-dump).\n");
    }

    /**
     * The answer to what is asked, on a thread that the alarm does not need; or else the other text, if there is none
     * in time.
     */
    private static String told(String thread, int seconds, Supplier<String> asked, String otherwise) {
        FutureTask<String> answer = new FutureTask<>(asked::get);
        Thread asking = new Thread(answer, thread);
        asking.setDaemon(true);
        asking.start();
        try {
            return answer.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return otherwise + "It failed with " + e.getCause() + ".\n";
        } catch (TimeoutException | InterruptedException e) {
            return otherwise;
        }
    }

    private static String nameOf(Supplier<String> test) {
        try {
            return test.get();
        } catch (Throwable e) {
            return "a test that cannot be named, for " + e.getClass().getName() + ",";
        }
    }

    private static void write(String report) throws IOException {
        // Not System.err: the JVM may be gone before the runner gets to pass on what stands there.
        try (FileOutputStream console = new FileOutputStream(FileDescriptor.err)) {
            console.write(report.getBytes(StandardCharsets.UTF_8));
            Files.writeString(
                    Path.of("target", "hang-" + ProcessHandle.current().pid() + ".txt"), report);
        }
    }
}
