package dev.runnel.net;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.net.PipeWaits.awaitWait;
import static dev.runnel.net.PipeWaits.awaitWaits;
import static dev.runnel.net.PipeWaits.waiting;
import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections in memory; Go's {@code net.Pipe}. */
class PipeTest {

    private static final int MANY = 10_000;

    // ---------------------------------------------------------------- reading and writing

    @Test
    void write_withoutBuffer_waitsUntilAllIsRead() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            Chan<Throwable> written = waiting("pipe write", () -> pipe.client().write(new byte[] {1, 2, 3, 4, 5}));
            byte[] some = new byte[3];
            assertEquals(3, pipe.server().read(some));
            assertArrayEquals(new byte[] {1, 2, 3}, some);
            awaitWait("pipe write");
            assertEquals(2, pipe.server().read(some));
            assertArrayEquals(new byte[] {4, 5, 3}, some);
            assertTrue(written.recv().isEmpty());
        });
    }

    @Test
    void read_waitsForWhatIsWritten_inBothDirections() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            go(() -> Sockets.echo(pipe.server()));
            for (int size : new int[] {1, 100, 100_000}) {
                go(() -> pipe.client().write(bytes(size, size)));
                assertArrayEquals(bytes(size, size), readFully(pipe.client(), size));
            }
            pipe.client().close();
        });
    }

    @Test
    void readAndWrite_ofPartOfAnArray_touchThatOnly() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Pipe pipe = Net.pipe(8);
            pipe.client().write(new byte[] {1, 2, 3, 4, 5}, 1, 3);
            byte[] some = new byte[5];
            assertEquals(2, pipe.server().read(some, 3, 2));
            assertArrayEquals(new byte[] {0, 0, 0, 2, 3}, some);
            assertEquals(1, pipe.server().read(some, 0, 5));
            assertArrayEquals(new byte[] {4, 0, 0, 2, 3}, some);
            assertEquals(0, pipe.server().read(some, 5, 0));
            pipe.client().write(some, 5, 0);
            for (int[] none : new int[][] {{-1, 1}, {0, 6}, {5, 1}, {0, -1}}) {
                assertThrows(
                        IndexOutOfBoundsException.class, () -> pipe.client().write(some, none[0], none[1]));
                assertThrows(
                        IndexOutOfBoundsException.class, () -> pipe.server().read(some, none[0], none[1]));
            }
            pipe.client().close();
            assertEquals(-1, pipe.server().read(some, 0, 5));
        });
    }

    @Test
    void write_thereIsRoomInTheBuffer_doesNotWait() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Pipe pipe = Net.pipe(8);
            pipe.client().write(bytes(5, 1));
            pipe.client().write(bytes(3, 2));
            pipe.server().write(bytes(8, 3));
            assertArrayEquals(bytes(5, 1), readFully(pipe.server(), 5));
            Chan<Throwable> written = waiting("pipe write", () -> pipe.client().write(bytes(6, 4)));
            assertArrayEquals(bytes(3, 2), readFully(pipe.server(), 3));
            assertTrue(written.recv().isEmpty());
            assertArrayEquals(bytes(6, 4), readFully(pipe.server(), 6));
            assertArrayEquals(bytes(8, 3), readFully(pipe.client(), 8));
        });
    }

    /** The buffer holds no memory for what was never written, and keeps the order as it grows. */
    @Test
    void buffer_growsAsMuchAsIsWritten() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Pipe pipe = Net.pipe(Integer.MAX_VALUE);
            pipe.client().write(bytes(200, 1));
            assertArrayEquals(bytes(150, 1), readFully(pipe.server(), 150));
            for (int size : new int[] {200, 1_000, 300_000}) {
                pipe.client().write(bytes(size, 2));
                pipe.client().write(bytes(size, 3));
            }
            assertArrayEquals(bytes(50, 1), readFully(pipe.server(), 50));
            for (int size : new int[] {200, 1_000, 300_000}) {
                assertArrayEquals(bytes(size, 2), readFully(pipe.server(), size));
                assertArrayEquals(bytes(size, 3), readFully(pipe.server(), size));
            }
        });
    }

    @Test
    void nothing_isReadAndWrittenAtOnce() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            pipe.client().write(new byte[0]);
            assertEquals(0, pipe.server().read(new byte[0]));
        });
    }

    @Test
    void streams_carryText() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            go(() -> {
                try (pipe) {
                    pipe.client().output().write("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
                }
            });
            var lines = new BufferedReader(new InputStreamReader(pipe.server().input(), StandardCharsets.UTF_8));
            assertEquals("one", lines.readLine());
            assertEquals("two", lines.readLine());
        });
    }

    /** Each write arrives in one piece. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void writers_takeTurns(int buffer) {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe(buffer);
            for (int i = 1; i <= 3; i++) {
                int value = i;
                go(() -> pipe.client().write(bytes(1000, value)));
            }
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                byte[] piece = readFully(pipe.server(), 1000);
                assertArrayEquals(bytes(1000, piece[0]), piece);
                sum += piece[0];
            }
            assertEquals(6, sum);
        });
    }

    @Test
    void threads_mayUseItToo() throws Exception {
        Pipe pipe = Net.pipe();
        AtomicReference<byte[]> got = new AtomicReference<>();
        Thread reader = Thread.ofPlatform().start(() -> {
            try {
                got.set(readFully(pipe.server(), 100_000));
            } catch (NetException e) {
                throw new AssertionError(e);
            }
        });
        pipe.client().write(bytes(100_000, 5));
        reader.join();
        assertArrayEquals(bytes(100_000, 5), got.get());
    }

    // ---------------------------------------------------------------- turns

    /** A goroutine that goes on and on does not keep the others out. */
    @Test
    void turns_comeToAll_evenIfOneWritesOnAndOn() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Pipe pipe = Net.pipe();
            boolean[] done = {false};
            go(() -> {
                while (!done[0]) {
                    pipe.client().write(bytes(1, 1));
                }
                pipe.client().close();
            });
            awaitWait("pipe write");
            go(() -> {
                pipe.client().write(bytes(1, 2));
                done[0] = true;
            });
            awaitWaits("pipe write", 2);
            assertFound(2, pipe.server());
        });
    }

    @Test
    void turns_comeToAll_evenIfOneReadsOnAndOn() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Pipe pipe = Net.pipe();
            boolean[] done = {false};
            Chan<Throwable> readsOn = waiting("pipe read", () -> {
                while (!done[0]) {
                    pipe.server().read(new byte[1]);
                }
            });
            go(() -> {
                pipe.server().read(new byte[1]);
                done[0] = true;
            });
            awaitWaits("pipe read", 2);
            for (int i = 0; i < MANY && !done[0]; i++) {
                pipe.client().write(bytes(1, 1));
            }
            assertTrue(done[0]);
            pipe.client().close();
            assertTrue(readsOn.recv().isEmpty());
        });
    }

    private static void assertFound(int wanted, Conn conn) throws NetException {
        byte[] one = new byte[1];
        for (int i = 0; i < MANY; i++) {
            assertEquals(1, conn.read(one));
            if (one[0] == wanted) {
                return;
            }
        }
        throw new AssertionError(wanted + " has not come");
    }

    // ---------------------------------------------------------------- what it is called, and what is refused

    @Test
    void addresses_nameTheEnds() {
        Pipe pipe = Net.pipe();
        assertTrue(pipe.client().toString().matches("pipe#\\d+ client"), pipe.client()::toString);
        assertEquals(pipe.client().toString(), pipe.client().localAddress().toString());
        assertEquals(pipe.client().localAddress(), pipe.server().remoteAddress());
        assertEquals(pipe.server().localAddress(), pipe.client().remoteAddress());
        assertNotEquals(pipe.client().localAddress(), pipe.server().localAddress());
        assertNotEquals(pipe.client().localAddress(), Net.pipe().client().localAddress());
    }

    /** Changing it is not allowed, but the pipe does not suffer. */
    @Test
    void bufferIsChangedWhileItIsWritten_theOthersGoOn() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            ByteBuffer source = ByteBuffer.wrap(bytes(3, 1));
            Chan<String> thrown = chan(1);
            go(() -> thrown.send(assertThrows(
                            IllegalArgumentException.class, () -> pipe.client().write(source))
                    .toString()));
            awaitWait("pipe write");
            source.clear();
            pipe.client().setWriteDeadline(Duration.ZERO);
            assertFalse(thrown.recv().isEmpty());
            pipe.client().clearDeadline();
            go(() -> pipe.client().write(bytes(2, 2)));
            assertArrayEquals(bytes(2, 2), readFully(pipe.server(), 2));
        });
    }

    @Test
    void badInput_isRefused_andNothingIsLost() {
        assertEquals(
                "a buffer of -1 bytes; 0 or more are allowed",
                assertThrows(IllegalArgumentException.class, () -> Net.pipe(-1)).getMessage());
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe(2);
            pipe.client().write(bytes(2, 1));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> pipe.server().read(ByteBuffer.allocate(2).asReadOnlyBuffer()));
            assertArrayEquals(bytes(2, 1), readFully(pipe.server(), 2));
        });
    }
}
