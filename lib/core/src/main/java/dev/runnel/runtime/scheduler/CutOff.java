package dev.runnel.runtime.scheduler;

import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;

/** What the interrupt looks like that ends a goroutine's call into the JDK. */
final class CutOff {

    /** How far causes are followed: they may form a ring. */
    private static final int DEEPEST_CAUSE = 100;

    private CutOff() {}

    /** Whether what was thrown, or a cause of it, is what the JDK throws at an interrupt. */
    static boolean isBehind(Throwable thrown) {
        int depth = 0;
        for (Throwable t = thrown; t != null && depth < DEEPEST_CAUSE; t = FailureText.cause(t)) {
            if (t instanceof InterruptedException
                    || t instanceof InterruptedIOException
                    || t instanceof ClosedByInterruptException
                    || t instanceof SocketException) { // "Closed by interrupt"
                return true;
            }
            depth++;
        }
        return false;
    }
}
