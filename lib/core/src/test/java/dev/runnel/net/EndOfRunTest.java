package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.net.Sockets.Pair;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.sync.WaitGroup;
import io.vavr.control.Option;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What goroutines that are unwound do to those that wait for the network, and what the end of the stack does to whoever
 * closes.
 */
class EndOfRunTest {

    /**
     * The connection is closed because a goroutine is unwound, not because the program wants it closed: the reader is
     * unwound, too.
     */
    @Test
    void readThatTheUnwindingOfAnotherEnds_isNoFailure() {
        for (int i = 0; i < 100; i++) {
            Runtimes.run(RuntimeConfig.fromProperties(), () -> {
                Pair pair = Sockets.pair();
                Chan<Integer> never = Go.chan();
                Go.go(() -> {
                    try (pair) {
                        never.recv();
                    }
                });
                Go.go(() -> pair.server().read(new byte[1]));
                Sockets.awaitIoWaits(1);
            });
        }
    }

    /** Likewise for a goroutine that sets a listener's deadline, which waits for nothing. */
    @Test
    void listenerThatTheUnwindingOfAnotherCloses_isNoFailure() {
        Runtimes.run(2, () -> {
            TcpListener listener = Net.listen("127.0.0.1:0");
            Chan<Integer> begun = Go.chan();
            Go.go(() -> {
                try (listener) {
                    begun.send(1);
                    begun.recv();
                }
            });
            begun.recv();
            Chan<Integer> alsoBegun = Go.chan();
            Go.go(() -> {
                alsoBegun.send(1);
                for (; ; ) {
                    listener.setDeadline(Duration.ofHours(1));
                }
            });
            alsoBegun.recv();
        });
    }

    /** A goroutine that goes on and on with calls that do not wait. */
    @Test
    void whoSetsSomethingAgainAndAgain_isUnwound() throws Exception {
        try (Pair pair = Sockets.pair();
                TcpListener listener = Net.listen("127.0.0.1:0")) {
            assertUnwound(() -> listener.setDeadline(Instant.MAX));
            assertUnwound(() -> pair.client().setDeadline(Instant.MAX));
            assertUnwound(() -> pair.client().setKeepAlive(true));
            assertUnwound(() -> assertThrows(NetException.class, () -> Net.listen(listener.address())));
        }
    }

    private static void assertUnwound(Body again) {
        AtomicBoolean ended = new AtomicBoolean();
        Runtimes.run(RuntimeConfig.fromProperties().withProcs(2).withCloseTimeout(Duration.ofHours(1)), () -> {
            Chan<Integer> begun = Go.chan();
            Go.go(() -> {
                try {
                    begun.send(1);
                    for (; ; ) {
                        again.run();
                    }
                } finally {
                    ended.set(true);
                }
            });
            begun.recv();
        });
        assertTrue(ended.get());
    }

