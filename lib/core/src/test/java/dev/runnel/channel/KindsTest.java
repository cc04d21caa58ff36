package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.channel.Buffering.bounded;
import static dev.runnel.channel.Buffering.dropping;
import static dev.runnel.channel.Buffering.sliding;
import static dev.runnel.channel.Buffering.unbounded;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.ChannelException.SizeOutOfRange;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buffers that slide, drop, or grow; and what channels count. */
class KindsTest {

    private static List<Integer> drained(Chan<Integer> c) {
        c.close();
        List<Integer> rest = new ArrayList<>();
        c.forEach(rest::add);
        return rest;
    }

    private static ChanStats stats(Chan<Integer> c) {
        return c.stats().get();
    }

    // ---------------------------------------------------------------- sliding and dropping

    @Test
    void sliding_keepsTheNewest_whateverTheForm() throws Exception {
        List<Integer> dropped = new ArrayList<>();
        Chan<Integer> c = chan(sliding(2), dropped::add);
        c.send(-1);
        c.send(-2);
        List<Forms.Send> forms = Forms.sends(c);
        for (Forms.Send send : forms) {
            assertTrue(send.op().call(), send.name());
            assertEquals(2, c.len());
        }
        assertEquals(forms.size(), dropped.size());
        assertEquals(List.of(-1, -2), dropped.subList(0, 2));
        ChanStats all = stats(c);
        assertEquals(new ChanStats(forms.size() + 2, 0, forms.size(), 0, 0, 0, 2, 2), all);
        assertEquals(List.of(2, 2), drained(c));
    }

    @Test
    void dropping_keepsTheOldest_whateverTheForm() throws Exception {
        List<Integer> dropped = new ArrayList<>();
        Chan<Integer> c = chan(dropping(2), dropped::add);
        c.send(-1);
        c.send(-2);
        List<Forms.Send> forms = Forms.sends(c);
        for (Forms.Send send : forms) {
            assertTrue(send.op().call(), send.name());
        }
        assertEquals(forms.size(), dropped.size());
        assertTrue(dropped.stream().allMatch(v -> v == 2));
        assertEquals(new ChanStats(forms.size() + 2, 0, forms.size(), 0, 0, 0, 2, 2), stats(c));
        assertEquals(List.of(-1, -2), drained(c));
    }

    @Test
    void nobodyIsTold_ifNobodyWantsToKnow() {
        for (Buffering how : List.of(sliding(1), dropping(1))) {
            Chan<Integer> c = chan(how);
            c.send(1);
            c.send(2);
            assertEquals(1, stats(c).drops());
            c.cancel();
            assertEquals(2, stats(c).drops());
        }
    }

    /** The receiver that waits gets the value, and nothing is dropped. */
    @ParameterizedTest
    @EnumSource
    void receiverThatWaits_getsTheValue(Kind kind) {
        kind.run(crew -> {
            for (Buffering how : List.of(sliding(1), dropping(1), unbounded(1, n -> {}), bounded(1))) {
                Chan<Integer> c = chan(how);
                Member receiver = crew.go(() -> assertEquals(Option.some(1), c.recv()));
                awaitReceivers(c, 1);
                c.send(1);
                c.send(2);
                receiver.join();
                assertEquals(new ChanStats(2, 1, 0, 0, 0, 1, 1, 1), stats(c), how.toString());
            }
        });
    }

    /** The send has happened; what the handler throws comes out of the send, with no lock held. */
    @Test
    void handlerThatThrows_throwsOutOfTheSend() {
        List<Callable<?>> sends = new ArrayList<>();
        Chan<Integer> c = chan(sliding(1), (Integer value) -> {
            throw new IllegalStateException("no " + value);
        });
        c.send(0);
        sends.add(() -> c.trySend(1));
        sends.add(() ->
                Go.choose().send(c, 2, () -> true).recv(chan(), () -> false).get());
        sends.add(() -> c.trySend(3, Duration.ofDays(1)));
        for (int i = 0; i < sends.size(); i++) {
            assertEquals(
                    "no " + i,
                    assertThrows(IllegalStateException.class, sends.get(i)::call)
                            .getMessage());
            assertEquals(1, c.len());
        }
        assertEquals(Option.some(3), c.recv());
        assertEquals(3, stats(c).drops());
    }

