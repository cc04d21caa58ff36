package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.channel.WaitingForms.full;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.ChannelException.CancelOfNil;
import dev.runnel.channel.ChannelException.CloseOfClosed;
import dev.runnel.channel.ChannelException.ClosedWithCause;
import dev.runnel.channel.ChannelException.SendOnCancelled;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import io.vavr.control.Option;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that says that nobody will receive any more. */
class CancelTest {

    private final IOException cause = new IOException("not wanted");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void everyForm_onCancelledChannel(int capacity) {
        checkForms(capacity);
        Runtimes.run(2, () -> checkForms(capacity));
    }

    private void checkForms(int capacity) {
        Chan<Integer> c = full(capacity);
        c.cancel(cause);
        for (int round = 0; round < 2; round++) {
            for (Forms.Send send : Forms.sends(c)) {
                SendOnCancelled e = assertThrows(SendOnCancelled.class, send.op()::call, send.name());
                assertEquals("send on cancelled channel", e.getMessage());
                assertSame(cause, e.getCause());
            }
            for (Forms.Receive receive : Forms.receives(c)) {
                assertEquals(Option.none(), assertDoesNotThrow(receive.op()::call), receive.name());
            }
            assertTrue(c.tryRecv().isClosed());
            assertEquals(0, c.len());
            assertEquals(capacity, c.cap());
            assertEquals(Option.some(cause), c.closeCause());
            c.cancel(new IOException("a second time"));
            c.cancel();
        }
    }

    @Test
    void withoutCause_sendersGetNone() {
        Chan<Integer> c = chan();
        c.cancel();
        assertNull(assertThrows(SendOnCancelled.class, () -> c.send(1)).getCause());
        assertEquals(Option.none(), c.closeCause());
    }

    // ---------------------------------------------------------------- those who wait

