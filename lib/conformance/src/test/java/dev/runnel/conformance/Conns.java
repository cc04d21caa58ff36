package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.net.Conn;
import dev.runnel.net.NetException;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.WaitGroup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What Go asserts of every kind of connection, in {@code nettest.TestConn}: each assertion is given two connected ends,
 * and may close them.
 */
final class Conns {

    private static final int CHUNK = 1024;
    private static final int MANY = 10;
    private static final Instant LONG_AGO = Instant.EPOCH;
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration SOON = Duration.ofMillis(10);

    private Conns() {}

    /** An assertion about two ends. */
    @FunctionalInterface
    interface Assertion {
        void of(Conn a, Conn b) throws Exception;
    }

    // ---------------------------------------------------------------- what goes over it

    static void bytesArrive(Conn a, Conn b) throws Exception {
        byte[] sent = new byte[200 * CHUNK];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) (i * 31 + i / 256);
        }
        GoHandle writer = go(() -> {
            try (a) {
                for (int at = 0; at < sent.length; at += CHUNK) {
                    a.write(ByteBuffer.wrap(sent, at, CHUNK));
                }
            }
        });
        assertArrayEquals(sent, b.input().readAllBytes());
        b.close();
        writer.join();
    }

    static void requestsAreAnswered(Conn a, Conn b) throws Exception {
        GoHandle one = go(() -> countOn(a));
        GoHandle other = go(() -> countOn(b));
        a.write(ByteBuffer.allocate(Long.BYTES));
        one.join();
        other.join();
    }

    /** Answers each number with the next one, until there have been enough. */
    private static void countOn(Conn conn) throws NetException {
        try (conn) {
            ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
            long last = 0;
            while (readFully(conn, number)) {
                long n = number.getLong(0);
                assertTrue(last == 0 || n == last + 2, () -> "not in order: " + n);
                if (n == 200) {
                    return;
                }
                last = n;
                conn.write(number.putLong(0, n + 1).rewind());
            }
        }
    }

    /** Gives whether it came; if not, the peer has ended. */
    private static boolean readFully(Conn conn, ByteBuffer target) throws NetException {
        target.clear();
        while (target.hasRemaining()) {
            if (conn.read(target) < 0) {
                assertEquals(0, target.position());
                return false;
            }
        }
        target.flip();
        return true;
    }

    // ---------------------------------------------------------------- by several at once, which may time out

    /** A buffer is its owner's again when the read has timed out, and what was read is in one piece. */
    static void readersThatTimeOutMayUseTheirBuffers(Conn a, Conn b) throws Exception {
        go(() -> endlessly(() -> writeOn(b)));
        a.setReadDeadline(MOMENT);
        byMany(() -> {
            byte[] some = new byte[CHUNK];
            for (int i = 0; i < 20; i++) {
                try {
                    int n = a.read(some);
                    for (int j = 1; j < n; j++) {
                        assertEquals((byte) (some[j - 1] + 1), some[j]);
                    }
                } catch (NetException.Timeout e) {
                    a.setReadDeadline(MOMENT);
                }
                Arrays.fill(some, (byte) 0);
                gosched();
                assertArrayEquals(new byte[CHUNK], some, "written to by nobody else");
            }
        });
    }

    private static void writeOn(Conn conn) throws NetException {
        byte[] some = new byte[256]; // so that each begins where the last one ended
        for (int i = 0; i < some.length; i++) {
            some[i] = (byte) i;
        }
        while (true) {
            conn.write(some);
        }
    }

    /** A buffer is its owner's again when the write has timed out; its position says what has gone out. */
    static void writersThatTimeOutMayUseTheirBuffers(Conn a, Conn b) throws Exception {
        AtomicLong gone = new AtomicLong();
        AtomicLong come = new AtomicLong();
        GoHandle reader = go(() -> {
            byte[] some = new byte[CHUNK];
            for (int n = b.read(some); n >= 0; n = b.read(some)) {
                come.addAndGet(n);
                for (int i = 0; i < n; i++) {
                    assertEquals(1, some[i]);
                }
            }
        });
        a.setWriteDeadline(MOMENT);
        byMany(() -> {
            ByteBuffer some = ByteBuffer.allocate(CHUNK);
            for (int i = 0; i < 20; i++) {
                Arrays.fill(some.array(), (byte) 1);
                some.clear();
                try {
                    a.write(some);
                } catch (NetException.Timeout e) {
                    a.setWriteDeadline(MOMENT);
                }
                gone.addAndGet(some.position());
                Arrays.fill(some.array(), (byte) 2);
                gosched();
            }
        });
        a.closeWrite();
        reader.join();
        assertEquals(gone.get(), come.get());
    }

    private static void byMany(Body body) {
        WaitGroup all = new WaitGroup();
        for (int i = 0; i < MANY; i++) {
            all.go(body);
        }
        all.await();
    }

    /** Until the connection is closed, by this side or by the other. */
    private static void endlessly(Body body) throws Exception {
        try {
            body.run();
        } catch (NetException.Closed | NetException.BrokenPipe | NetException.Reset e) {
            return;
        }
    }

    // ---------------------------------------------------------------- deadlines

    static void readDeadlineLeavesWritesAlone(Conn a, Conn b) throws Exception {
        go(() -> endlessly(() -> b.input().readAllBytes()));
        a.setReadDeadline(LONG_AGO);
        assertThrows(NetException.Timeout.class, () -> a.read(new byte[CHUNK]));
        a.write(new byte[CHUNK]);
    }

    static void writeDeadlineLeavesReadsAlone(Conn a, Conn b) throws Exception {
        go(() -> endlessly(() -> writeOn(b)));
        a.setWriteDeadline(LONG_AGO);
        ByteBuffer some = ByteBuffer.allocate(CHUNK);
        assertThrows(NetException.Timeout.class, () -> a.write(some));
        assertEquals(0, some.position());
        assertTrue(a.read(new byte[CHUNK]) > 0);
    }

    static void deadlineInThePastEndsWhatBegins(Conn a, Conn b) throws Exception {
        go(() -> endlessly(() -> echo(b)));
        assertEchoes(a);
        a.setDeadline(LONG_AGO);
        ByteBuffer some = ByteBuffer.allocate(CHUNK);
        assertThrows(NetException.Timeout.class, () -> a.write(some));
        assertThrows(NetException.Timeout.class, () -> a.read(some));
        assertEquals(0, some.position());
        assertEchoes(a);
    }

    /** The words in which a dump says that somebody reads, or writes, are the connection's. */
    static void deadlineSetToThePastEndsWhoWaits(Conn a, String reads, String writes) throws Exception {
        AtomicReference<NetException> read = new AtomicReference<>();
        AtomicReference<NetException> written = new AtomicReference<>();
        GoHandle reader =
                Waiting.start(() -> read.set(assertThrows(NetException.Timeout.class, () -> a.read(new byte[CHUNK]))));
        GoHandle writer = Waiting.start(() -> written.set(assertThrows(NetException.Timeout.class, () -> {
            while (true) {
                a.write(new byte[CHUNK]);
            }
        })));
        Waiting.forReason(reader, reads);
        Waiting.forReason(writer, writes);
        assertEquals(null, read.get());
        assertEquals(null, written.get());
        a.setReadDeadline(LONG_AGO);
        reader.join();
        Waiting.forReason(writer, writes);
        a.setWriteDeadline(LONG_AGO);
        writer.join();
        assertEquals("read", read.get().op());
        assertEquals("write", written.get().op());
    }

    static void deadlineComes(Conn a, Conn b) throws Exception {
        long begin = Current.now();
        a.setDeadline(SOON);
        GoHandle reader = go(() -> {
            assertThrows(NetException.Timeout.class, () -> a.read(new byte[CHUNK]));
            assertTrue(Current.now() - begin >= SOON.toNanos());
        });
        assertThrows(NetException.Timeout.class, () -> {
            while (true) {
                a.write(new byte[CHUNK]);
            }
        });
        assertTrue(Current.now() - begin >= SOON.toNanos());
        reader.join();
        go(() -> endlessly(() -> echo(b)));
        assertEchoesInTheEnd(a);
    }

    /** Both those that wait, as the peer no longer answers, and those that are about to read or write. */
    static void closeEndsWhoReadsAndWrites(Conn a, Conn b) throws Exception {
        int answers = 5;
        go(() -> {
            ByteBuffer some = ByteBuffer.allocate(CHUNK);
            for (int i = 0; i < answers && readFully(b, some); i++) {
                b.write(some);
            }
        });
        a.setDeadline(Instant.MAX);
        Chan<Boolean> answered = chan(1);
        GoHandle reader = go(() -> assertThrows(NetException.Closed.class, () -> {
            ByteBuffer some = ByteBuffer.allocate(CHUNK);
            for (int i = 0; i < answers; i++) {
                assertTrue(readFully(a, some));
            }
            answered.send(true);
            a.read(some.clear());
        }));
        GoHandle writer = go(() -> assertThrows(NetException.Closed.class, () -> {
            while (true) {
                a.write(new byte[CHUNK]);
            }
        }));
        answered.recv();
        a.close();
        reader.join();
        writer.join();
    }

    /** What happens to each call is not asserted; afterwards the connection works as before. */
    static void allMayBeCalledAtOnce(Conn a, Conn b) throws Exception {
        go(() -> endlessly(() -> echo(b)));
        WaitGroup all = new WaitGroup();
        for (int i = 0; i < 20; i++) {
            all.go(() -> inTime(() -> a.read(new byte[CHUNK])));
            all.go(() -> inTime(() -> a.write(new byte[CHUNK])));
            all.go(() -> a.setDeadline(SOON));
            all.go(() -> a.setReadDeadline(LONG_AGO));
            all.go(() -> a.setWriteDeadline(LONG_AGO));
            all.go(() -> assertEquals(b.remoteAddress(), a.localAddress()));
            all.go(() -> assertEquals(b.localAddress(), a.remoteAddress()));
        }
        all.await(); // whichever deadline is set last, it comes soon
        assertEchoesInTheEnd(a);
    }

    private static void inTime(Body body) throws Exception {
        try {
            body.run();
        } catch (NetException.Timeout e) {
            gosched();
        }
    }

    // ---------------------------------------------------------------- the peer

    private static void echo(Conn conn) throws NetException {
        ByteBuffer some = ByteBuffer.allocate(CHUNK);
        while (conn.read(some) >= 0) {
            conn.write(some.flip());
            some.clear();
        }
    }

    private static void assertEchoes(Conn conn) throws NetException {
        conn.setDeadline(Instant.MAX);
        byte[] said = {1, 2, 3};
        conn.write(said);
        ByteBuffer heard = ByteBuffer.allocate(said.length);
        assertTrue(readFully(conn, heard));
        assertArrayEquals(said, heard.array());
    }

    /** What was written before, all zeros, comes back first. */
    private static void assertEchoesInTheEnd(Conn conn) throws NetException {
        conn.setDeadline(Instant.MAX);
        GoHandle writer = go(() -> conn.write(new byte[] {-1}));
        byte[] some = new byte[CHUNK];
        int n;
        do {
            n = conn.read(some);
            assertTrue(n > 0);
        } while (some[n - 1] != -1);
        writer.join();
        assertEchoes(conn);
    }
}
