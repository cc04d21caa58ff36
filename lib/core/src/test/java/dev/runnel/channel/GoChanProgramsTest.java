package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Go's programs with many parties: C5, C30. */
class GoChanProgramsTest {

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
}
