package dev.runnel.net;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.net.PipeWaits.assertFailed;
import static dev.runnel.net.PipeWaits.awaitWait;
import static dev.runnel.net.PipeWaits.awaitWaits;
import static dev.runnel.net.PipeWaits.waiting;
import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.net.PipeEnd;
import dev.runnel.scheduler.DeadlockException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What ends a wait at a pipe besides the other side. */
class PipeGivingUpTest {

    private static final Duration SOON = Duration.ofMillis(20);

    /** What has not gone is still the writer's: the next write goes on where the first one stopped. */
    @Test
    void writeDeadline_whatWasNotReadIsLeftInTheBuffer() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            ByteBuffer source = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5});
            Chan<Throwable> written = waiting("pipe write", () -> pipe.client().write(source));
            readFully(pipe.server(), 2);
            pipe.client().setWriteDeadline(SOON);
            assertFailed(NetException.Timeout.class, "write pipe#N client: i/o timeout", written);
            assertEquals(2, source.position());
            assertThrows(NetException.Timeout.class, () -> pipe.client().write(source));
            pipe.client().clearDeadline();
            go(() -> pipe.client().write(source));
            assertArrayEquals(new byte[] {3, 4, 5}, readFully(pipe.server(), 3));
        });
    }

    /** The peer reads the last of it just when the writer is told to give up. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READY")
    void write_whatWasReadInTheEnd_isWritten(Outcome why) throws NetException {
        PipeEnd[] ends = PipeEnd.pair();
        OneWay way = new OneWay(0, ends[0].out(), ends[1].in());
        Traffic traffic = new Traffic(new PipeMedium(ends[0], way, way));
        ByteBuffer source = ByteBuffer.wrap(bytes(2, 9));
        ByteBuffer target = ByteBuffer.allocate(2);
        int written = traffic.write(source, new Patience<RuntimeException, RuntimeException>() {
            @Override
            public void take(Turn turn) {
                turn.take();
            }

            @Override
            public Outcome waitAt(Gate gate) {
                way.read(target);
                return why;
            }

            @Override
            public void unlessGivenUp(Outcome ended) {
                throw new AssertionError(ended + " after all was read");
            }
        });
        assertEquals(2, written);
        assertArrayEquals(bytes(2, 9), target.array());
    }

    @Test
    void readDeadline_isMovedWhileOneWaits() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            pipe.client().setReadDeadline(Duration.ofHours(1));
            Chan<Throwable> reads = waiting("pipe read", () -> pipe.client().read(new byte[1]));
            pipe.client().setReadDeadline(SOON);
            assertFailed(NetException.Timeout.class, "read pipe#N client: i/o timeout", reads);
            pipe.client().setReadDeadline(Duration.ZERO);
            assertThrows(NetException.Timeout.class, () -> pipe.client().read(new byte[1]));
            pipe.client().clearDeadline();
            go(() -> pipe.server().write(bytes(1, 9)));
            assertArrayEquals(bytes(1, 9), readFully(pipe.client(), 1));
        });
    }

    /** Also if something comes before the reader, which has been told of the deadline, gets on. */
    @Test
    void readDeadline_isPast_whoWaitsFails_whateverComesAfterThat() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe(1);
            Chan<Throwable> reads = waiting("pipe read", () -> pipe.client().read(new byte[1]));
            pipe.client().setReadDeadline(Duration.ZERO);
            pipe.server().write(bytes(1, 9));
            assertFailed(NetException.Timeout.class, "read pipe#N client: i/o timeout", reads);
            pipe.client().clearDeadline();
            assertArrayEquals(bytes(1, 9), readFully(pipe.client(), 1));
        });
    }

    @Test
    void cancellation_endsReadsAndWrites_alsoWhileTheyWaitForTheirTurn() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                ByteBuffer source = ByteBuffer.wrap(bytes(3, 1));
                ByteBuffer target = ByteBuffer.allocate(3);
                Chan<Throwable> writes =
                        waiting("pipe write", () -> pipe.client().write(source, ctx));
                Chan<Throwable> reads = waiting("pipe read", () -> pipe.client().read(target, ctx));
                Chan<Throwable> next = waiting("pipe read", () -> pipe.client().read(target, ctx));
                awaitWaits("pipe read", 2);
                ctx.cancel();
                assertFailed(CancelledException.class, "context canceled", writes);
                assertFailed(CancelledException.class, "context canceled", reads);
                assertFailed(CancelledException.class, "context canceled", next);
                assertEquals(0, source.position());
            }
            go(() -> pipe.server().write(bytes(1, 9)));
            assertArrayEquals(bytes(1, 9), readFully(pipe.client(), 1));
        });
    }

    /** The goroutine that has the turn, and is not asked to give up, keeps it. */
    @Test
    void whoWaitsForItsTurn_isCancelledOrInterrupted_beforeItHasCome() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            Conn conn = pipe.client();
            Chan<Throwable> reads = waiting("pipe read", () -> assertEquals(1, conn.read(new byte[1])));
            assertGivesUp("pipe read", context -> conn.read(ByteBuffer.allocate(1), context));
            Chan<Throwable> writes = waiting("pipe write", () -> conn.write(bytes(1, 2)));
            assertGivesUp("pipe write", context -> conn.write(ByteBuffer.allocate(1), context));
            pipe.server().write(bytes(1, 1));
            assertTrue(reads.recv().isEmpty());
            assertArrayEquals(bytes(1, 2), readFully(pipe.server(), 1));
            assertTrue(writes.recv().isEmpty());
        });
    }

    private interface Use {
        void of(Context context) throws Exception;
    }

    /** By a cancellation, and by an interrupt. Another goroutine waits there, too. */
    private static void assertGivesUp(String reason, Use use) {
        try (CancelContext ctx = Context.withCancel(Context.background())) {
            Chan<Throwable> cancelled = waiting(reason, () -> use.of(ctx));
            awaitWaits(reason, 2);
            ctx.cancel();
            assertFailed(CancelledException.class, "context canceled", cancelled);
        }
        AtomicReference<Thread> thread = new AtomicReference<>();
        Chan<Throwable> interrupted = waiting(reason, () -> {
            thread.set(Thread.currentThread());
            use.of(Context.background());
        });
        awaitWaits(reason, 2);
        thread.get().interrupt();
        assertInstanceOf(InterruptedException.class, interrupted.recv().get());
    }

    /** Else whoever comes by there would end the goroutine's next wait, which may be for something else. */
    @Test
    void whoHasGivenUp_isNotFoundThereAnyMore() {
        Runtimes.runOnAll(() -> {
            Pipe pipe = Net.pipe();
            Chan<Integer> elsewhere = chan();
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                Chan<Throwable> waits = waiting("pipe read", () -> {
                    assertThrows(CancelledException.class, () -> pipe.client().read(ByteBuffer.allocate(1), ctx));
                    assertEquals(7, elsewhere.recv().getOrElse(0));
                });
                ctx.cancel();
                awaitWait("chan receive");
                pipe.client().setReadDeadline(Duration.ZERO);
                pipe.client().close();
                elsewhere.send(7);
                assertTrue(waits.recv().isEmpty());
            }
        });
    }

    /** Also if there would be nothing to wait for. */
    @Test
    void whatIsOverBefore_readsAndWritesNothing() {
        Runtimes.run(2, () -> {
            Pipe pipe = Net.pipe(4);
            pipe.server().write(bytes(1, 9));
            ByteBuffer target = ByteBuffer.allocate(1);
            ByteBuffer source = ByteBuffer.wrap(bytes(1, 7));
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                ctx.cancel();
                assertThrows(CancelledException.class, () -> pipe.client().read(target, ctx));
                assertThrows(CancelledException.class, () -> pipe.client().write(source, ctx));
            }
            Context lasts = Context.background();
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> pipe.client().read(target, lasts));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> pipe.client().write(source, lasts));
            assertEquals(0, source.position());
            assertEquals(1, pipe.client().read(target, lasts));
            assertEquals(9, target.get(0));
            pipe.client().closeWrite();
            assertEquals(-1, pipe.server().read(new byte[1]));
        });
    }

    /** A goroutine that is unwound before it can take its turn passes the turn on. */
    @Test
    void runtimeCloses_theTurnGoesToTheNext() throws Exception {
        try (Pipe pipe = Net.pipe();
                GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.go(() -> {
                pipe.server().read(new byte[1]);
                runtime.close(); // before the second goes on
            });
            awaitReads(runtime, 1);
            runtime.go(() -> pipe.server().read(new byte[1]));
            awaitReads(runtime, 2);
            byte[] got = new byte[1];
            Chan<Throwable> third = waiting("pipe read", () -> pipe.server().read(got));
            pipe.client().write(bytes(1, 1));
            pipe.client().write(bytes(1, 3));
            assertTrue(third.recv().isEmpty());
            assertEquals(3, got[0]);
        }
    }

    private static void awaitReads(GoRuntime runtime, int count) {
        Await.until(() -> runtime.dump().split("\\[pipe read]", -1).length > count);
    }

    @Test
    void deadlock_isTold() {
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Pipe pipe = Net.pipe();
                    go("server", () -> pipe.server().read(new byte[1]));
                    pipe.client().read(new byte[1]);
                }));
        assertTrue(deadlock.dump().contains("\"server\" [pipe read]"), deadlock.dump());
        assertTrue(deadlock.dump().contains(" client"), deadlock.dump());
    }

    @Test
    void runtimeCloses_itsGoroutinesLeave_andThePeerIsTold() throws Exception {
        Pipe pipe = Net.pipe();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            runtime.go(() -> {
                try (Conn mine = pipe.server()) {
                    mine.write(bytes(3, 1));
                }
            });
            assertArrayEquals(bytes(2, 1), readFully(pipe.client(), 2));
        }
        assertEquals(-1, pipe.client().read(new byte[1]));
        assertThrows(NetException.BrokenPipe.class, () -> pipe.client().write(bytes(1, 1)));
    }
}
