package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.runtime.channel.RuntimeCheck;
import java.time.Duration;

/** Ends the JVM, after a dump of all goroutines and threads, unless it is closed in time. */
public final class Alarm implements AutoCloseable {

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
        System.err.println("HANG: " + what + "\n\n" + Go.dump() + "\n" + RuntimeCheck.details() + "\nThreads:\n");
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println(thread + " " + thread.getState());
            for (StackTraceElement frame : stack) {
                System.err.println("\tat " + frame);
            }
        });
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
