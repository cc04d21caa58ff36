package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Creation, send and receive: C1 to C20 and C28 to C34. */
class ChanTest {

    // ---------------------------------------------------------------- creation, len, cap

    /** C1, C6. */
    @Test
    void views_areTheChannelItself() {
        Chan<Integer> c = chan();
        SendChan<Integer> in = c;
        RecvChan<Integer> out = c;
        assertSame(in, out);
        assertEquals(c, in);
        assertNotEquals(c, Go.<Integer>chan());
    }

    /** C1. */
    @Test
    void nilChannels_areEqual() {
        Chan<Integer> a = nilChan();
        Chan<String> b = nilChan();
        assertEquals(a, b);
        assertNotEquals(a, Go.<Integer>chan());
    }

    /** C2, C62. */
    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 7})
    void chan_capacityOutOfRange_throws(int capacity) {
        ChannelException e = assertThrows(ChannelException.SizeOutOfRange.class, () -> chan(capacity));
        assertTrue(e.getMessage().startsWith("makechan: size out of range"), e.getMessage());
        assertTrue(e.getMessage().contains(String.valueOf(capacity)), e.getMessage());
    }

    /** C2. */
    @Test
    void chan_capacityZero_isUnbuffered() {
        Chan<Integer> c = chan(0);
        assertEquals(0, c.cap());
        assertFalse(c.trySend(1));
    }

    /** C3. */
    @Test
    void lenAndCap_followTheBuffer() {
        Chan<Integer> c = chan(3);
        assertEquals(3, c.cap());
        assertEquals(0, c.len());
        c.send(1);
        c.send(2);
        assertEquals(2, c.len());
        c.recv();
        assertEquals(1, c.len());
        c.close();
        assertEquals(1, c.len());
        assertEquals(3, c.cap());
        c.recv();
        assertEquals(0, c.len());
        assertEquals(0, Go.<Integer>chan().len());
        assertEquals(0, Go.<Integer>chan().cap());
        assertEquals(0, Go.<Integer>nilChan().len());
        assertEquals(0, Go.<Integer>nilChan().cap());
    }

    /** C3, C13. */
    @ParameterizedTest
    @EnumSource
    void len_doesNotCountParkedSenders(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(2);
            c.send(0);
            c.send(1);
            for (int i = 2; i < 6; i++) {
                int me = i;
                crew.go(() -> c.send(me));
                awaitSenders(c, i - 1);
                assertEquals(2, c.len());
            }
            for (int i = 0; i < 6; i++) {
                assertEquals(i, c.recv().get());
                assertEquals(Math.min(2, 5 - i), c.len());
            }
        });
    }

    // ---------------------------------------------------------------- null

    /** Values are never null, whatever the state of the channel. */
    @Test
    @SuppressWarnings("NullAway")
    void send_null_throwsAtTheCall() {
        Chan<Integer> closed = chan(1);
        closed.close();
        Chan<Integer> full = chan(1);
        full.send(1);
        for (Chan<Integer> c : List.of(Go.<Integer>chan(), Go.<Integer>chan(1), full, closed, Go.<Integer>nilChan())) {
            int len = c.len();
            assertThrows(NullPointerException.class, () -> c.send(null));
            assertThrows(NullPointerException.class, () -> c.sendInterruptibly(null));
            assertThrows(NullPointerException.class, () -> c.trySend(null));
            assertThrows(NullPointerException.class, () -> c.trySend(null, Duration.ofDays(1)));
            assertThrows(NullPointerException.class, () -> Go.select().send(c, null, () -> {}));
            assertThrows(
                    NullPointerException.class,
                    () -> Go.select().sendFrom(c, () -> null, () -> {}).run());
            assertThrows(NullPointerException.class, () -> Go.choose().send(c, null, () -> 1));
            assertEquals(len, c.len());
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void timedForms_nullDuration_throw() {
        Chan<Integer> c = chan(1);
        assertThrows(NullPointerException.class, () -> c.trySend(1, null));
        assertThrows(NullPointerException.class, () -> c.tryRecv(null));
        assertEquals(0, c.len());
    }

    // ---------------------------------------------------------------- send and receive

    /** C16: both forms of receive. */
    @Test
    void recv_value_thenClosed() {
        Chan<String> c = chan(2);
        c.send("a");
        c.send("b");
        c.close();
        assertEquals(Option.some("a"), c.recv());
        assertEquals("b", c.recvOrNull());
        assertEquals(Option.none(), c.recv());
        assertEquals(null, c.recvOrNull());
    }

    /** C10, C34; bug147. */
    @ParameterizedTest
    @EnumSource
    void send_unbuffered_completesOnlyWithItsReceive(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicInteger sent = new AtomicInteger();
            crew.go(() -> {
                for (int i = 0; i < 3; i++) {
                    c.send(i);
                    sent.incrementAndGet();
                }
            });
            for (int i = 0; i < 3; i++) {
                awaitSenders(c, 1);
                assertEquals(i, sent.get());
                assertEquals(i, c.recv().get());
            }
            Await.until(() -> sent.get() == 3);
        });
    }

    /** C10. */
    @ParameterizedTest
    @EnumSource
    void send_buffered_waitsOnlyWhenFull(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(3);
            AtomicInteger sent = new AtomicInteger();
            Member sender = crew.go(() -> {
                for (int i = 0; i < 4; i++) {
                    c.send(i);
                    sent.incrementAndGet();
                }
            });
            awaitSenders(c, 1);
            assertEquals(3, sent.get());
            assertEquals(0, c.recv().get());
            sender.join();
            assertEquals(4, sent.get());
            assertEquals(3, c.len());
        });
    }

    /** C11, C29. */
    @ParameterizedTest
    @EnumSource
    void send_parkedReceiverAtBuffer_bypassesTheBuffer(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(4);
            Chan<Integer> got = chan(1);
            crew.go(() -> got.send(c.recv().get()));
            awaitReceivers(c, 1);
            c.send(7);
            assertEquals(0, c.len());
            assertEquals(7, got.recv().get());
        });
    }

    /** C14, C20. */
    @ParameterizedTest
    @EnumSource
    void parked_wokenByPeer_getsValue(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<String> got = chan(2);
            crew.go(() -> got.send(c.recv().toString()));
            awaitReceivers(c, 1);
            c.send(1);
            assertEquals("Some(1)", got.recv().get());
            crew.go(() -> got.send(String.valueOf(c.recvOrNull())));
            awaitReceivers(c, 1);
            c.send(2);
            assertEquals("2", got.recv().get());
        });
    }

    /** C31, C33: strict first in, first out among those who wait, selects included. */
    @ParameterizedTest
    @EnumSource
    void parkedReceivers_servedInOrder(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicIntegerArray got = new AtomicIntegerArray(8);
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int me = i;
                if (i % 3 == 2) {
                    all.add(crew.go(() -> Go.select()
                            .recv(c, v -> got.set(me, v.get()))
                            .recv(nilChan(), () -> {})
                            .run()));
                } else {
                    all.add(crew.go(() -> got.set(me, c.recv().get())));
                }
                awaitReceivers(c, i + 1);
            }
            for (int i = 0; i < 8; i++) {
                c.send(100 + i);
            }
            all.forEach(Member::join);
            for (int i = 0; i < 8; i++) {
                assertEquals(100 + i, got.get(i));
            }
        });
    }

    /** C30, C31, C33. */
    @ParameterizedTest
    @EnumSource
    void parkedSenders_servedInOrder(Kind kind) {
        kind.run(crew -> {
            for (int capacity = 0; capacity < 3; capacity++) {
                Chan<Integer> c = chan(capacity);
                for (int i = 0; i < capacity; i++) {
                    c.send(i);
                }
                for (int i = capacity; i < 8; i++) {
                    int me = i;
                    if (i % 3 == 2) {
                        crew.go(() -> Go.select()
                                .send(c, me, () -> {})
                                .recv(nilChan(), () -> {})
                                .run());
                    } else {
                        crew.go(() -> c.send(me));
                    }
                    awaitSenders(c, i - capacity + 1);
                }
                for (int i = 0; i < 8; i++) {
                    assertEquals(i, c.recv().get());
                }
            }
        });
    }

    /** C31: no barging. A newcomer never takes the room of one that waits. */
    @ParameterizedTest
    @EnumSource
    void newcomer_whileOthersWait_doesNotOvertake(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(1);
            c.send(0);
            Member first = crew.go(() -> c.send(1));
            awaitSenders(c, 1);
            assertFalse(c.trySend(2));
            assertEquals(0, c.recv().get());
            assertFalse(c.trySend(2), "the slot was given to the sender that waited");
            first.join();
            assertEquals(1, c.recv().get());
            assertTrue(c.trySend(2));
        });
    }

    /** C28, C29, in each of the states that two parties can bring a channel to. */
    @ParameterizedTest
    @EnumSource
    void queues_afterEachMatch_areEmpty(Kind kind) {
        kind.run(crew -> {
            for (int capacity = 0; capacity < 3; capacity++) {
                Chan<Integer> c = chan(capacity);
                for (int round = 0; round < 20; round++) {
                    Member receiver = crew.go(() -> c.recv());
                    awaitReceivers(c, 1);
                    assertEquals(0, senders(c));
                    assertEquals(0, c.len());
                    c.send(round);
                    receiver.join();
                    assertEquals(0, receivers(c));
                }
            }
        });
    }

    // ---------------------------------------------------------------- Go's programs

    /** test/chan/fifo.go; C30. */
    @Test
    void fifo_buffered() {
        Chan<Integer> c = chan(10);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 10; i++) {
                c.send(i);
            }
            for (int i = 0; i < 10; i++) {
                assertEquals(i, c.recv().get());
            }
        }
    }

    /** test/chan/fifo.go: a daisy chain. */
    @ParameterizedTest
    @EnumSource
    void fifo_unbufferedDaisyChain(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            Chan<Integer> in = chan();
            Chan<Integer> start = in;
            for (int i = 0; i < 10; i++) {
                int me = i;
                Chan<Integer> before = in;
                Chan<Integer> out = chan();
                crew.go(() -> {
                    before.recv();
                    assertEquals(me, c.recv().get());
                    out.send(1);
                });
                in = out;
            }
            start.send(0);
            for (int i = 0; i < 10; i++) {
                c.send(i);
            }
            in.recv();
        });
    }

    /** runtime TestChan, for each capacity. */
    @ParameterizedTest
    @EnumSource
    void channel_ofEachCapacity_losesNothing(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 1, 2, 7, 19}) {
                Chan<Integer> c = chan(capacity);
                int parties = 4;
                int each = 1000;
                AtomicIntegerArray seen = new AtomicIntegerArray(each);
                List<Member> all = new ArrayList<>();
                for (int p = 0; p < parties; p++) {
                    boolean withOption = p % 2 == 0;
                    all.add(crew.go(() -> {
                        for (int i = 0; i < each; i++) {
                            c.send(i);
                        }
                    }));
                    all.add(crew.go(() -> {
                        for (int i = 0; i < each; i++) {
                            seen.incrementAndGet(withOption ? c.recv().get() : c.recvOrNull());
                        }
                    }));
                }
                all.forEach(Member::join);
                for (int i = 0; i < each; i++) {
                    assertEquals(parties, seen.get(i));
                }
                assertEquals(0, c.len());
                assertEquals(capacity, c.cap());
            }
        });
    }

    /** ken/chan1.go. */
    @ParameterizedTest
    @EnumSource
    void oneSenderTenReceivers_eachValueOnce(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(2);
            AtomicIntegerArray seen = new AtomicIntegerArray(1000);
            List<Member> all = new ArrayList<>();
            for (int r = 0; r < 10; r++) {
                all.add(crew.go(() -> {
                    for (int v = c.recv().get(); v >= 0; v = c.recv().get()) {
                        seen.incrementAndGet(v);
                    }
                }));
            }
            for (int i = 0; i < 1000; i++) {
                c.send(i);
            }
            for (int r = 0; r < 10; r++) {
                c.send(-1);
            }
            all.forEach(Member::join);
            for (int i = 0; i < 1000; i++) {
                assertEquals(1, seen.get(i));
            }
        });
    }

    /** test/chan/sendstmt.go: a channel of channels. */
    @ParameterizedTest
    @EnumSource
    void channelOfChannels_answersComeBack(Kind kind) {
        kind.run(crew -> {
            Chan<Chan<Integer>> requests = chan();
            crew.go(() -> {
                int n = 0;
                for (Chan<Integer> answer : requests) {
                    answer.send(n++);
                }
            });
            for (int i = 0; i < 10; i++) {
                Chan<Integer> answer = chan();
                requests.send(answer);
                assertEquals(i, answer.recv().get());
            }
            requests.close();
        });
    }

    /** test/chan/sieve1.go. */
    @ParameterizedTest
    @EnumSource
    void sieve_findsThePrimes(Kind kind) {
        int[] primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97};
        kind.run(crew -> {
            Chan<Integer> numbers = chan();
            crew.go(() -> {
                for (int i = 2; i < 101; i++) {
                    numbers.send(i);
                }
                numbers.close();
            });
            Chan<Integer> in = numbers;
            for (int prime : primes) {
                assertEquals(prime, in.recv().get());
                Chan<Integer> from = in;
                Chan<Integer> to = chan();
                crew.go(() -> {
                    for (int i : from) {
                        if (i % prime != 0) {
                            to.send(i);
                        }
                    }
                    to.close();
                });
                in = to;
            }
            assertTrue(in.recv().isEmpty());
        });
    }

    /** test/chan/goroutines.go. */
    @ParameterizedTest
    @EnumSource(names = {"ON_1_P", "ON_2_PS", "ON_4_PS"})
    void chainOfGoroutines_passesAValueAlong(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> leftmost = chan();
            Chan<Integer> left = leftmost;
            for (int i = 0; i < 5000; i++) {
                Chan<Integer> to = left;
                Chan<Integer> right = chan();
                crew.go(() -> to.send(right.recv().get() + 1));
                left = right;
            }
            left.send(0);
            assertEquals(5000, leftmost.recv().get());
        });
    }

    // ---------------------------------------------------------------- memory model

    /** C44, C46, C47: plain fields, ordered by nothing but the channel. */
    @ParameterizedTest
    @EnumSource
    void plainField_guardedByChannel_losesNoUpdate(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {1, 3}) {
                // As a mutex: with more room a sending permit is no lock, so the token itself goes round.
                Chan<Integer> token = chan(capacity);
                int[] count = new int[1];
                List<Member> all = new ArrayList<>();
                for (int p = 0; p < 4; p++) {
                    all.add(crew.go(() -> {
                        for (int i = 0; i < 1000; i++) {
                            int t = token.recv().get();
                            count[0]++;
                            token.send(t);
                        }
                    }));
                }
                token.send(1);
                all.forEach(Member::join);
                assertEquals(4000, count[0]);
            }
        });
    }

    /** C47: capacity 1 as a lock, sending is taking. */
    @ParameterizedTest
    @EnumSource
    void plainField_capacityOneAsLock_losesNoUpdate(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> lock = chan(1);
            int[] count = new int[1];
            List<Member> all = new ArrayList<>();
            for (int p = 0; p < 4; p++) {
                all.add(crew.go(() -> {
                    for (int i = 0; i < 1000; i++) {
                        lock.send(0);
                        count[0]++;
                        lock.recv();
                    }
                }));
            }
            all.forEach(Member::join);
            assertEquals(4000, count[0]);
        });
    }

    /** C44, C46: an unbuffered channel orders both ways. */
    @ParameterizedTest
    @EnumSource
    void plainField_pingPong_isSeenByBoth(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            int[] box = new int[1];
            crew.go(() -> {
                for (int i = 0; i < 2000; i++) {
                    assertEquals(i, c.recv().get());
                    assertEquals(2 * i + 1, box[0]);
                    box[0]++;
                    c.recv(); // the sender goes on only when this has begun, and sees the store
                }
            });
            for (int i = 0; i < 2000; i++) {
                box[0]++;
                c.send(i);
                c.send(-1);
                assertEquals(2 * i + 2, box[0]);
            }
        });
    }

    /** C45, C48. */
    @ParameterizedTest
    @EnumSource
    void plainField_closeAndStart_areEdges(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 100; i++) {
                int[] box = {1};
                Chan<Integer> c = chan();
                crew.go(() -> {
                    box[0]++;
                    c.close();
                });
                assertTrue(c.recv().isEmpty());
                assertEquals(2, box[0]);
            }
        });
    }

    // ---------------------------------------------------------------- the rest

    @Test
    void toString_saysWhatAndHowFull() {
        Chan<Integer> c = chan(2);
        c.send(1);
        assertTrue(c.toString().endsWith("(len 1, cap 2)"), c.toString());
        c.close();
        assertTrue(c.toString().endsWith("(closed, len 1, cap 2)"), c.toString());
        assertEquals("Chan#nil", nilChan().toString());
        assertNotEquals(c.toString(), chan(2).toString());
    }

    @Test
    void tryRecv_answers_sayWhatTheyAre() {
        Chan<Integer> c = chan(1);
        TryRecv<Integer> empty = c.tryRecv();
        assertTrue(empty.isEmpty() && !empty.isClosed() && empty.toOption().isEmpty());
        c.send(1);
        TryRecv<Integer> value = c.tryRecv();
        assertEquals(1, assertInstanceOf(TryRecv.Value.class, value).value());
        assertTrue(!value.isEmpty() && !value.isClosed());
        assertEquals(Option.some(1), value.toOption());
        c.close();
        TryRecv<Integer> closed = c.tryRecv();
        assertTrue(!closed.isEmpty() && closed.isClosed() && closed.toOption().isEmpty());
    }
}
