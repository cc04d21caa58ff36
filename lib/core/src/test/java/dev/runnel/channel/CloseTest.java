package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.channel.WaitingForms.full;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.scheduler.GoroutineFailedException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Close: C9, C14, C20 to C27, C62, and the table of test/closedchan.go. */
class CloseTest {

    private static final Duration LONG = Duration.ofDays(1);

    // ---------------------------------------------------------------- texts

    /** C21, C62. */
    @Test
    void exceptions_haveGosTextsAndOneParent() {
        Chan<Integer> closed = chan(1);
        closed.close();
        Map<String, Class<? extends ChannelException>> texts = new TreeMap<>(Map.of(
                "send on closed channel", ChannelException.SendOnClosed.class,
                "close of closed channel", ChannelException.CloseOfClosed.class,
                "close of nil channel", ChannelException.CloseOfNil.class));
        List<ChannelException> thrown = List.of(
                assertThrows(ChannelException.class, () -> closed.send(1)),
                assertThrows(ChannelException.class, closed::close),
                assertThrows(ChannelException.class, () -> Go.close(closed)),
                assertThrows(ChannelException.class, () -> nilChan().close()),
                assertThrows(ChannelException.class, () -> Go.close(nilChan())),
                assertThrows(ChannelException.class, () -> Go.close(null)));
        Map<String, Class<? extends ChannelException>> found = new TreeMap<>();
        thrown.forEach(e -> found.put(e.getMessage(), e.getClass()));
        assertEquals(texts, found);
    }

