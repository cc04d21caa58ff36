package dev.runnel.jcstress;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the run, after a dump of its threads, if a forked JVM does not end. jcstress itself bounds the time of a test's
 * rounds, but not that of the trial round with which it begins.
 */
final class HangGuard implements Runnable {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(5);

    static void start() {
        Thread.ofPlatform().daemon().name("hang-guard").start(new HangGuard());
    }

    @Override
    public void run() {
        for (; ; ) {
            Instant oldest = Instant.now().minus(LONGEST);
            ProcessHandle.current()
                    .children()
                    .filter(fork ->
                            fork.info().startInstant().orElse(Instant.MAX).isBefore(oldest))
                    .findAny()
                    .ifPresent(HangGuard::end);
            LockSupport.parkNanos(LOOKS_EVERY.toNanos());
        }
    }

    private static void end(ProcessHandle fork) {
        System.out.println("A test has not ended after " + LONGEST + ": "
                + fork.info().commandLine().orElse("?"));
        try {
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(fork.pid()),
                            "Thread.print")
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            System.out.println("no dump: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(1);
    }
}
