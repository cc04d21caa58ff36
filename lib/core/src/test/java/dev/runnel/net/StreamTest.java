package dev.runnel.net;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.pair;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.net.Sockets.Pair;
import dev.runnel.scope.Scope;
import dev.runnel.sync.WaitGroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Connections as streams, whose waits a context or an interrupt may end. */
class StreamTest {

    private interface Use {
        void run() throws IOException;
    }

    /** How the use ended, which is with an InterruptedIOException. */
    private static Chan<InterruptedIOException> ended(Use use) {
        Chan<InterruptedIOException> ended = chan(1);
        go(() -> ended.send(assertThrows(InterruptedIOException.class, use::run)));
        return ended;
    }

    private static BufferedReader lines(InputStream input) {
        return new BufferedReader(new InputStreamReader(input, StandardCharsets.US_ASCII));
    }

    private static void say(Conn conn, String text) throws IOException {
        conn.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void readLine_isCancelled_whileItWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair();
                    CancelContext context = Context.withCancel(Context.background())) {
                BufferedReader lines = lines(pair.client().input(context));
                say(pair.server(), "one\ntw");
                assertEquals("one", lines.readLine());
                Chan<InterruptedIOException> ended = ended(lines::readLine);
                Sockets.awaitIoWaits(1);
                context.cancel();
                InterruptedIOException thrown = ended.recv().get();
                assertInstanceOf(Canceled.class, thrown.getCause());
                assertTrue(thrown.getMessage().startsWith("read tcp 127.0.0.1:"), thrown::getMessage);
                assertTrue(thrown.getMessage().endsWith(": context canceled"), thrown::getMessage);
                assertThrows(InterruptedIOException.class, lines::readLine);

                say(pair.server(), "o\nthree\n"); // what comes later is there for others
                BufferedReader others = lines(pair.client().input());
                assertEquals("o", others.readLine());
                assertEquals("three", others.readLine());
            }
        });
    }

    @Test
    void read_ofWhatIsCancelled_takesNothing() {
        Runtimes.run(2, () -> {
            try (Pair pair = pair();
                    CancelContext context = Context.withCancel(Context.background())) {
                InputStream input = pair.client().input(context);
                say(pair.server(), "ab");
                assertEquals('a', input.read());
                context.cancel();
                InterruptedIOException thrown =
                        assertThrows(InterruptedIOException.class, () -> input.read(new byte[1]));
                assertEquals(0, thrown.bytesTransferred);
                assertEquals('b', pair.client().input().read());
            }
        });
    }

    @Test
    void read_endsWithItsDeadline_andWithItsPeer() {
        Runtimes.run(2, () -> {
            try (Pair pair = pair();
                    CancelContext soon = Context.withTimeout(Context.background(), Duration.ofMillis(20))) {
                InputStream input = pair.client().input(soon);
                Throwable why =
                        assertThrows(InterruptedIOException.class, input::read).getCause();
                assertInstanceOf(DeadlineExceeded.class, why);
                pair.server().closeWrite();
                assertEquals(-1, pair.client().input(Context.background()).read());
            }
        });
    }

    @Test
    void read_isInterrupted_andTheStatusIsKept() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                InputStream input = pair.client().input(Context.background());
                AtomicReference<Thread> thread = new AtomicReference<>();
                Chan<Boolean> status = chan(1);
                Chan<InterruptedIOException> ended = ended(() -> {
                    thread.set(Thread.currentThread());
                    try {
                        input.read();
                    } finally {
                        status.send(Thread.interrupted());
                    }
                });
                Sockets.awaitIoWaits(1);
                thread.get().interrupt();
                assertInstanceOf(InterruptedException.class, ended.recv().get().getCause());
                assertTrue(status.recv().get());
                say(pair.server(), "a");
                assertEquals('a', input.read());
            }
        });
    }

    @Test
    void write_isCancelled_andSaysHowMuchWentOut() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair();
                    CancelContext context = Context.withCancel(Context.background())) {
                OutputStream output = pair.client().output(context);
                byte[] begin = bytes(3, 7);
                output.write(begin);
                assertArrayEquals(begin, Sockets.readFully(pair.server(), begin.length));
                Chan<InterruptedIOException> ended = ended(() -> output.write(new byte[1 << 24]));
                Sockets.awaitIoWaits(1);
                context.cancel();
                InterruptedIOException thrown = ended.recv().get();
                assertInstanceOf(Canceled.class, thrown.getCause());
                assertTrue(thrown.getMessage().startsWith("write tcp "), thrown::getMessage);
                assertNotEquals(0, thrown.bytesTransferred);
                pair.client().closeWrite();
                assertEquals(thrown.bytesTransferred, pair.server().input().readAllBytes().length);
            }
        });
    }

    @Test
    void write_ofAPartOfAnArray_isCancelledOrInterrupted_andSaysHowMuchWentOut() {
        Runtimes.runOnAll(() -> {
            try (Pipe pipe = Net.pipe(2);
                    CancelContext context = Context.withCancel(Context.background())) {
                Chan<Thread> threads = chan(1);
                Chan<InterruptedIOException> interrupted = ended(() -> {
                    threads.send(Thread.currentThread());
                    try {
                        pipe.client().output(Context.background()).write(bytes(10, 1), 3, 5);
                    } finally {
                        assertTrue(Thread.interrupted());
                    }
                });
                PipeWaits.awaitWait("pipe write");
                threads.recv().get().interrupt();
                assertEquals(2, interrupted.recv().get().bytesTransferred);
                assertEquals(2, pipe.server().read(new byte[2]));
                Chan<InterruptedIOException> cancelled =
                        ended(() -> pipe.client().output(context).write(bytes(10, 1), 3, 5));
                PipeWaits.awaitWait("pipe write");
                context.cancel();
                assertEquals(2, cancelled.recv().get().bytesTransferred);
            }
        });
    }

    @Test
    void read_withTheContextOfAScope_endsWithIt_andIsNoFailure() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                WaitGroup reading = new WaitGroup();
                reading.add(1);
                try (Scope scope = Scope.open()) {
                    scope.go(() -> {
                        try {
                            pair.client().input(scope.context()).read();
                        } finally {
                            reading.done();
                        }
                    });
                    Sockets.awaitIoWaits(1);
                } // throws a failure that nobody has seen
                reading.await();
            }
        });
    }

    /** As streams give bytes: -1 is the end, and not a byte. */
    @Test
    void eachByte_isReadAsItWasWritten() {
        Runtimes.run(2, () -> {
            try (Pipe pipe = Net.pipe(256)) {
                OutputStream output = pipe.client().output();
                InputStream input = pipe.server().input();
                for (int each = 0; each < 256; each++) {
                    output.write(each);
                    assertEquals(each, input.read());
                }
                pipe.client().closeWrite();
                assertEquals(-1, input.read());
            }
        });
    }

    @Test
    void close_ofEitherStream_closesTheConnection() {
        Runtimes.run(2, () -> {
            try (Pipe one = Net.pipe();
                    Pipe other = Net.pipe()) {
                one.client().input().close();
                assertThrows(NetException.Closed.class, () -> one.client().write(bytes(1, 1)));
                other.client().output(Context.background()).close();
                assertThrows(NetException.Closed.class, () -> other.client().read(new byte[1]));
            }
        });
    }

    @Test
    void rangeThatIsNotWithinTheArray_isNamed() {
        Runtimes.runOnAll(() -> {
            try (Pipe pipe = Net.pipe(8)) {
                byte[] four = new byte[4];
                InputStream input = pipe.client().input();
                OutputStream output = pipe.client().output();
                assertEquals(
                        "Range [2, 2 + 3) out of bounds for length 4",
                        assertThrows(IndexOutOfBoundsException.class, () -> input.read(four, 2, 3))
                                .getMessage());
                assertEquals(
                        "Range [-1, -1 + 2) out of bounds for length 4",
                        assertThrows(IndexOutOfBoundsException.class, () -> output.write(four, -1, 2))
                                .getMessage());
            }
        });
    }
}
