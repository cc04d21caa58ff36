package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.channel.Buffering.dropping;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.net.Conn;
import dev.runnel.net.Listener;
import dev.runnel.net.Net;
import dev.runnel.scope.Fork;
import dev.runnel.scope.Scope;
import dev.runnel.select.Event;
import dev.runnel.select.Producer;
import dev.runnel.sync.WaitGroup;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A call that began before its runtime closed, and has not waited, finds what another goroutine, which is unwound, has
 * ended in a {@code finally} block. The call is cut off as a wait is, and is not told that there is nothing more to
 * come.
 */
class CloseOvertakenTest {

    /** Makes a call, and is overtaken in it. Gives what it is told. */
    private interface Call<T> {

        Object on(T ended, Runnable overtaken) throws Exception;
    }

    private enum OnChannel implements Call<Chan<Integer>> {
        SEND {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) throws Exception {
                c.send(1, new Overtaken(overtaken));
                return "sent";
            }
        },
        RECV {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) throws Exception {
                return c.recv(new Overtaken(overtaken));
            }
        },
        RECV_UP_TO {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) throws Exception {
                return c.recvUpTo(2, new Overtaken(overtaken));
            }
        },
        UNTIL {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) {
                for (int value : c.until(new Overtaken(overtaken))) {
                    return value;
                }
                return "no more";
            }
        },
        SELECT_SEND {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) {
                return choose().<Object>giving()
                        .sendFrom(c, producer(overtaken), () -> "sent")
                        .get();
            }
        },
        SELECT_RECV {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) {
                return choose().<Object>giving()
                        .sendFrom(nilChan(), producer(overtaken), () -> "sent")
                        .recv(c, value -> value)
                        .get();
            }
        },
        SELECT_RECV_UP_TO {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) {
                return choose().<Object>giving()
                        .sendFrom(nilChan(), producer(overtaken), () -> "sent")
                        .recvUpTo(c, 2, values -> values)
                        .otherwise(() -> "nothing")
                        .get();
            }
        },
        SELECT_WITH_EVENT {
            @Override
            public Object on(Chan<Integer> c, Runnable overtaken) {
                return choose().<Object>giving()
                        .sendFrom(nilChan(), producer(overtaken), () -> "sent")
                        .on(Event.cancelled(new Overtaken(() -> {})), why -> why)
                        .recv(c, value -> value)
                        .get();
            }
        }
    }

    private static Producer<Integer> producer(Runnable overtaken) {
        return () -> {
            overtaken.run();
            return 1;
        };
    }

    @ParameterizedTest
    @EnumSource
    void channel_closed(OnChannel call) {
        assertCutOff(Go::chan, Chan::close, call);
    }

    @ParameterizedTest
    @EnumSource
    void channel_closedWithCause(OnChannel call) {
        assertCutOff(Go::chan, c -> c.close(new IOException("half of it is there")), call);
    }

    @ParameterizedTest
    @EnumSource
    void channel_cancelled(OnChannel call) {
        assertCutOff(Go::chan, Chan::cancel, call);
    }

    @ParameterizedTest
    @EnumSource
    void channel_counts(OnChannel call) {
        assertCutOff(() -> chan(dropping(1)), Chan::close, call);
    }

    @Test
    void context_throwIfCancelled() {
        assertCutOff(() -> Context.withCancel(Context.background()), CancelContext::cancel, (context, overtaken) -> {
            overtaken.run();
            context.throwIfCancelled();
            return "not cancelled";
        });
    }

    @Test
    void context_eventOfASelect() {
        assertCutOff(
                () -> Context.withCancel(Context.background()),
                CancelContext::cancel,
                (context, overtaken) -> choose().<Object>giving()
                        .sendFrom(nilChan(), producer(overtaken), () -> "sent")
                        .on(Event.cancelled(context), why -> why)
                        .get());
    }

    @Test
    void goroutine_done() {
        AtomicReference<Object> told = new AtomicReference<>();
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean inCall = new AtomicBoolean();
        Runtimes.run(2, () -> {
            GoHandle other = go(() -> {
                begun.set(true);
                chan().recv();
            });
            go(() -> told.set(choose().<Object>giving()
                    .sendFrom(
                            nilChan(),
                            producer(() -> {
                                inCall.set(true);
                                while (!other.hasEnded()) {
                                    Thread.onSpinWait(); // it only looks
                                }
                            }),
                            () -> "sent")
                    .recv(other.done(), () -> "has ended")
                    .get()));
            Await.until(() -> begun.get() && inCall.get());
        });
        assertNull(told.get());
    }

    private enum OnConn implements Call<Conn> {
        READ {
            @Override
            public Object on(Conn conn, Runnable overtaken) throws Exception {
                return conn.read(ByteBuffer.allocate(1), new Overtaken(overtaken));
            }
        },
        WRITE {
            @Override
            public Object on(Conn conn, Runnable overtaken) throws Exception {
                return conn.write(ByteBuffer.allocate(1), new Overtaken(overtaken));
            }
        },
        SET_DEADLINE {
            @Override
            public Object on(Conn conn, Runnable overtaken) throws Exception {
                overtaken.run();
                conn.setDeadline(Duration.ofHours(1));
                return "set";
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void pipe_closed(OnConn call) {
        assertCutOff(Net::pipe, pipe -> pipe.client().close(), (pipe, overtaken) -> call.on(pipe.client(), overtaken));
    }

    @ParameterizedTest
    @EnumSource(names = {"READ", "WRITE"})
    void pipe_closedByPeer(OnConn call) {
        assertCutOff(Net::pipe, pipe -> pipe.client().close(), (pipe, overtaken) -> call.on(pipe.server(), overtaken));
    }

    @ParameterizedTest
    @EnumSource
    void connection_closed(OnConn call) throws IOException {
        try (Listener listener = Net.listen("127.0.0.1:0");
                Conn client = Net.dial(listener.addressText());
                Conn server = listener.accept()) {
            assertCutOff(() -> client, Conn::close, call);
            assertEquals(-1, server.read(new byte[1]));
        }
    }

    @Test
    void connection_closedByPeer() throws IOException {
        try (Listener listener = Net.listen("127.0.0.1:0");
                Conn client = Net.dial(listener.addressText());
                Conn server = listener.accept()) {
            assertCutOff(() -> server, conn -> client.closeWrite(), OnConn.READ);
        }
    }

    @Test
    void listener_closed() throws IOException {
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            assertCutOff(() -> listener, Listener::close, (l, overtaken) -> l.accept(new Overtaken(overtaken)));
        }
    }

    @Test
    void listener_closed_deadline() throws IOException {
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            assertCutOff(() -> listener, Listener::close, (l, overtaken) -> {
                overtaken.run();
                l.setDeadline(Duration.ofHours(1));
                return "set";
            });
        }
    }

    private static WaitGroup ofOne() {
        WaitGroup group = new WaitGroup();
        group.add(1);
        return group;
    }

    @Test
    void waitGroup_done() {
        assertCutOff(CloseOvertakenTest::ofOne, WaitGroup::done, (group, overtaken) -> {
            group.await(new Overtaken(overtaken));
            return "all is done";
        });
    }

    @Test
    void waitGroup_done_eventOfASelect() {
        assertCutOff(
                CloseOvertakenTest::ofOne,
                WaitGroup::done,
                (group, overtaken) -> choose().<Object>giving()
                        .sendFrom(nilChan(), producer(overtaken), () -> "sent")
                        .on(group.awaitEvent(), all -> "all is done")
                        .get());
    }

    @Test
    void task_hasNoResult() {
        AtomicReference<Fork<?>> fork = new AtomicReference<>();
        assertCutOff(
                () -> {
                    Scope scope = Scope.open();
                    fork.set(scope.fork(() -> chan().recv()));
                    return scope;
                },
                scope -> {},
                (scope, overtaken) -> {
                    overtaken.run();
                    return fork.get().result();
                });
    }

    @Test
    void otherRuntime_closed() {
        assertCutOff(GoRuntime::new, GoRuntime::close, (runtime, overtaken) -> {
            overtaken.run();
            return runtime.go(() -> {});
        });
    }

    @Test
    void otherRuntime_closed_run() {
        assertCutOff(GoRuntime::new, GoRuntime::close, (runtime, overtaken) -> {
            overtaken.run();
            runtime.run(() -> {});
            return "run";
        });
    }

    /** A goroutine that cleans up is told: it is cut off already. */
    @Test
    void whoIsUnwound_isTold() {
        AtomicReference<Object> told = new AtomicReference<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Chan<Integer> channel = chan();
        Runtimes.run(2, () -> {
            AtomicBoolean one = new AtomicBoolean();
            AtomicBoolean other = new AtomicBoolean();
            go(() -> {
                try {
                    one.set(true);
                    chan().recv();
                } finally {
                    channel.close();
                    closed.complete(null);
                }
            });
            go(() -> {
                try {
                    other.set(true);
                    chan().recv();
                } finally {
                    closed.join();
                    try {
                        select().send(channel, 1, () -> {}).run();
                    } catch (ChannelException.SendOnClosed e) {
                        told.set(channel.recv());
                    }
                }
            });
            Await.until(() -> one.get() && other.get());
        });
        assertEquals(Option.none(), told.get());
    }

    private interface Make<T> {

        T get() throws Exception;
    }

    private interface End<T> {

        void of(T ended) throws Exception;
    }

    private static <T> void assertCutOff(Make<T> make, End<T> end, Call<? super T> call) {
        AtomicReference<Object> told = new AtomicReference<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Runtimes.run(2, () -> {
            T what = make.get();
            AtomicBoolean begun = new AtomicBoolean();
            AtomicBoolean inCall = new AtomicBoolean();
            go(() -> {
                try {
                    begun.set(true);
                    chan().recv();
                } finally {
                    end.of(what);
                    ended.complete(null);
                }
            });
            go(() -> told.set(call.on(what, () -> {
                inCall.set(true);
                ended.join(); // in the JDK, whatever interrupts it
            })));
            Await.until(() -> begun.get() && inCall.get());
        });
        assertNull(told.get());
    }

    /** Is asked by an operation that has begun, and is never cancelled. */
    private record Overtaken(Runnable asked) implements Cancellation {

        @Override
        public RecvChan<Void> done() {
            return nilChan();
        }

        @Override
        public Option<CancelledException> err() {
            asked.run();
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
    }
}
