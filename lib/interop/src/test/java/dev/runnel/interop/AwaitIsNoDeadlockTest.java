package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What completes a future, or is a publisher or a subscriber, may be a daemon that was there before the run and waits
 * for the time of a task; the check for deadlocks takes it for idle. In a JVM of its own: where other threads have used
 * channels, there is no alarm anyway.
 */
class AwaitIsNoDeadlockTest {

    /** The program. */
    static final class Program {

        private static final long LONGER_THAN_THE_CHECK_TAKES = 5_000;

        private final ScheduledExecutorService clock;

        private Program(ScheduledExecutorService clock) {
            this.clock = clock;
        }

        public static void main(String[] args) throws Exception {
            ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            });
            clock.submit(() -> true).get();
            Program program = new Program(clock);
            Go.run(() -> System.out.print(
                    switch (args[0]) {
                        case "plain" -> Futures.await(program.future());
                        case "context" -> Futures.await(program.future(), Context.background());
                        case "publisher" -> program.published();
                        case "given up" -> program.givenUp();
                        default -> program.askedFor();
                    }));
        }

        private void later(Runnable action) {
            clock.schedule(action, LONGER_THAN_THE_CHECK_TAKES, TimeUnit.MILLISECONDS);
        }

        private CompletableFuture<String> future() {
            CompletableFuture<String> future = new CompletableFuture<>();
            later(() -> future.complete("in time"));
            return future;
        }

        private String published() {
            Flow.Publisher<String> publisher = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    later(() -> subscriber.onNext("in time"));
                }

                @Override
                public void cancel() {}
            });
            try (Inflow<String> inflow = Flows.subscribe(publisher, 1)) {
                return inflow.channel().recv().get();
            }
        }

        /** Nobody that may come from outside is waited for any longer. */
        private String givenUp() {
            Inflow<String> inflow = Flows.subscribe(subscriber -> subscriber.onSubscribe(new Silent()), 1);
            inflow.close();
            inflow.done().recv();
            Chan<String> ended = Go.chan();
            Probe<String> probe = new Probe<>(0);
            Flows.<String>publisher((out, context) -> {
                        context.done().recv();
                        ended.close();
                    })
                    .subscribe(probe);
            probe.cancel();
            ended.recv();
            return Go.<String>chan().recv().get();
        }

        /** A subscription to a publisher that has nothing. */
        private static final class Silent implements Flow.Subscription {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
        }

        private String askedFor() {
            Chan<String> taken = Go.chan(1);
            Flows.<String>publisher((out, context) -> {
                        out.send("value");
                        taken.send("in time");
                    })
                    .subscribe(new Probe<>(0) {
                        @Override
                        public void onSubscribe(Flow.Subscription fresh) {
                            later(() -> fresh.request(1));
                        }
                    });
            return taken.recv().get();
        }
    }

    @Test
    void wait_isNoDeadlock_whoeverIsToEndIt() throws IOException, InterruptedException {
        List<Process> all = List.of(start("plain"), start("context"), start("publisher"), start("subscriber"));
        for (Process process : all) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("in time", output);
            assertEquals(0, process.waitFor());
        }
    }

    @Test
    void waitThatIsOver_keepsNoDeadlockFromBeingReported() throws IOException, InterruptedException {
        Process process = start("given up");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(output.contains("all goroutines are asleep - deadlock!"), output);
        assertNotEquals(0, process.waitFor());
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