    /** The handler may send what it is given on the very same channel. */
    @Test
    void handler_mayUseTheChannel() {
        List<Chan<Integer>> self = new ArrayList<>();
        Chan<Integer> c = chan(dropping(1), (Integer value) -> {
            self.get(0).recv();
            self.get(0).send(value);
        });
        self.add(c);
        c.send(1);
        c.send(2);
        assertEquals(Option.some(2), c.recv());
        assertEquals(new ChanStats(3, 2, 1, 0, 0, 0, 0, 1), stats(c));
    }

    // ---------------------------------------------------------------- unbounded

    @Test
    void unbounded_takesAll_inOrder_whateverTheForm() throws Exception {
        Chan<Integer> c = chan(unbounded(1000, n -> {}));
        int n = 500;
        for (int i = 0; i < n; i++) {
            for (Forms.Send send : Forms.sends(c)) {
                assertTrue(send.op().call(), send.name());
            }
            c.send(i);
        }
        int each = Forms.sends(c).size() + 1;
        assertEquals(n * each, c.len());
        for (int i = 0; i < n; i++) {
            for (int j = 1; j < each; j++) {
                assertEquals(2, c.recv().get());
            }
            assertEquals(i, c.recv().get());
        }
        assertTrue(c.tryRecv().isEmpty());
        assertEquals(new ChanStats(n * each, n * each, 0, 1, 0, 0, 0, n * each), stats(c));
    }

    @Test
    void softLimit_isToldOncePerCrossing() {
        List<Integer> told = new ArrayList<>();
        Chan<Integer> c = chan(unbounded(4, told::add));
        for (int i = 0; i < 4; i++) {
            c.send(i);
        }
        assertEquals(List.of(), told);
        c.send(4);
        c.send(5);
        assertEquals(List.of(5), told);
        for (int i = 0; i < 3; i++) { // down to 3, which is more than half of the limit
            c.recv();
        }
        c.send(6);
        c.send(7);
        c.send(8);
        assertEquals(List.of(5), told);
        for (int i = 0; i < 4; i++) { // down to 2
            c.recv();
        }
        c.send(9);
        c.send(10);
        assertEquals(List.of(5), told);
        Go.select().send(c, 11, () -> told.add(-1)).run();
        assertEquals(List.of(5, 5, -1), told);
        assertEquals(2, stats(c).crossings());
        assertEquals(List.of(7, 8, 9, 10, 11), drained(c));
    }

    @Test
    void softLimitOfOne_needsAnEmptyBufferInBetween() {
        int[] told = {0};
        Chan<Integer> c = chan(unbounded(1, n -> told[0]++));
        for (int i = 0; i < 3; i++) {
            c.send(1);
            c.send(2);
            c.recv();
            c.send(3);
            c.recv();
            c.recv();
        }
        assertEquals(3, told[0]);
    }

    @Test
    void cancelOfMany_tellsOfAll() {
        int n = 100_000;
        List<Integer> dropped = new ArrayList<>();
        Chan<Integer> c = chan(unbounded(n, m -> {}), dropped::add);
        for (int i = 0; i < n; i++) {
            c.send(i);
        }
        assertEquals(Option.some(0), c.recv());
        c.cancel();
        assertEquals(n - 1, dropped.size());
        for (int i = 1; i < n; i++) {
            assertEquals(i, dropped.get(i - 1));
        }
        assertEquals(n - 1, stats(c).drops());
    }

    // ---------------------------------------------------------------- what is counted

    @Test
    void channelsOfGo_countNothing() {
        assertEquals(Option.none(), chan().stats());
        assertEquals(Option.none(), chan(3).stats());
        assertEquals(Option.none(), Go.nilChan().stats());
        assertEquals(Option.none(), Go.after(Duration.ZERO).stats());
    }

