package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Go's range: C35. */
class RangeTest {

    private static Chan<Integer> closedWith(int n) {
        Chan<Integer> c = chan(n);
        for (int i = 0; i < n; i++) {
            c.send(i);
        }
        c.close();
        return c;
    }

    @Test
    void forLoop_endsAtClose() {
        List<Integer> got = new ArrayList<>();
        for (int value : closedWith(5)) {
            got.add(value);
        }
        assertEquals(List.of(0, 1, 2, 3, 4), got);
    }

    @Test
    void forEach_endsAtClose() {
        List<Integer> got = new ArrayList<>();
        closedWith(5).forEach(got::add);
        assertEquals(List.of(0, 1, 2, 3, 4), got);
        assertThrows(
                IllegalArgumentException.class,
                () -> closedWith(2).forEach(v -> {
                    throw new IllegalArgumentException();
                }));
    }

    @Test
    void stream_endsAtClose_isSequentialAndOrdered() {
        assertEquals(List.of(0, 1, 2, 3, 4), closedWith(5).stream().toList());
        assertEquals(
                List.of(0, 2, 4), closedWith(5).stream().filter(v -> v % 2 == 0).toList());
        assertFalse(closedWith(1).stream().isParallel());
        assertTrue(closedWith(1).stream().spliterator().hasCharacteristics(Spliterator.ORDERED));
    }

    /** A break leaves the channel untouched, except for the value of that step. */
    @Test
    void break_leavesTheRest() {
        Chan<Integer> c = closedWith(5);
        for (int value : c) {
            if (value == 1) {
                break;
            }
        }
        assertEquals(3, c.len());
        assertEquals(2, c.recv().get());
        assertEquals(3, c.stream().findFirst().get());
        assertEquals(1, c.len());
        assertEquals(List.of(4), c.stream().limit(1).toList());
    }

    @Test
    void iterator_keepsItsContract() {
        Iterator<Integer> it = closedWith(2).iterator();
        assertTrue(it.hasNext());
        assertTrue(it.hasNext());
        assertEquals(0, it.next());
        assertEquals(1, it.next());
        assertFalse(it.hasNext());
        assertFalse(it.hasNext());
        assertEquals(
                "the channel is closed and drained",
                assertThrows(NoSuchElementException.class, it::next).getMessage());
        assertThrows(UnsupportedOperationException.class, it::remove);
    }

    @Test
    void iterator_ofALoopThatIsCancelled_doesNotSayThatTheChannelIsClosed() {
        CancelContext context = Context.withCancel(Context.background());
        context.cancel();
        for (Chan<Integer> open : List.of(Go.<Integer>chan(), Go.<Integer>nilChan())) {
            Iterator<Integer> it = open.until(context).iterator();
            assertFalse(it.hasNext());
            assertEquals(
                    "the channel is closed and drained, or the loop was cancelled",
                    assertThrows(NoSuchElementException.class, it::next).getMessage());
        }
    }

    /** test/range.go: a to z. */
    @ParameterizedTest
    @EnumSource
    void range_seesWhatIsSent(Kind kind) {
        kind.run(crew -> {
            for (int form = 0; form < 3; form++) {
                Chan<Character> c = chan();
                crew.go(() -> {
                    for (char letter = 'a'; letter <= 'z'; letter++) {
                        c.send(letter);
                    }
                    c.close();
                });
                StringBuilder text = new StringBuilder();
                switch (form) {
                    case 0 -> {
                        for (char letter : c) {
                            text.append(letter);
                        }
                    }
                    case 1 -> c.forEach(text::append);
                    default -> c.stream().forEach(text::append);
                }
                assertEquals("abcdefghijklmnopqrstuvwxyz", text.toString());
            }
        });
    }

    /** runtime TestMultiConsumer: each value goes to exactly one consumer. */
    @ParameterizedTest
    @EnumSource
    void ranges_manyOverOneChannel_shareTheValues(Kind kind) {
        int[] primes = {2, 7, 11, 13, 17, 19, 23, 27, 31};
        int items = 20_000;
        kind.run(crew -> {
            Chan<Integer> in = chan(23);
            Chan<Integer> out = chan(23);
            AtomicInteger running = new AtomicInteger(23);
            List<Member> workers = new ArrayList<>();
            for (int w = 0; w < 23; w++) {
                workers.add(crew.go(() -> {
                    for (int value : in) {
                        if (primes[value % primes.length] == value % 37) {
                            Go.gosched();
                        }
                        out.send(value);
                    }
                    if (running.decrementAndGet() == 0) {
                        out.close();
                    }
                }));
            }
            AtomicLong sent = new AtomicLong();
            crew.go(() -> {
                for (int i = 0; i < items; i++) {
                    sent.addAndGet(i % 1000);
                    in.send(i % 1000);
                }
                in.close();
            });
            long sum = 0;
            int count = 0;
            for (int value : out) {
                sum += value;
                count++;
            }
            workers.forEach(Member::join);
            assertEquals(items, count);
            assertEquals(sent.get(), sum);
        });
    }
}
