package dev.runnel.net;

import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.pair;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.net.Sockets.Pair;
import dev.runnel.sync.WaitGroup;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** One connection used by several goroutines at once. */
class SharedConnTest {

    @Test
    void readAndWrite_waitAtOnce() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Sockets.fill(pair.client());
                WaitGroup both = new WaitGroup();
                both.go(() -> assertArrayEquals(bytes(3, 3), readFully(pair.client(), 3)));
                both.go(() -> {
                    pair.client().write(bytes(1 << 22, 8));
                    pair.client().closeWrite();
                });
                Sockets.awaitIoWaits(2);
                pair.server().write(bytes(3, 3));
                byte[] all = pair.server().input().readAllBytes();
                both.await();
                assertArrayEquals(
                        bytes(1 << 22, 8), java.util.Arrays.copyOfRange(all, all.length - (1 << 22), all.length));
            }
        });
    }

    @Test
    void writes_areNotMixed() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                int writers = 4;
                int size = 400_000;
                WaitGroup done = new WaitGroup();
                for (int w = 1; w <= writers; w++) {
                    byte[] message = bytes(size, w);
                    done.go(() -> {
                        for (int i = 0; i < 5; i++) {
                            pair.client().write(message);
                        }
                    });
                }
                for (int i = 0; i < writers * 5; i++) {
                    byte[] message = readFully(pair.server(), size);
                    assertArrayEquals(bytes(size, message[0]), message);
                }
                done.await();
            }
        });
    }

    @Test
    void reads_giveEachByteOnce() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                int total = 20_000;
                AtomicIntegerArray seen = new AtomicIntegerArray(256);
                WaitGroup readers = new WaitGroup();
                for (int r = 0; r < 4; r++) {
                    readers.go(() -> {
                        byte[] some = new byte[97];
                        for (int n = pair.client().read(some);
                                n >= 0;
                                n = pair.client().read(some)) {
                            for (int i = 0; i < n; i++) {
                                seen.incrementAndGet(some[i] & 0xFF);
                                assertTrue(i == 0 || (byte) (some[i - 1] + 1) == some[i], "one read, in one piece");
                            }
                        }
                    });
                }
                ByteBuffer all = ByteBuffer.allocate(total);
                for (int i = 0; i < total; i++) {
                    all.put((byte) i);
                }
                for (all.flip(); all.hasRemaining(); ) {
                    int limit = Math.min(total, all.position() + 777);
                    all.limit(limit);
                    pair.server().write(all);
                    all.limit(total);
                    Go.gosched();
                }
                pair.server().closeWrite();
                readers.await();
                for (int b = 0; b < 256; b++) {
                    assertEquals(total / 256 + (b < total % 256 ? 1 : 0), seen.get(b));
                }
            }
        });
    }

    @Test
    void slowReader_holdsUpTheWriter_andGetsAll() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                byte[] sent = new byte[1 << 24];
                for (int i = 0; i < sent.length; i++) {
                    sent[i] = (byte) (i * 31 + i / 256);
                }
                boolean[] written = {false};
                Go.go(() -> {
                    pair.client().write(sent);
                    written[0] = true;
                    pair.client().closeWrite();
                });
                Sockets.awaitIoWaits(1);
                assertTrue(!written[0], "the buffers cannot hold it all");
                InputStream in = pair.server().input();
                byte[] got = new byte[sent.length];
                for (int at = 0; at < got.length; ) {
                    at += in.read(got, at, Math.min(1 + at % 50_000, got.length - at));
                }
                assertEquals(-1, in.read());
                assertArrayEquals(sent, got);
            }
        });
    }

    @Test
    void backlog_whoDialsBeforeTheAccept_isServed() {
        Runtimes.runOnAll(() -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                int n = 100;
                Conn[] clients = new Conn[n];
                for (int i = 0; i < n; i++) {
                    clients[i] = Net.dial(listener.addressText());
                    clients[i].write(bytes(1, i));
                }
                for (int i = 0; i < n; i++) {
                    try (Conn server = listener.accept()) {
                        byte id = readFully(server, 1)[0];
                        assertEquals(clients[id].localAddress(), server.remoteAddress());
                        clients[id].close();
                    }
                }
            }
        });
    }
}
