package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.channel.WaitingForms.full;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Runtimes;
import dev.runnel.channel.Buffering.Bounded;
import dev.runnel.channel.ChannelException.CloseOfClosed;
import dev.runnel.channel.ChannelException.CloseOfNil;
import dev.runnel.channel.ChannelException.ClosedWithCause;
import dev.runnel.channel.ChannelException.SendOnClosed;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A close with a cause: first what is in the buffer, then the cause, in whatever form. */
class CloseCauseTest {

    private final IOException cause = new IOException("no more");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void everyForm_tellsTheCause_onceDrained(int capacity) {
        for (boolean counted : new boolean[] {false, true}) {
            checkForms(counted, capacity);
            Runtimes.run(2, () -> checkForms(counted, capacity));
        }
    }

    private void checkForms(boolean counted, int capacity) {
        int forms = Forms.receives(chan()).size();
        for (int way = 0; way < forms; way++) {
            Chan<Integer> c = counted ? chan(new Bounded(capacity)) : chan(capacity);
            if (capacity > 0) {
                c.send(1);
            }
            assertEquals(Option.none(), c.closeCause());
            c.close(cause);
            assertEquals(Option.some(cause), c.closeCause());
            checkSends(c);
            if (capacity > 0) {
                Forms.Receive receive = Forms.receives(c).get(way);
                Option<Integer> got = assertDoesNotThrow(receive.op()::call);
                assertEquals(Option.some(1), got, receive.name());
            }
            for (Forms.Receive receive : Forms.receives(c)) {
                ClosedWithCause thrown = assertThrows(ClosedWithCause.class, receive.op()::call, receive.name());
                assertSame(cause, thrown.getCause());
                assertEquals("receive on channel closed because of java.io.IOException: no more", thrown.getMessage());
            }
            checkSends(c);
            assertThrows(CloseOfClosed.class, c::close);
            assertThrows(CloseOfClosed.class, () -> c.close(new IOException("another")));
            assertEquals(Option.some(cause), c.closeCause());
        }
    }

    private void checkSends(Chan<Integer> c) {
        for (Forms.Send send : Forms.sends(c)) {
            assertSame(
                    cause,
                    assertThrows(SendOnClosed.class, send.op()::call, send.name())
                            .getCause());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsToReceive_learnsTheCause(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 2}) {
                Chan<Integer> c = chan(capacity);
                List<Member> all = WaitingForms.receivers(
                        crew,
                        c,
                        receive -> assertSame(
                                cause,
                                assertThrows(ClosedWithCause.class, receive.op()::call, receive.name())
                                        .getCause()));
                c.close(cause);
                all.forEach(Member::join);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsToSend_learnsTheCause_andKeepsItsValue(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 2}) {
                Chan<Integer> c = full(capacity);
                List<Member> all = WaitingForms.senders(
                        crew,
                        c,
                        send -> assertSame(
                                cause,
                                assertThrows(SendOnClosed.class, send.op()::call, send.name())
                                        .getCause()));
                c.close(cause);
                all.forEach(Member::join);
                List<Integer> rest = new ArrayList<>();
                assertThrows(ClosedWithCause.class, () -> c.forEach(rest::add));
                assertEquals(capacity == 0 ? List.of() : List.of(0, 1), rest);
            }
        });
    }

    /** A loop that has begun ends with the cause, again and again. */
    @Test
    void iterator_keepsThrowing() {
        Chan<Integer> c = chan(1);
        c.send(1);
        c.close(cause);
        var values = c.iterator();
        assertEquals(1, values.next());
        assertThrows(ClosedWithCause.class, values::hasNext);
        assertThrows(ClosedWithCause.class, values::next);
    }

    @Test
    void plainClose_hasNoCause() {
        Chan<Integer> c = chan();
        c.close();
        assertEquals(Option.none(), c.closeCause());
        assertThrows(CloseOfClosed.class, () -> c.close(cause));
        assertEquals(Option.none(), c.recv());
        assertTrue(c.tryRecv().isClosed());
        assertFalse(assertThrows(SendOnClosed.class, () -> c.send(1)).getCause() != null);
    }

    @Test
    void causeIsNotNull_andNilIsNotClosed() {
        Chan<Integer> c = chan();
        assertThrows(NullPointerException.class, () -> c.close(null));
        assertTrue(c.tryRecv().isEmpty());
        assertThrows(CloseOfNil.class, () -> nilChan().close(cause));
        assertThrows(NullPointerException.class, () -> nilChan().close(null));
        assertEquals(Option.none(), nilChan().closeCause());
    }
}
