package dev.runnel.conformance.programs;

import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.net.Conn;
import dev.runnel.net.Listener;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.runtime.scheduler.Schedulers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for the network with no byte left, each time by one that never waited before, and while others fill the heap
 * again and again. Each wait may fail; then it has kept no lock, and when there is memory again, those that wait are
 * told of what comes.
 */
final class FullHeapNetwork {

    private static final int TRIES = 8;
    private static final int FILLS = 15;
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final long FULL = 20_000_000;
    private static final long FREE = 2_000_000;

    private FullHeapNetwork() {}

    public static void main(String[] args) throws Exception {
        try (Listener listener = Net.listen("127.0.0.1:0");
                Conn a = Net.dial(listener.addressText());
                Conn b = listener.accept();
                Conn c = Net.dial(listener.addressText());
                Conn d = listener.accept()) {
            Thread waits = Thread.ofPlatform().start(() -> read(b));
            for (int i = 0; i < TRIES; i++) {
                firstWaits(c, i >= TRIES / 2);
            }
            byte[] echoed = new byte[1]; // here, while there is memory
            byte[] said = new byte[1];
            Thread echo = Thread.ofPlatform().daemon().start(() -> echo(d, echoed));
            Thread talks = Thread.ofPlatform().daemon().start(() -> talk(c, said));
            for (int i = 0; i < FILLS; i++) {
                HeapFill.take();
                LockSupport.parkNanos(FULL);
                HeapFill.giveBack();
                LockSupport.parkNanos(FREE);
            }
            a.write(new byte[1]);
            waits.join();
            c.close();
            talks.join();
            echo.join();
        }
        System.out.print("done");
    }

    /** A goroutine and a thread that have never waited before. */
    private static void firstWaits(Conn conn, boolean withoutMemory) throws Exception {
        Go.run(() -> go(() -> waitsInVain(conn, withoutMemory)).join());
        Thread.ofPlatform().start(() -> waitsInVain(conn, withoutMemory)).join();
    }

    private static void waitsInVain(Conn conn, boolean withoutMemory) {
        byte[] one = new byte[1];
        try {
            conn.setReadDeadline(SHORT);
            if (withoutMemory) {
                awaitIdlePs();
                HeapFill.take();
            }
            conn.read(one);
        } catch (OutOfMemoryError | NetException e) {
            HeapFill.giveBack(); // either may come
        } finally {
            HeapFill.giveBack();
        }
        try {
            conn.setReadDeadline(SHORT); // hangs if the lock was kept
            conn.read(one);
            throw new IllegalStateException("a byte that nobody sent");
        } catch (NetException.Timeout e) {
            return; // as it should be
        } catch (NetException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits until all Ps but the caller's are idle: an M of the JDK's pool that naps just then would not be mounted
     * again, as the JDK has no memory for what wakes it (decision 49).
     */
    private static void awaitIdlePs() {
        while (Schedulers.all().stream()
                .map(each -> each.view().stats())
                .anyMatch(stats -> stats.idleProcs() < stats.procs() - 1)) {
            Thread.onSpinWait();
        }
    }

    private static void read(Conn conn) {
        try {
            if (conn.read(new byte[1]) != 1) {
                throw new IllegalStateException("no byte");
            }
        } catch (NetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void echo(Conn conn, byte[] one) {
        for (boolean over = false; !over; ) {
            try {
                over = conn.read(one) < 0;
                conn.write(one);
            } catch (OutOfMemoryError e) {
                continue; // there will be some
            } catch (NetException e) {
                over = true;
            }
        }
    }

    /**
     * Writes and reads, until the connection is closed; what got lost for lack of memory is passed over after a while.
     */
    private static void talk(Conn conn, byte[] one) {
        for (boolean over = false; !over; ) {
            try {
                conn.write(one);
                conn.setReadDeadline(SHORT);
                conn.read(one);
            } catch (OutOfMemoryError | NetException.Timeout e) {
                continue;
            } catch (NetException e) {
                over = true;
            }
        }
    }
}