    @ParameterizedTest
    @EnumSource
    void waits_areCounted_andWhatGaveUpIsNoSend(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(bounded(1));
            assertFalse(c.tryRecv(Duration.ofNanos(1)).isClosed());
            c.send(1);
            assertFalse(c.trySend(2));
            assertFalse(c.trySend(2, Duration.ofNanos(1)));
            Go.select()
                    .send(c, 3, () -> {})
                    .send(c, 4, () -> {})
                    .after(Duration.ofNanos(1), () -> {})
                    .run();
            assertEquals(new ChanStats(1, 0, 0, 0, 3, 1, 1, 1), stats(c));
            Member sender = crew.go(() -> c.send(5));
            awaitSenders(c, 1);
            assertEquals(new ChanStats(1, 0, 0, 0, 4, 1, 1, 1), stats(c));
            assertEquals(Option.some(1), c.recv());
            sender.join();
            assertEquals(new ChanStats(2, 1, 0, 0, 4, 1, 1, 1), stats(c));
            Go.select().recv(c, () -> {}).run();
            assertEquals(new ChanStats(2, 2, 0, 0, 4, 1, 0, 1), stats(c));
            c.close();
            c.recv();
            assertEquals(new ChanStats(2, 2, 0, 0, 4, 1, 0, 1), stats(c));
        });
    }

    @ParameterizedTest
    @EnumSource
    void rendezvous_isSendAndReceive(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(bounded(0));
            Member receiver = crew.go(c::recv);
            awaitReceivers(c, 1);
            c.send(1);
            receiver.join();
            Member sender = crew.go(() -> c.send(2));
            awaitSenders(c, 1);
            assertEquals(Option.some(2), c.recv());
            sender.join();
            assertEquals(new ChanStats(2, 2, 0, 0, 1, 1, 0, 0), stats(c));
        });
    }

    // ---------------------------------------------------------------- sizes

    @Test
    void sizes_areChecked() {
        for (Buffering how : List.of(
                bounded(-1),
                bounded(Integer.MAX_VALUE),
                sliding(0),
                sliding(Integer.MAX_VALUE),
                dropping(0),
                dropping(-1),
                unbounded(0, n -> {}),
                unbounded(Integer.MAX_VALUE, n -> {}))) {
            assertThrows(SizeOutOfRange.class, () -> chan(how), how.toString());
        }
        assertEquals(
                "makechan: size out of range: capacity 0, allowed 1 to 2147483639",
                assertThrows(SizeOutOfRange.class, () -> chan(sliding(0))).getMessage());
        assertEquals(
                "makechan: size out of range: soft limit 0, allowed 1 to 2147483639",
                assertThrows(SizeOutOfRange.class, () -> chan(unbounded(0, n -> {})))
                        .getMessage());
        assertEquals(
                "makechan: size out of range: capacity 2147483640, allowed 1 to 2147483639",
                assertThrows(SizeOutOfRange.class, () -> chan(dropping(2147483640)))
                        .getMessage());
        assertEquals(0, chan(bounded(0)).cap());
        assertEquals(1, chan(sliding(1)).cap());
        assertEquals(1 << 30, chan(unbounded(1, n -> {})).cap());
        assertThrows(NullPointerException.class, () -> chan(unbounded(1, null)));
        assertThrows(NullPointerException.class, () -> chan(sliding(1), null));
    }

    /** The handler is told of all values. A failure cannot be suppressed by itself. */
    @Test
    void undelivered_handlerThrowsTheSameEachTime_isToldOfAll() {
        IllegalArgumentException planted = new IllegalArgumentException("planted");
        List<Integer> told = new ArrayList<>();
        Chan<Integer> c = chan(bounded(3), value -> {
            told.add(value);
            throw planted;
        });
        c.send(1);
        c.send(2);
        c.send(3);
        assertSame(planted, assertThrows(IllegalArgumentException.class, c::cancel));
        assertEquals(List.of(1, 2, 3), told);
    }

    /** The handler has called goexit, which is not forgotten because of the failure before. */
    @Test
    void undelivered_goexitAfterAFailure_endsTheGoroutine() {
        AtomicBoolean wentOn = new AtomicBoolean();
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan(Buffering.bounded(4), value -> {
                if (value == 1) {
                    throw new IllegalArgumentException("planted");
                }
                Go.goexit();
            });
            c.send(1);
            c.send(2);
            Go.go(() -> {
                        try {
                            c.cancel();
                        } catch (IllegalArgumentException e) {
                            wentOn.set(true);
                        }
                    })
                    .join();
        });
        assertFalse(wentOn.get());
    }
}
