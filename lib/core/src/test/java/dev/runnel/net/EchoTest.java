package dev.runnel.net;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.sync.WaitGroup;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written comes back. */
class EchoTest {

    @Test
    void echo_ofOneConnection() {
        Runtimes.runOnAll(() -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                go(() -> Sockets.echo(listener.accept()));
                try (Conn conn = Net.dial(listener.addressText())) {
                    conn.write("hello".getBytes(StandardCharsets.US_ASCII));
                    conn.closeWrite();
                    assertEquals("hello", new String(conn.input().readAllBytes(), StandardCharsets.US_ASCII));
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void echo_ofManyConnections(int procs) {
        Runtimes.run(procs, () -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                go(() -> Sockets.serveEcho(listener));
                WaitGroup clients = new WaitGroup();
                for (int c = 0; c < 50; c++) {
                    byte id = (byte) c;
                    clients.go(() -> {
                        try (Conn conn = Net.dial(listener.addressText())) {
                            for (int round = 0; round < 20; round++) {
                                byte[] sent = {id, (byte) round};
                                conn.write(sent);
                                assertArrayEquals(sent, Sockets.readFully(conn, 2));
                            }
                        }
                    });
                }
                clients.await();
            }
        });
    }

    /** The dialled end has waited before, to be connected; the accepted one has not. */
    @Test
    void write_thatWaitsForRoom_goesOnAsThePeerReads() {
        Runtimes.runOnAll(() -> {
            try (Sockets.Pair pair = Sockets.pair()) {
                for (Conn[] ends : new Conn[][] {{pair.client(), pair.server()}, {pair.server(), pair.client()}}) {
                    int sum = Sockets.fill(ends[0]) + (1 << 24);
                    GoHandle writes = go(() -> ends[0].write(Sockets.bytes(1 << 24, 1)));
                    Sockets.awaitIoWaits(1);
                    ByteBuffer target = ByteBuffer.allocate(1 << 16);
                    for (int left = sum; left > 0; target.clear()) {
                        left -= ends[1].read(target.limit(Math.min(left, 1 << 16)));
                    }
                    writes.join();
                }
            }
        });
    }

    /** As with any byte channel, the position has moved by the number returned, and the limit is where it was. */
    @Test
    void buffers_areLeftAsChannelsLeaveThem() {
        Runtimes.run(2, () -> {
            try (Sockets.Pair pair = Sockets.pair();
                    Pipe pipe = Net.pipe(10)) {
                for (Conn[] ends : new Conn[][] {{pair.client(), pair.server()}, {pipe.client(), pipe.server()}}) {
                    ByteBuffer source = ByteBuffer.allocate(1 << 20).position(2).limit(5);
                    assertEquals(3, ends[0].write(source));
                    assertEquals(5, source.position());
                    assertEquals(5, source.limit());
                    ByteBuffer target = ByteBuffer.allocate(1 << 20);
                    assertEquals(3, ends[1].read(target));
                    assertEquals(3, target.position());
                    assertEquals(1 << 20, target.limit());
                }
            }
        });
    }

    @Test
    void read_withoutRoom_givesZero() {
        Runtimes.run(2, () -> {
            try (Sockets.Pair pair = Sockets.pair()) {
                assertEquals(0, pair.client().read(ByteBuffer.allocate(0)));
                assertEquals(0, pair.client().write(ByteBuffer.allocate(0)));
            }
        });
    }
}
