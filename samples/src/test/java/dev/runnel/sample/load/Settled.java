package dev.runnel.sample.load;

import java.io.IOException;
import java.time.Duration;

/** Waits until a server has nothing more than it should have. */
final class Settled {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Carriers of the JDK's pool, and threads that wait for the network, come and go by themselves. */
    private static final int THREADS = 4;

    private Settled() {}

    /** Waits until it has what it has without connections: its listener, and the goroutines that are always there. */
    static Counts await(HostProcess host) throws IOException, InterruptedException {
        Counts last = host.counts();
        for (Counts now = host.counts(); now.goroutines() != last.goroutines() || now.sockets() != last.sockets(); ) {
            last = now;
            Thread.sleep(100);
            now = host.counts();
        }
        return last;
    }

    /**
     * Waits until it has no more goroutines, sockets and descriptors than before, and no more threads but those that
     * come and go.
     */
    static Counts await(HostProcess host, Counts before) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        Counts now = host.counts();
        while (now.goroutines() > before.goroutines()
                || now.sockets() > before.sockets()
                || now.descriptors() > before.descriptors()
                || now.threads() > before.threads() + THREADS) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("left: " + now + "; before: " + before);
            }
            Thread.sleep(100);
            now = host.counts();
        }
        return now;
    }
}
