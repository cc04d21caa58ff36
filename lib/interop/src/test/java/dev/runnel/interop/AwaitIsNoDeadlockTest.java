package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.context.Context;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Who completes a future may be a daemon that was there before the run and waits for the time of a task, which the check for deadlocks
 * takes for idle. In a JVM of its own: where other threads have used channels there is no alarm anyway.
 */
class AwaitIsNoDeadlockTest {

    /** The program. */
    static final class Program {

        private static final long LONGER_THAN_THE_CHECK_TAKES = 5_000;

        private Program() {}

        public static void main(String[] args) throws Exception {
            ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            });
            clock.submit(() -> true).get();
            Go.run(() -> {
                CompletableFuture<String> future = new CompletableFuture<>();
                clock.schedule(() -> future.complete("in time"), LONGER_THAN_THE_CHECK_TAKES, TimeUnit.MILLISECONDS);
                System.out.print(
                        args[0].equals("plain") ? Futures.await(future) : Futures.await(future, Context.background()));
            });
        }
    }

    @Test
    void await_isNoDeadlock_whoeverCompletesTheFuture() throws IOException, InterruptedException {
        List<Process> both = List.of(start("plain"), start("context"));
        for (Process process : both) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("in time", output);
            assertEquals(0, process.waitFor());
        }
    }

    private static Process start(String form) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens"))
                .toList());
        command.add("-Drunnel.carriers=" + System.getProperty("runnel.carriers", "auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName(), form));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