    @ParameterizedTest
    @EnumSource
    void whoWaitsToSend_learnsIt(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 2}) {
                Chan<Integer> c = full(capacity);
                List<Member> all = WaitingForms.senders(
                        crew,
                        c,
                        send -> assertSame(
                                cause,
                                assertThrows(SendOnCancelled.class, send.op()::call, send.name())
                                        .getCause()));
                c.cancel(cause);
                all.forEach(Member::join);
                assertEquals(0, c.len());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsToReceive_findsTheEnd(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(2);
            List<Member> all = WaitingForms.receivers(
                    crew, c, receive -> assertEquals(Option.none(), receive.op().call(), receive.name()));
            c.cancel(cause);
            all.forEach(Member::join);
        });
    }

    // ---------------------------------------------------------------- with a close

    /** A sender that closes when it is done need not know whether it was cancelled; one that closes twice is told. */
    @Test
    void closeAfterCancel_countsOnce() {
        Chan<Integer> c = chan();
        c.cancel(cause);
        c.close(new IOException("comes late"));
        assertThrows(CloseOfClosed.class, c::close);
        assertThrows(CloseOfClosed.class, () -> c.close(cause));
        assertSame(cause, assertThrows(SendOnCancelled.class, () -> c.send(1)).getCause());
        assertEquals(Option.some(cause), c.closeCause());
        assertEquals(Option.none(), c.recv());
    }

    @Test
    void cancelAfterClose_dropsWhatIsLeft() {
        List<Integer> dropped = new ArrayList<>();
        Chan<Integer> c = chan(Buffering.bounded(2), dropped::add);
        c.send(1);
        c.send(2);
        c.close();
        c.cancel(cause);
        assertEquals(List.of(1, 2), dropped);
        assertEquals(Option.none(), c.recv());
        assertEquals(Option.none(), c.closeCause());
        assertThrows(SendOnClosed.class, () -> c.send(3));
        assertThrows(CloseOfClosed.class, c::close);
        c.cancel();
        assertEquals(List.of(1, 2), dropped);
    }

    @Test
    void cancelAfterCloseWithCause_leavesTheCause() {
        Chan<Integer> c = chan(1);
        c.send(1);
        IOException first = new IOException("first");
        c.close(first);
        c.cancel(cause);
        assertSame(first, assertThrows(ClosedWithCause.class, c::recv).getCause());
        assertSame(first, assertThrows(SendOnClosed.class, () -> c.send(1)).getCause());
        assertEquals(Option.some(first), c.closeCause());
    }

    // ---------------------------------------------------------------- what was in the buffer

    @Test
    void values_areGarbageIfNobodyIsTold() {
        Chan<Object> c = chan(3);
        List<WeakReference<Object>> values = List.of(sent(c), sent(c), sent(c));
        c.recv();
        c.cancel();
        values.forEach(value -> assertTrue(Await.isCollected(value)));
    }

    private static WeakReference<Object> sent(Chan<Object> c) {
        Object value = new Object();
        c.send(value);
        return new WeakReference<>(value);
    }

    /** The handler is told of each value, in order, even if it throws; and it may use the channel. */
    @Test
    void handler_isToldOfAll() {
        List<Integer> dropped = new ArrayList<>();
        List<Chan<Integer>> self = new ArrayList<>();
        Chan<Integer> c = chan(Buffering.bounded(3), (Integer value) -> {
            dropped.add(value);
            assertTrue(self.get(0).tryRecv().isClosed());
            throw new IllegalStateException("no " + value);
        });
        self.add(c);
        for (int i = 0; i < 3; i++) {
            c.send(i);
        }
        IllegalStateException e = assertThrows(IllegalStateException.class, c::cancel);
        assertEquals("no 0", e.getMessage());
        assertEquals(2, e.getSuppressed().length);
        assertEquals(List.of(0, 1, 2), dropped);
        c.cancel();
        assertEquals(3, dropped.size());
    }

    // ---------------------------------------------------------------- what cannot be cancelled, and timers

    /** Closing it would tell all others that something has happened. */
    @Test
    void signal_cannotBeClosedByWhoCastsIt() {
        try (CancelContext ctx = Context.withCancel(Context.background())) {
            assertCannotBeClosed(ctx.done());
            ctx.cancel();
            assertTrue(ctx.done().tryRecv().isClosed());
            assertCannotBeClosed(ctx.done());
        }
        Chan<Integer> c = chan();
        var handle = Go.go(c::recv);
        assertCannotBeClosed(handle.done());
        assertTrue(handle.done().tryRecv().isEmpty());
        c.close();
        handle.join();
    }

    private void assertCannotBeClosed(RecvChan<Void> signal) {
        Chan<Void> cast = (Chan<Void>) signal;
        assertThrows(UnsupportedOperationException.class, cast::close);
        assertThrows(UnsupportedOperationException.class, () -> cast.close(cause));
    }

    @Test
    void nil_cannotBeCancelled() {
        assertThrows(CancelOfNil.class, () -> nilChan().cancel());
        assertThrows(CancelOfNil.class, () -> nilChan().cancel(cause));
        assertThrows(NullPointerException.class, () -> nilChan().cancel(null));
        assertThrows(NullPointerException.class, () -> chan().cancel(null));
    }

    /** Others wait for the signal, too. */
    @Test
    void signal_cannotBeCancelled() {
        try (CancelContext ctx = Context.withCancel(Context.background())) {
            assertThrows(UnsupportedOperationException.class, () -> ctx.done().cancel());
            assertThrows(UnsupportedOperationException.class, () -> ctx.done().cancel(cause));
            assertTrue(ctx.done().tryRecv().isEmpty());
            ctx.cancel();
            assertThrows(UnsupportedOperationException.class, () -> ctx.done().cancel());
        }
        Chan<Integer> c = chan();
        var handle = Go.go(c::recv);
        assertThrows(UnsupportedOperationException.class, () -> handle.done().cancel());
        assertFalse(handle.done().tryRecv().isClosed());
        c.close();
        handle.join();
    }

    @Test
    void timerChannel_stopsForGood() {
        Timer timer = new Timer(Duration.ofDays(1));
        timer.c().cancel();
        assertEquals(Option.none(), timer.c().recv());
        assertFalse(timer.stop());
        assertFalse(timer.reset(Duration.ZERO));
        assertTrue(timer.c().tryRecv().isClosed());
        RecvChan<?> due = Go.after(Duration.ZERO);
        due.cancel();
        assertTrue(due.tryRecv().isClosed());
    }

    @ParameterizedTest
    @EnumSource
    void tickerChannel_endsTheLoop(Kind kind) {
        kind.run(crew -> {
            Ticker ticker = new Ticker(Duration.ofNanos(100_000));
            int[] ticks = {0};
            Member loop = crew.go(() -> ticker.c().forEach(tick -> ticks[0]++));
            ticker.c().recv();
            ticker.c().cancel();
            loop.join();
            ticker.reset(Duration.ofNanos(1));
            assertTrue(ticker.c().tryRecv().isClosed());
        });
    }
}