    /** C64: an exception that no one catches ends the run, with Go's text. */
    @Test
    void sendOnClosed_uncaught_endsTheRun() {
        GoroutineFailedException e = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> {
                    Chan<Integer> c = chan();
                    c.close();
                    c.send(1);
                }));
        assertInstanceOf(ChannelException.SendOnClosed.class, e.getCause());
        assertTrue(e.getMessage().contains("send on closed channel"), e.getMessage());
    }

    // ---------------------------------------------------------------- the table of closedchan.go

    /** C7, C9, C16, C21, C23, S7, S12: every operation, with each way to take the last value. */
    @TestFactory
    Stream<DynamicTest> everyOperation_onClosedChannel() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int capacity : new int[] {0, 1, 2, 10}) {
            boolean[] holds = capacity == 0 ? new boolean[] {false} : new boolean[] {false, true};
            for (boolean holdsOne : holds) {
                for (int last = 0; last < Forms.receives(chan()).size(); last++) {
                    int way = last;
                    String name = "capacity " + capacity + (holdsOne ? ", one value by " : ", none by ")
                            + Forms.receives(chan()).get(way).name();
                    tests.add(DynamicTest.dynamicTest(name, () -> checkClosed(capacity, holdsOne, way)));
                    tests.add(DynamicTest.dynamicTest(
                            name + ", on a goroutine",
                            () -> Runtimes.run(2, () -> unchecked(() -> checkClosed(capacity, holdsOne, way)))));
                }
            }
        }
        return tests.stream();
    }

    private static void unchecked(org.junit.jupiter.api.function.Executable check) throws Exception {
        try {
            check.execute();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void checkClosed(int capacity, boolean holdsOne, int way) throws Throwable {
        Chan<Integer> c = chan(capacity);
        if (holdsOne) {
            c.send(1);
        }
        c.close();
        for (Forms.Send send : Forms.sends(c)) {
            assertThrows(ChannelException.SendOnClosed.class, send.op()::call, send.name());
            assertEquals(holdsOne ? 1 : 0, c.len(), send.name());
        }
        if (holdsOne) {
            assertEquals(Option.some(1), Forms.receives(c).get(way).op().call());
        } else {
            assertEquals(Option.none(), Forms.receives(c).get(way).op().call());
        }
        for (int i = 0; i < 2; i++) {
            for (Forms.Receive receive : Forms.receives(c)) {
                assertEquals(Option.none(), receive.op().call(), receive.name());
            }
        }
        for (Forms.Send send : Forms.sends(c)) {
            assertThrows(ChannelException.SendOnClosed.class, send.op()::call, send.name());
        }
        assertThrows(ChannelException.CloseOfClosed.class, c::close);
        assertEquals(0, c.len());
        assertEquals(capacity, c.cap());
    }

    // ---------------------------------------------------------------- those who wait

    /** C20, C22, C27, S16: close is a broadcast. */
    @ParameterizedTest
    @EnumSource
    void close_wakesAllReceivers(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 2}) {
                Chan<Integer> c = chan(capacity);
                AtomicInteger none = new AtomicInteger();
                List<Member> all = WaitingForms.receivers(crew, c, receive -> {
                    assertTrue(receive.op().call().isEmpty(), receive.name());
                    none.incrementAndGet();
                });
                c.close();
                all.forEach(Member::join);
                assertEquals(all.size(), none.get());
                assertEquals(0, receivers(c));
            }
        });
    }

    /** C14, C22, C24, S16: all that wait to send fail; what is in the buffer stays. */
    @ParameterizedTest
    @EnumSource
    void close_failsAllSenders(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 2}) {
                Chan<Integer> c = full(capacity);
                AtomicInteger failed = new AtomicInteger();
                List<Member> all = WaitingForms.senders(crew, c, send -> {
                    assertThrows(ChannelException.SendOnClosed.class, send.op()::call, send.name());
                    failed.incrementAndGet();
                });
                c.close();
                all.forEach(Member::join);
                assertEquals(all.size(), failed.get());
                assertEquals(0, senders(c));
                List<Integer> rest = new ArrayList<>();
                c.forEach(rest::add);
                assertEquals(capacity == 0 ? List.of() : List.of(0, 1), rest);
            }
        });
    }

    /** C26: a send that races with the close is delivered or fails; never both, never neither. */
    @ParameterizedTest
    @EnumSource
    void close_racingWithSends_eachIsDeliveredOrFails(Kind kind) {
        kind.run(crew -> {
            for (int round = 0; round < 30; round++) {
                Chan<Integer> c = chan(round % 3);
                AtomicInteger delivered = new AtomicInteger();
                AtomicInteger received = new AtomicInteger();
                List<Member> senders = new ArrayList<>();
                for (int s = 0; s < 3; s++) {
                    senders.add(crew.go(() -> {
                        try {
                            for (; ; ) {
                                c.send(1);
                                delivered.incrementAndGet();
                                crew.poll();
                            }
                        } catch (ChannelException.SendOnClosed e) {
                            // the end
                        }
                    }));
                }
                Member receiver = crew.go(() -> c.forEach(v -> received.incrementAndGet()));
                dev.runnel.Await.until(() -> received.get() >= 10);
                c.close();
                senders.forEach(Member::join);
                receiver.join();
                assertEquals(delivered.get(), received.get());
            }
        });
    }

    /** C21: of closes that race, one succeeds. */
    @ParameterizedTest
    @EnumSource
    void close_racing_onlyOneSucceeds(Kind kind) {
        kind.run(crew -> {
            for (int round = 0; round < 50; round++) {
                Chan<Integer> c = chan();
                AtomicInteger successes = new AtomicInteger();
                List<Member> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    all.add(crew.go(() -> {
                        try {
                            c.close();
                            successes.incrementAndGet();
                        } catch (ChannelException.CloseOfClosed e) {
                            // another close was first
                        }
                    }));
                }
                all.forEach(Member::join);
                assertEquals(1, successes.get());
            }
        });
    }

    /** C23: forever. */
    @Test
    void recv_closedAndDrained_everAgain() {
        Chan<Integer> c = chan(1);
        c.close();
        for (int i = 0; i < 1000; i++) {
            assertTrue(c.recv().isEmpty());
            assertTrue(c.tryRecv().isClosed());
        }
    }

    /** fixedbugs/issue22683: values survive buffer, close and range. */
    @Test
    void values_survivePromotionAndClose() {
        Chan<String> c = chan(1000);
        for (int i = 0; i < 1000; i++) {
            c.send("value " + i);
        }
        c.close();
        System.gc();
        int i = 0;
        for (String value : c) {
            assertEquals("value " + i++, value);
        }
        assertEquals(1000, i);
    }
}
