package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.GoHandle;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link BlockingParkTest}, for input and output. */
class BlockingIoTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void sockets_echo(int procs) {
        Runtimes.run(procs, () -> {
            try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                GoHandle serves = go("server", () -> {
                    List<GoHandle> handlers = new ArrayList<>();
                    for (int i = 0; i < 8; i++) {
                        Socket connection = server.accept();
                        handlers.add(go(() -> {
                            try (connection) {
                                connection.getInputStream().transferTo(connection.getOutputStream());
                            }
                        }));
                    }
                    Goroutines.join(handlers);
                });
                AtomicInteger echoed = new AtomicInteger();
                Goroutines.all(8, me -> {
                    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
                        for (int i = 0; i < 20; i++) {
                            String line = "line " + i + " of " + me;
                            socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
                            assertEquals(line, in.readLine());
                            echoed.incrementAndGet();
                        }
                    }
                });
                serves.join();
                assertEquals(160, echoed.get());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void accept_isEndedByClosingTheSocket(int procs) {
        Runtimes.run(procs, () -> {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            AtomicReference<@Nullable Thread> acceptor = new AtomicReference<>();
            GoHandle accepts = go(() -> {
                acceptor.set(Thread.currentThread());
                assertThrows(java.net.SocketException.class, server::accept);
            });
            Thread thread = Goroutines.threadOf(acceptor);
            Goroutines.until(() -> Goroutines.isBlocked(thread));
            server.close();
            accepts.join();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void pipedStreams_carryText(int procs) {
        Runtimes.run(procs, () -> {
            PipedOutputStream out = new PipedOutputStream();
            PipedInputStream in = new PipedInputStream(out, 64);
            byte[] text = "0123456789".repeat(100).getBytes(UTF_8);
            go(() -> {
                try (out) {
                    out.write(text);
                }
            });
            assertArrayEquals(text, in.readAllBytes());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void selector_isWokenByAnother(int procs) {
        assumeTrue(JdkPool.mayBePinned() > 0);
        Runtimes.run(procs, () -> {
            Pipe pipe = Pipe.open();
            try (Selector selector = Selector.open();
                    Pipe.SourceChannel source = pipe.source();
                    Pipe.SinkChannel sink = pipe.sink()) {
                source.configureBlocking(false);
                source.register(selector, SelectionKey.OP_READ);
                Chan<Integer> read = chan();
                go(() -> {
                    ByteBuffer buffer = ByteBuffer.allocate(1);
                    for (int i = 0; i < 20; i++) {
                        assertEquals(1, selector.select());
                        selector.selectedKeys().clear();
                        assertEquals(1, source.read(buffer.clear()));
                        read.send((int) buffer.get(0));
                    }
                });
                for (int i = 0; i < 20; i++) {
                    sink.write(ByteBuffer.wrap(new byte[] {(byte) i}));
                    assertEquals(i, read.recv().get());
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void files_areReadAndWritten(int procs, @TempDir Path directory) {
        Runtimes.run(procs, () -> {
            Chan<Path> written = chan();
            byte[] content = "abc".repeat(1000).getBytes(UTF_8);
            Goroutines.start(10, me -> {
                Path file = directory.resolve("file" + me);
                Files.write(file, content);
                written.send(file);
            });
            for (int i = 0; i < 10; i++) {
                Path file = written.recv().get();
                assertArrayEquals(content, Files.readAllBytes(file));
                try (FileChannel channel = FileChannel.open(file)) {
                    assertEquals(content.length, channel.read(ByteBuffer.allocate(4096)));
                }
            }
        });
    }
}
