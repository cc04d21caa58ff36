package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.FailureHandler;
import dev.runnel.scheduler.GoroutineDump;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a failure that ends no run. The runtime's handler is told; if there is none, that of the goroutine's
 * thread, or the JVM's default one; if there is none either, the failure is printed. It is never passed over in
 * silence.
 */
public final class Uncaught {

    private volatile @Nullable FailureHandler handler;

    Uncaught() {}

    /** Sets the handler; null for none. */
    public void tell(@Nullable FailureHandler other) {
        handler = other;
    }

    /** On the goroutine's thread. */
    void report(Goroutine g, Throwable thrown) {
        try {
            tellOf(g, thrown);
        } catch (Throwable second) {
            try {
                handlerFailed(second, thrown);
            } catch (Throwable third) {
                return; // out of memory, perhaps; the goroutine must end all the same
            }
        }
    }

    private void tellOf(Goroutine g, Throwable thrown) {
        FailureHandler own = handler;
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler threads = thread.getUncaughtExceptionHandler();
        if (own != null) {
            own.failed(Dump.failed(g, thrown), thrown);
        } else if (isNobodys(threads) && Thread.getDefaultUncaughtExceptionHandler() == null) {
            System.err.print(text(g, thrown));
        } else {
            threads.uncaughtException(thread, thrown);
        }
    }

    /** Whether the thread has it without having been given it: such a handler asks the JVM's default one. */
    private static boolean isNobodys(Thread.UncaughtExceptionHandler threads) {
        return threads instanceof ThreadGroup || threads instanceof Machine;
    }

    /** The goroutine as in a dump, where it failed; and the whole exception if there is more to it than one stack. */
    static String text(Goroutine g, Throwable thrown) {
        StringWriter text = new StringWriter();
        text.append(g + " failed: ").append(Safely.text(thrown)).append("\n\n");
        text.append(new GoroutineDump(Instant.EPOCH, List.of(Dump.failed(g, thrown)), 0, 0).text());
        try {
            if (Safely.cause(thrown) != null || thrown.getSuppressed().length > 0) {
                thrown.printStackTrace(new PrintWriter(text));
            }
        } catch (Throwable second) {
            text.append("(its stack trace failed: ").append(Safely.text(second)).append(")\n");
        }
        return text.toString();
    }

    private static void handlerFailed(Throwable second, Throwable thrown) {
        System.Logger log = System.getLogger("dev.runnel");
        try {
            if (second != thrown) {
                second.addSuppressed(thrown);
            }
            log.log(System.Logger.Level.ERROR, "the handler of uncaught exceptions failed", second);
        } catch (Throwable third) {
            String text = "the handler of uncaught exceptions failed: " + Safely.text(second);
            log.log(System.Logger.Level.ERROR, text);
        }
    }
}