    /**
     * The runtime closes while the goroutine is in this operation, and the goroutine makes no call that would unwind
     * it.
     */
    private static @Nullable Throwable thrownAsTheRuntimeCloses(Operation operation) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            GoHandle goroutine = runtime.go(() -> {
                try {
                    operation.run(runtime);
                } catch (NetException e) {
                    thrown.set(e);
                }
            });
            Await.until(goroutine::hasEnded);
        }
        return thrown.get();
    }

    private interface Operation {
        void run(GoRuntime runtime) throws Exception;
    }

    /** The accept has seen the listener open, and a goroutine that is unwound may have closed it. */
    @Test
    void acceptThatFails_asTheRuntimeCloses_isNoFailure() {
        assertNull(thrownAsTheRuntimeCloses(runtime -> {
            StubServerSocket channel = new StubServerSocket();
            channel.accepting = () -> {
                runtime.close();
                throw new ClosedChannelException();
            };
            new TcpListener(channel).accept();
        }));
    }

    /**
     * The listener may have been closed by a goroutine that is unwound. Where nobody can listen the dial fails at once.
     */
    @Test
    void dialThatFails_asTheRuntimeCloses_isNoFailure() {
        assertNull(thrownAsTheRuntimeCloses(runtime -> {
            runtime.close();
            Net.dial(new InetSocketAddress("255.255.255.255", 1));
        }));
    }

    /** The connection may have been closed by a goroutine that is unwound: as a whole, or by the system only. */
    @Test
    void closeWriteThatFails_asTheRuntimeCloses_isNoFailure() throws Exception {
        try (Pipe pipe = Net.pipe()) {
            pipe.client().close();
            assertNull(thrownAsTheRuntimeCloses(runtime -> {
                runtime.close();
                pipe.client().closeWrite();
            }));
        }
        try (TcpListener listener = Net.listen("127.0.0.1:0");
                SocketChannel channel = SocketChannel.open(listener.address());
                TcpConn conn = Network.TCP.accepted(channel, listener.addressText())) {
            channel.close();
            assertNull(thrownAsTheRuntimeCloses(runtime -> {
                runtime.close();
                conn.closeWrite();
            }));
        }
    }

    /** The reader's wait is over, but it has not gone on yet: it no longer takes anything. */
    @Test
    void somethingHasCome_asTheRuntimeCloses_whoHasWaitedForItIsUnwound() throws Exception {
        AtomicBoolean wentOn = new AtomicBoolean();
        try (Pipe pipe = Net.pipe(1)) {
            try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
                GoHandle reads = runtime.go(() -> {
                    pipe.client().read(new byte[1]);
                    wentOn.set(true);
                });
                Await.until(() -> runtime.dump().contains("[pipe read]"));
                runtime.go(() -> {
                    pipe.server().write(new byte[1]);
                    runtime.close(); // before the other goes on
                });
                Await.until(reads::hasEnded);
            }
            assertFalse(wentOn.get());
            assertEquals(1, pipe.client().read(new byte[1]));
        }
    }

    /** The reader was let in before, and the other side may have been closed by a goroutine that is unwound. */
    @Test
    void readThatComesToTheEnd_asTheRuntimeCloses_isNoEnd() throws Exception {
        AtomicBoolean cameToTheEnd = new AtomicBoolean();
        try (Pipe pipe = Net.pipe()) {
            assertNull(thrownAsTheRuntimeCloses(runtime -> {
                Cancellation asked = new Cancellation() {
                    @Override
                    public RecvChan<Void> done() {
                        return Go.nilChan();
                    }

                    @Override
                    public Option<CancelledException> err() {
                        runtime.close();
                        assertDoesNotThrow(pipe.server()::close);
                        return Option.none();
                    }

                    @Override
                    public Option<Throwable> cause() {
                        return Option.none();
                    }

                    @Override
                    public Stop onDone(Runnable action) {
                        return () -> true;
                    }
                };
                cameToTheEnd.set(pipe.client().read(ByteBuffer.allocate(1), asked) < 0);
            }));
        }
        assertFalse(cameToTheEnd.get());
    }

    private static void closeAllTheWayUp(List<Conn> conns, AtomicInteger closed) throws NetException {
        try {
            closeAllTheWayUp(conns, closed);
        } finally {
            conns.get(closed.getAndIncrement() % conns.size()).close();
        }
    }

    /** What has no room to be closed is not closed at all, and can be closed later. */
    @Test
    void close_withoutRoomOnTheStack_doesNothing() {
        for (int round = 0; round < 3; round++) {
            Runtimes.run(RuntimeConfig.fromProperties(), () -> {
                List<Pair> pairs = new ArrayList<>();
                List<Conn> clients = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    Pair pair = Sockets.pair();
                    WaitGroup reader = new WaitGroup();
                    reader.go(() -> pair.client().read(new byte[1]));
                    Sockets.awaitIoWaits(1); // so that the poller is to close it
                    pair.server().write(new byte[1]);
                    reader.await();
                    pairs.add(pair);
                    clients.add(pair.client());
                }
                try {
                    closeAllTheWayUp(clients, new AtomicInteger());
                } catch (StackOverflowError e) {
                    for (Conn client : clients) {
                        client.close();
                    }
                }
                for (Pair pair : pairs) {
                    pair.server().setReadDeadline(Duration.ofSeconds(20));
                    assertEquals(-1, pair.server().read(new byte[1]));
                    pair.server().close();
                }
            });
        }
    }
}
