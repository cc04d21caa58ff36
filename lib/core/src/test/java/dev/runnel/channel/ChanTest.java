package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Go;
import dev.runnel.runtime.channel.NilChan;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a channel is, and holds: C1 to C3, C6, C13. */
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
            if (!(c instanceof NilChan)) { // on the nil channel a clause sends nothing
                assertThrows(NullPointerException.class, () -> Go.select().send(c, null, () -> {}));
                assertThrows(
                        NullPointerException.class,
                        () -> Go.select().sendFrom(c, () -> null, () -> {}).run());
                assertThrows(NullPointerException.class, () -> Go.choose().send(c, null, () -> 1));
            }
            assertEquals(len, c.len());
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void timedForms_nullDuration_throw() {
        Chan<Integer> c = chan(1);
        for (Executable call : List.<Executable>of(
                () -> c.trySend(1, null),
                () -> c.tryRecv(null),
                () -> Go.<Integer>nilChan().trySend(1, null),
                () -> nilChan().tryRecv(null))) {
            assertEquals(
                    "the duration is null",
                    assertThrows(NullPointerException.class, call).getMessage());
        }
        assertEquals(0, c.len());
    }

    // ---------------------------------------------------------------- what it says

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
