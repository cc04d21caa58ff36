package dev.runnel.net;

import static dev.runnel.Go.go;
import static dev.runnel.net.PipeWaits.assertFailed;
import static dev.runnel.net.PipeWaits.waiting;
import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a connection in memory ends, as a whole or in one direction. */
class PipeEndTest {

    private static final Duration SOON = Duration.ofMillis(20);

    @Test
    void close_thePeerReadsWhatIsThere_thenTheEnd_andItsWritesFail() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe(4);
            pipe.client().write(bytes(3, 1));
            pipe.server().write(bytes(4, 2));
            Chan<Throwable> written = waiting("pipe write", () -> pipe.server().write(bytes(1, 2)));
            pipe.client().close();
            assertFailed(NetException.BrokenPipe.class, "write pipe#N server: broken pipe", written);
            assertArrayEquals(bytes(3, 1), readFully(pipe.server(), 3));
            assertEquals(-1, pipe.server().read(new byte[1]));
            assertThrows(NetException.BrokenPipe.class, () -> pipe.server().write(bytes(1, 1)));
            assertTrue(pipe.server().isOpen());
            assertFalse(pipe.client().isOpen());
            assertThrows(NetException.Closed.class, () -> pipe.client().read(new byte[1]));
            assertThrows(NetException.Closed.class, () -> pipe.client().write(bytes(1, 1)));
            assertThrows(NetException.Closed.class, () -> pipe.client().setDeadline(SOON));
            assertThrows(NetException.Closed.class, () -> pipe.client().closeWrite());
            assertThrows(NetException.Closed.class, () -> pipe.client().closeRead());
            pipe.close();
        });
    }

    @Test
    void close_endsWhoWaits_onBothSides() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            Chan<Throwable> reads = waiting("pipe read", () -> pipe.client().read(new byte[1]));
            Chan<Throwable> writes = waiting("pipe write", () -> pipe.client().write(new byte[1]));
            pipe.client().close();
            assertFailed(NetException.Closed.class, "read pipe#N client: use of closed network connection", reads);
            assertFailed(NetException.Closed.class, "write pipe#N client: use of closed network connection", writes);
            assertEquals(-1, pipe.server().read(new byte[1]));
            Pipe other = Net.pipe();
            Chan<Throwable> end =
                    waiting("pipe read", () -> assertEquals(-1, other.client().read(new byte[1])));
            Chan<Throwable> broken = waiting("pipe write", () -> other.client().write(new byte[1]));
            other.server().close();
            assertTrue(end.recv().isEmpty());
            assertFailed(NetException.BrokenPipe.class, "write pipe#N client: broken pipe", broken);
        });
    }

    @Test
    void closeWrite_endsOneDirection() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe(10);
            pipe.client().write(bytes(2, 1));
            pipe.client().closeWrite();
            assertThrows(NetException.BrokenPipe.class, () -> pipe.client().write(bytes(1, 1)));
            assertArrayEquals(bytes(2, 1), readFully(pipe.server(), 2));
            assertEquals(-1, pipe.server().read(new byte[1]));
            pipe.server().write(bytes(2, 2));
            assertArrayEquals(bytes(2, 2), readFully(pipe.client(), 2));
            Pipe other = Net.pipe();
            ByteBuffer source = ByteBuffer.wrap(bytes(5, 3));
            Chan<Throwable> written = waiting("pipe write", () -> other.client().write(source));
            assertArrayEquals(bytes(2, 3), readFully(other.server(), 2));
            other.client().closeWrite();
            assertFailed(NetException.BrokenPipe.class, "write pipe#N client: broken pipe", written);
            assertEquals(2, source.position());
        });
    }

    @Test
    void closeRead_endsOneDirection() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            Chan<Throwable> reads =
                    waiting("pipe read", () -> assertEquals(-1, pipe.client().read(new byte[1])));
            pipe.client().closeRead();
            assertTrue(reads.recv().isEmpty());
            assertThrows(NetException.BrokenPipe.class, () -> pipe.server().write(bytes(1, 1)));
            go(() -> pipe.client().write(bytes(2, 2)));
            assertArrayEquals(bytes(2, 2), readFully(pipe.server(), 2));
        });
    }

    /**
     * A reader that was told of bytes and then finds its side closed has not come to the end of what the peer sends.
     */
    @Test
    void close_afterTheReaderWasTold_isNoEnd() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Pipe pipe = Net.pipe(1);
            Chan<Throwable> reads = waiting("pipe read", () -> pipe.client().read(new byte[1]));
            pipe.server().write(bytes(1, 1));
            pipe.client().close();
            assertFailed(NetException.Closed.class, "read pipe#N client: use of closed network connection", reads);
        });
    }
}
