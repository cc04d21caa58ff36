package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.text.Safely;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.function.Predicate;

/** What an interrupt that ends a goroutine's call into the JDK looks like. */
final class CutOff {

    /** How far causes are followed: they may form a ring. */
    private static final int DEEPEST_CAUSE = 100;

    private CutOff() {}

    /** Whether what was thrown, or a cause of it, is what the JDK throws at an interrupt. */
    static boolean isBehind(Throwable thrown) {
        return isBehind(
                thrown,
                t -> t instanceof InterruptedException
                        || t instanceof InterruptedIOException
                        || t instanceof ClosedByInterruptException
                        || t instanceof SocketException); // "Closed by interrupt"
    }

    /**
     * Whether it may be what the JDK throws where another thread was interrupted in a call on the same socket or
     * channel, which is closed then.
     */
    static boolean ofAnotherMayBeBehind(Throwable thrown) {
        return isBehind(thrown, t -> t instanceof ClosedChannelException || t instanceof SocketException);
    }

    private static boolean isBehind(Throwable thrown, Predicate<Throwable> sought) {
        int depth = 0;
        for (Throwable t = thrown; t != null && depth < DEEPEST_CAUSE; t = Safely.cause(t)) {
            if (sought.test(t)) {
                return true;
            }
            depth++;
        }
        return false;
    }
}
