package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.TryRecv;
import io.vavr.Tuple;
import io.vavr.Tuple0;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Go's programs in {@code test/chan} that are about plain sends and receives, and similar ones in {@code test}. */
class ChanProgramsTest {

    @GoTest(
            value = "test/chan/fifo.go, AsynchFifo",
            covers = {"C30", "C10", "C17"},
            everySchedule = true)
    void bufferedChannel_isFifo() {
        Chan<Integer> ch = chan(10);
        for (int i = 0; i < 10; i++) {
            ch.send(i);
        }
        for (int i = 0; i < 10; i++) {
            assertEquals(Option.some(i), ch.recv());
        }
    }

    @GoTest(
            value = "test/chan/fifo.go, SynchFifo",
            covers = {"C30", "C34"})
    void unbufferedChannel_isFifo_throughAChainOfReceivers() {
        Chan<Integer> values = chan();
        Chan<Boolean> first = chan();
        Chan<Boolean> turn = first;
        for (int i = 0; i < 10; i++) {
            int expected = i;
            Chan<Boolean> mine = turn;
            Chan<Boolean> next = chan();
            go(() -> {
                mine.recv();
                assertEquals(Option.some(expected), values.recv());
                next.send(true);
            });
            turn = next;
        }
        first.send(true);
        for (int i = 0; i < 10; i++) {
            values.send(i);
        }
        assertEquals(Option.some(true), turn.recv());
    }

    @GoTest(value = "test/chan/goroutines.go", covers = "C34", schedules = 2)
    void chainOfGoroutines_passesAValueOn() {
        Chan<Integer> leftmost = chan();
        Chan<Integer> left = leftmost;
        Chan<Integer> right = leftmost;
        for (int i = 0; i < 10_000; i++) {
            right = chan();
            Chan<Integer> to = left;
            Chan<Integer> from = right;
            go(() -> to.send(from.recv().get()));
            left = right;
        }
        Chan<Integer> rightmost = right;
        go(() -> rightmost.send(1));
        assertEquals(1, leftmost.recv().get());
    }

    /** A pair of channels, with a goroutine between them that multiplies what goes through. */
    private record Multiplier(Chan<Integer> in, Chan<Integer> out) {

        static Multiplier by(int factor) {
            Multiplier made = new Multiplier(chan(100), chan(100));
            go(() -> {
                for (int x : made.in) {
                    made.out.send(factor * x);
                }
            });
            return made;
        }
    }

    @GoTest(
            value = "test/235.go",
            covers = {"C10", "C17", "C30"},
            schedules = 10)
    void threeMultipliers_giveTheNumbersWithoutOtherFactors() {
        List<Multiplier> multipliers = List.of(Multiplier.by(2), Multiplier.by(3), Multiplier.by(5));
        int[] heads = {1, 1, 1};
        int x = 1;
        for (int i = 0; i < 100; i++) {
            int last = x;
            multipliers.forEach(m -> m.in.send(last));
            for (int m = 0; m < heads.length; m++) {
                if (heads[m] == last) {
                    heads[m] = multipliers.get(m).out.recv().get();
                }
            }
            x = IntStream.of(heads).min().getAsInt();
            int next = last + 1;
            while (!hasNoOtherFactors(next)) {
                next++;
            }
            assertEquals(next, x);
        }
    }

    private static boolean hasNoOtherFactors(int n) {
        int left = n;
        for (int factor : new int[] {2, 3, 5}) {
            while (left % factor == 0) {
                left /= factor;
            }
        }
        return left == 1;
    }

    @GoTest(
            value = "test/chan/nonblock.go",
            covers = {"C36", "C37", "C40"})
    void nonBlockingOperations_succeedAsSoonAsThePartnerIsThere() {
        for (int buffer = 0; buffer < 2; buffer++) {
            exchange(chan(buffer), 123, 234);
            exchange(chan(buffer), 123456L, 234567L);
            exchange(chan(buffer), true, true);
            exchange(chan(buffer), "hello", "hello again");
        }
    }

    private static <T> void exchange(Chan<T> c, T there, T back) {
        Chan<Boolean> done = chan();
        assertTrue(c.tryRecv().isEmpty());
        go(() -> {
            assertEquals(Option.some(there), c.recv());
            done.send(true);
        });
        Waiting.until(() -> c.trySend(there));
        done.recv();
        go(() -> {
            c.send(back);
            done.send(true);
        });
        AtomicReference<TryRecv<T>> got = new AtomicReference<>();
        Waiting.until(() -> {
            got.set(c.tryRecv());
            return !got.get().isEmpty();
        });
        assertEquals(new TryRecv.Value<>(back), got.get());
        done.recv();
        assertTrue(c.tryRecv().isEmpty());
    }

    @GoTest(value = "test/chan/sendstmt.go, chanchan", covers = "C7", everySchedule = true)
    void channelOfChannels_isSentToThroughWhatIsReceived() {
        Chan<Chan<Integer>> cc = chan(1);
        Chan<Integer> c = chan(1);
        cc.send(c);
        select().send(cc.recv().get(), 2, () -> {})
                .otherwise(() -> fail("there is room"))
                .run();
        assertEquals(Option.some(2), c.recv());
        assertEquals(0, cc.len());
    }

    @GoTest(value = "test/chan/zerosize.go", covers = "C2", everySchedule = true)
    void valuesWithoutContent_areValues() {
        for (int capacity = 0; capacity < 2; capacity++) {
            Chan<Tuple0> c = chan(capacity);
            go(() -> c.send(Tuple.empty()));
            assertEquals(Option.some(Tuple.empty()), c.recv());
        }
    }

    @GoTest(
            value = "test/range.go, testchan",
            covers = {"C35", "C23"})
    void range_givesAllValuesUpToTheClose() {
        StringBuilder letters = new StringBuilder();
        for (char letter : alphabet()) {
            letters.append(letter);
        }
        assertEquals("abcdefghijklmnopqrstuvwxyz", letters.toString());
        List<Character> again = new ArrayList<>();
        alphabet().forEach(again::add);
        assertEquals(26, again.size());
        assertEquals(26, alphabet().stream().count());
    }

    private static RecvChan<Character> alphabet() {
        Chan<Character> c = chan();
        go(() -> {
            for (char letter = 'a'; letter <= 'z'; letter++) {
                c.send(letter);
            }
            c.close();
        });
        return c;
    }

    @GoTest(
            value = "test/ken/chan1.go",
            covers = {"C5", "C30"})
    void oneSenderTenReceivers_everyValueArrivesOnce() {
        int values = 1000;
        int[] state = new int[values];
        Chan<Integer> c = chan(2);
        List<GoHandle> receivers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            receivers.add(go(() -> {
                for (int value : c) {
                    assertEquals(1, state[value]++, "sent and not yet received");
                }
            }));
            gosched();
        }
        for (int i = 0; i < values; i++) {
            assertEquals(0, state[i]++);
            c.send(i);
        }
        c.close();
        receivers.forEach(GoHandle::join);
        for (int i = 0; i < values; i++) {
            assertEquals(2, state[i]);
        }
    }

    @GoTest(
            value = "test/fixedbugs/bug147.go",
            covers = {"C34", "C46"},
            everySchedule = true)
    void unbufferedSend_waitsForItsReceive() {
        int[] count = {0};
        Chan<Integer> c = chan();
        go(() -> {
            c.recv();
            count[0]++;
            gosched();
            count[0]++;
            c.recv();
        });
        c.send(1);
        c.send(2);
        assertEquals(2, count[0]);
    }
}
