package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.runtime.channel.RuntimeCheck;
import java.time.Duration;

/** Ends the JVM, after a dump of all goroutines and threads, unless it is closed in time. */
public final class Alarm implements AutoCloseable {

    private static final Duration LONGEST_DUMP = Duration.ofSeconds(30);

    private final Thread thread;

    Alarm(Duration patience, String round) {
        thread = Thread.ofPlatform().daemon().name("alarm").start(() -> {
            try {
                Thread.sleep(patience);
            } catch (InterruptedException e) {
                return;
            }
            ring("the round of -D" + round + " does not end");
        });
    }

    /**
     * Ends the JVM, after a dump of all goroutines and threads.
     *
     * @param what does not end
     */
    public static void ring(String what) {
        System.err.println("HANG: " + what + "\n");
        printGoroutines();
        System.err.println("\nThreads:\n");
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println(thread + " " + thread.getState());
            for (StackTraceElement frame : stack) {
                System.err.println("\tat " + frame);
            }
        });
        Runtime.getRuntime().halt(1);
    }

    /** On a thread of its own, since it takes locks, and a wait for one of them may be what does not end. */
    private static void printGoroutines() {
        Thread dumping = new Thread(() -> System.err.println(Go.dump() + "\n" + RuntimeCheck.details()), "hang-dump");
        dumping.setDaemon(true);
        dumping.start();
        try {
            if (!dumping.join(LONGEST_DUMP)) {
                System.err.println(
                        "There is no dump of goroutines after " + LONGEST_DUMP + " (see the thread hang-dump).");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
