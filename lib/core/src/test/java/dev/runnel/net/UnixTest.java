package dev.runnel.net;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections through a socket file. */
class UnixTest {

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("s");
    }

    @Test
    void echo_comesBack_andEitherDirectionEndsByItself() {
        Runtimes.runOnAll(() -> {
            try (Listener listener = Net.listenUnix(path)) {
                go(() -> Sockets.echo(listener.accept()));
                try (Conn conn = Net.dialUnix(path)) {
                    conn.write("hello".getBytes(StandardCharsets.US_ASCII));
                    conn.closeWrite();
                    assertEquals("hello", new String(conn.input().readAllBytes(), StandardCharsets.US_ASCII));
                }
            }
        });
    }

    @Test
    void ends_areNamedByTheirAddresses() {
        Runtimes.run(2, () -> {
            try (UnixListener listener = Net.listenUnix(path);
                    UnixConn client = Net.dialUnix(path);
                    UnixConn server = listener.accept()) {
                assertEquals(path, listener.address().getPath());
                assertEquals(path.toString(), listener.addressText());
                assertEquals("unix " + path + ", listening", listener.toString());
                assertEquals(path, client.remoteAddress().getPath());
                assertEquals("", client.localAddress().getPath().toString());
                assertEquals("unix @->" + path, client.toString());
                assertEquals("unix " + path + "->@", server.toString());
                server.setReadDeadline(Duration.ZERO);
                NetException thrown = assertThrows(NetException.Timeout.class, () -> server.read(new byte[1]));
                assertEquals("read unix " + path + "->@: i/o timeout", thrown.getMessage());
                assertEquals(path + "->@", thrown.address());
            }
        });
    }

    @Test
    void accept_isEndedByDeadlineCancelAndClose() {
        Runtimes.run(2, () -> {
            try (UnixListener listener = Net.listenUnix(path);
                    CancelContext context = Context.withCancel(Context.background())) {
                listener.setDeadline(Duration.ZERO);
                NetException late = assertThrows(NetException.Timeout.class, listener::accept);
                assertEquals("accept unix " + path + ": i/o timeout", late.getMessage());
                listener.setDeadline(Duration.ofHours(1));
                GoHandle cancelled = go(() -> assertThrows(CancelledException.class, () -> listener.accept(context)));
                Sockets.awaitIoWaits(1);
                context.cancel();
                cancelled.join();
                GoHandle closed = go(() -> assertThrows(NetException.Closed.class, listener::accept));
                Sockets.awaitIoWaits(1);
                listener.close();
                closed.join();
                assertEquals("unix " + path + ", closed", listener.toString());
            }
        });
    }

    @Test
    void close_removesTheFile_once() {
        Runtimes.run(2, () -> {
            UnixListener first = Net.listenUnix(path);
            assertTrue(Files.exists(path));
            first.close();
            assertFalse(Files.exists(path));
            try (UnixListener second = Net.listenUnix(path)) {
                first.close();
                assertTrue(Files.exists(path));
                Net.dialUnix(path).close();
                second.accept().close();
            }
            assertFalse(Files.exists(path));
        });
    }

    @Test
    void fileThatIsLeft_isRefused_andInUse() {
        Runtimes.run(2, () -> {
            UnixListener listener = Net.listenUnix(path);
            listener.setUnlinkOnClose(false);
            listener.close();
            assertTrue(Files.exists(path));
            listener.setUnlinkOnClose(true);
            listener.close();
            assertTrue(Files.exists(path), "it has been closed before");
            assertFailsAt("dial", assertThrows(NetException.Refused.class, () -> Net.dialUnix(path)));
            assertFailsAt("listen", assertThrows(NetException.class, () -> Net.listenUnix(path)));
            Files.delete(path);
            assertFailsAt("dial", assertThrows(NetException.class, () -> Net.dialUnix(path)));
            Net.listenUnix(path).close();
        });
    }

    private void assertFailsAt(String op, NetException thrown) {
        assertEquals(op, thrown.op());
        assertEquals(path.toString(), thrown.address());
        assertTrue(thrown.getMessage().startsWith(op + " unix " + path + ": "), thrown.getMessage());
    }

    /** The socket is closed all the same. */
    @Test
    void close_thatCannotRemoveTheFile_tells() {
        Runtimes.run(2, () -> {
            UnixListener listener = Net.listenUnix(path);
            Files.delete(path);
            Files.createDirectories(path.resolve("in the way"));
            NetException thrown = assertThrows(NetException.class, listener::close);
            assertEquals(
                    "close unix " + path + ": cannot remove the file: DirectoryNotEmptyException", thrown.getMessage());
            assertEquals("close", thrown.op());
            assertEquals(path.toString(), thrown.address());
            assertFalse(listener.isOpen());
            assertThrows(NetException.Closed.class, listener::accept);
            listener.close();
        });
    }

    /** Once the socket is closed another listener may listen there, and the file would be that one's. */
    @Test
    void close_removesTheFile_first() throws Exception {
        Files.createFile(path);
        StubServerSocket channel = new StubServerSocket();
        AtomicBoolean gone = new AtomicBoolean();
        channel.closing = () -> gone.set(!Files.exists(path));
        new UnixListener(channel, UnixDomainSocketAddress.of(path)).close();
        assertTrue(gone.get());
    }

    /** This holds for whoever closes, also while another goroutine is closing it. */
    @Test
    void close_byTwo_theFileIsGoneForEither() {
        Runtimes.run(2, () -> {
            for (int round = 0; round < 1_000; round++) {
                UnixListener listener = Net.listenUnix(path);
                GoHandle other = go(() -> assertGoneAfterClose(listener));
                assertGoneAfterClose(listener);
                other.join();
            }
        });
    }

    private void assertGoneAfterClose(UnixListener listener) throws NetException {
        listener.close();
        assertFalse(Files.exists(path));
    }

    private void listenAllTheWayUp(List<Path> paths, AtomicInteger tried, List<UnixListener> made) throws NetException {
        try {
            listenAllTheWayUp(paths, tried, made);
        } finally {
            if (made.size() < 3) {
                made.add(Net.listenUnix(paths.get(tried.getAndIncrement() % paths.size())));
            }
        }
    }

    /** A call with no room to close what it would open opens nothing, and leaves no file. */
    @Test
    void listen_withoutRoomOnTheStack_leavesNoFile() {
        Runtimes.run(2, () -> {
            Net.listenUnix(path).close(); // loads what the JDK needs for the first one
            List<Path> paths = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                paths.add(folder.resolve("s" + i));
            }
            for (int round = 0; round < 20; round++) {
                List<UnixListener> made = new ArrayList<>();
                assertThrows(StackOverflowError.class, () -> listenAllTheWayUp(paths, new AtomicInteger(), made));
                for (UnixListener listener : made) {
                    listener.close();
                }
                try (Stream<Path> left = Files.list(folder)) {
                    assertEquals(List.of(), left.toList());
                }
            }
        });
    }

    private static void closeAllTheWayUp(List<UnixListener> open, AtomicInteger tried, AtomicInteger closed)
            throws NetException {
        try {
            closeAllTheWayUp(open, tried, closed);
        } finally {
            if (closed.get() < 3) {
                open.get(tried.getAndIncrement() % open.size()).close();
                closed.incrementAndGet();
            }
        }
    }

    /** A close with no room to close the socket leaves the file, too. */
    @Test
    void close_withoutRoomOnTheStack_leavesTheFileOfOneThatIsOpen() {
        Runtimes.run(2, () -> {
            Net.listenUnix(path).close(); // loads what the JDK needs for the first one
            for (int round = 0; round < 20; round++) {
                List<UnixListener> open = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    open.add(Net.listenUnix(folder.resolve("s" + i)));
                }
                assertThrows(
                        StackOverflowError.class,
                        () -> closeAllTheWayUp(open, new AtomicInteger(), new AtomicInteger()));
                for (UnixListener listener : open) {
                    assertEquals(
                            listener.isOpen(), Files.exists(listener.address().getPath()));
                    listener.close();
                }
            }
        });
    }

    @Test
    void dial_whileAllPlacesAreTaken_fails_untilOneIsAccepted() {
        Runtimes.run(2, () -> {
            try (UnixListener listener = Net.listenUnix(path, 1)) {
                List<UnixConn> dialled = new ArrayList<>();
                NetException full = assertThrows(NetException.class, () -> {
                    while (dialled.size() < 10_000) {
                        dialled.add(Net.dialUnix(path));
                    }
                });
                assertFailsAt("dial", full);
                assertTrue(dialled.size() < 50, () -> dialled.size() + " were let in, as if nothing had been said");
                try (UnixConn accepted = listener.accept();
                        UnixConn next = Net.dialUnix(path)) {
                    assertTrue(accepted.isOpen() && next.isOpen());
                }
                for (UnixConn conn : dialled) {
                    conn.close();
                }
            }
        });
    }

    @Test
    void options_areOfOneThatIsOpen() {
        Runtimes.run(2, () -> {
            try (UnixListener listener = Net.listenUnix(path);
                    UnixConn client = Net.dialUnix(path)) {
                client.setReadBuffer(100_000);
                client.setWriteBuffer(100_000);
                client.close();
                assertThrows(NetException.Closed.class, () -> client.setReadBuffer(100_000));
                assertFalse(client.isOpen());
                assertTrue(listener.isOpen());
            }
        });
    }

    @Test
    void pathThatIsNone_isRefused() {
        Path empty = Path.of("");
        Path elsewhere = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/s");
        for (Path bad : List.of(empty, elsewhere)) {
            String told = assertThrows(IllegalArgumentException.class, () -> Net.listenUnix(bad))
                    .getMessage();
            assertTrue(told.contains("'" + bad + "'"), told);
            assertThrows(IllegalArgumentException.class, () -> Net.dialUnix(bad));
        }
        path = folder.resolve("long".repeat(50));
        assertFailsAt("listen", assertThrows(NetException.class, () -> Net.listenUnix(path)));
        assertFailsAt("dial", assertThrows(NetException.class, () -> Net.dialUnix(path)));
    }
}
