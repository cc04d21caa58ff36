package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Ends of goroutines that the JDK reports in its own words: they are ends, and not failures. */
class CloseWrappedTest {

    public static void receive(Chan<Integer> from) {
        from.recv();
    }

    private static void waits(Chan<Integer> never, Body body) {
        Runtimes.runOnAll(() -> {
            go(body);
            awaitReceivers(never, 1);
        });
    }

    @Test
    void close_unwindsThroughReflection() {
        Chan<Integer> never = chan();
        waits(
                never,
                () -> CloseWrappedTest.class.getMethod("receive", Chan.class).invoke(null, never));
    }

    @Test
    void close_unwindsThroughAFuture() {
        Chan<Integer> never = chan();
        waits(
                never,
                () -> CompletableFuture.supplyAsync(never::recv, Runnable::run).join());
    }

    @Test
    void goexit_throughAFuture_isNoFailure() {
        Runtimes.runOnAll(() -> go(() ->
                        CompletableFuture.runAsync(Go::goexit, Runnable::run).join())
                .join());
    }

    /** The goroutine that is unwound is another one. */
    @Test
    void goexitOfAnother_asTheCauseOfWhatIsThrown_isAFailure() {
        assertThrows(
                CompletionException.class,
                () -> Runtimes.run(1, () -> {
                    CompletableFuture<Void> future = new CompletableFuture<>();
                    go(() -> future.completeAsync(
                                    () -> {
                                        Go.goexit();
                                        return null;
                                    },
                                    Runnable::run))
                            .join();
                    go(future::join).join();
                }));
    }

    /** The runtime's close interrupts the reader, the JDK closes the socket, and the writer is told so. */
    @Test
    void close_ofASocketThatAnotherReads_isNoFailureOfWhoWrites() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 20; i++) {
                Runtimes.runOnAll(() -> {
                    Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                    Socket peer = server.accept();
                    Thread.ofPlatform().daemon().start(() -> {
                        try (peer) {
                            peer.getInputStream().transferTo(OutputStream.nullOutputStream());
                        } catch (java.io.IOException e) {
                            return; // the other side has gone
                        }
                    });
                    go(() -> socket.getInputStream().read());
                    Chan<Boolean> written = chan(1);
                    go(() -> {
                        OutputStream out = socket.getOutputStream();
                        while (true) {
                            out.write(1);
                            written.trySend(true);
                        }
                    });
                    written.recv();
                });
            }
        }
    }
}
