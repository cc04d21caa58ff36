package dev.runnel.runtime.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.select.Action;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The clauses of a select as they are written: S4, S5, S24. */
class ClausesTest {

    private static final Action BODY = () -> {};

    private final Clauses clauses = new Clauses();
    private final Channel<Object> channel = new Channel<>(0);

    /** S24: as many as Go allows, and the same words. */
    @Test
    void clauses_areAtMost65536() {
        for (int i = 0; i < 65_536; i++) {
            clauses.recv(null, BODY, false);
        }
        List<Consumer<Clauses>> oneMore = List.of(
                c -> c.recv(channel, BODY, true),
                c -> c.send(channel, "value", BODY),
                c -> c.sendFrom(channel, () -> "value", BODY),
                c -> c.after(Duration.ZERO, BODY));
        for (Consumer<Clauses> add : oneMore) {
            var e = assertThrows(IllegalArgumentException.class, () -> add.accept(clauses));
            assertEquals("too many cases (max 65536)", e.getMessage());
        }
        assertEquals(65_536, clauses.plan().clauses.length);
    }

    @Test
    void clauses_ofTheMost_onAsManyChannels_areLockedInOrder() {
        for (int i = 0; i < Clauses.MOST; i++) {
            Channel<Object> next = new Channel<>(0);
            assertTrue(next.id() > 0);
            clauses.recv(next, BODY, false);
        }
        Plan plan = clauses.plan();
        assertEquals(65_536, plan.channels.length);
        assertEquals(0, plan.lockOrder[0]);
        assertEquals(65_535, plan.lockOrder[65_535]);
    }

    @Test
    void clauses_keepTheOrderInWhichTheyAreWritten() {
        clauses.send(channel, "value", BODY);
        clauses.after(Duration.ofMillis(2), BODY);
        clauses.recv(channel, BODY, true);
        clauses.sendFrom(null, () -> "made", BODY);
        Clause[] written = clauses.plan().clauses;
        assertEquals(
                List.of(Clause.Kind.SEND, Clause.Kind.AFTER, Clause.Kind.RECV, Clause.Kind.SEND),
                List.of(written).stream().map(Clause::kind).toList());
        assertEquals("value", written[0].value());
        assertEquals(2_000_000, written[1].delay());
        assertTrue(written[2].wantsValue());
        assertNull(written[3].value());
        assertNull(written[3].channel());
    }

    /** S5. */
    @Test
    void nilChannel_isNull_writtenEitherWay() {
        NilChan<?> nil = NilChan.INSTANCE;
        clauses.recv(nil, BODY, false);
        clauses.recv(null, BODY, false);
        clauses.send(nil, "value", BODY);
        clauses.sendFrom(nil, () -> "made", BODY);
        for (Clause clause : clauses.plan().clauses) {
            assertNull(clause.channel());
        }
    }

    @Test
    void plan_isMadeOnceAndAnewAfterAChange() {
        clauses.recv(channel, BODY, false);
        Plan first = clauses.plan();
        assertSame(first, clauses.plan());

        clauses.recv(channel, BODY, false);
        Plan second = clauses.plan();
        assertNotSame(first, second);
        assertEquals(2, second.clauses.length);
        assertEquals(1, first.clauses.length);

        clauses.look(Policy.ORDERED);
        Plan third = clauses.plan();
        assertNotSame(second, third);

        clauses.otherwise(BODY);
        assertNotSame(third, clauses.plan());
        assertTrue(clauses.plan().hasOtherwise);
        assertSame(clauses.plan(), clauses.plan());
    }

    /** S4. */
    @Test
    void otherwise_isThereOnceAtMost() {
        clauses.otherwise(BODY);
        assertThrows(IllegalStateException.class, () -> clauses.otherwise(new Object()));
        assertSame(BODY, clauses.otherwise());
    }

    @Test
    void nulls_areRefusedAsTheyAreWritten() {
        assertThrows(NullPointerException.class, () -> clauses.send(channel, null, BODY));
        assertThrows(NullPointerException.class, () -> clauses.sendFrom(channel, null, BODY));
        assertThrows(NullPointerException.class, () -> clauses.on(null, null, false));
        assertThrows(NullPointerException.class, () -> clauses.recvUpTo(channel, 1, null));
        assertThrows(NullPointerException.class, () -> clauses.recv(channel, null, false));
        assertThrows(NullPointerException.class, () -> clauses.after(Duration.ZERO, null));
        assertThrows(NullPointerException.class, () -> clauses.otherwise(null));
        assertEquals(0, clauses.plan().clauses.length);
    }

    @Test
    void nullToSend_isRefusedWithTheNumberOfItsClause() {
        clauses.recv(channel, BODY, false);
        var e = assertThrows(NullPointerException.class, () -> clauses.send(channel, null, BODY));
        assertEquals("a channel holds no null: clause 2, a send to " + channel, e.getMessage());
    }

    @Test
    void turn_isNotSetBackByARunThatWasSlower() {
        Turn turn = new Turn();
        int began = turn.next();
        turn.passed(began, 2);
        assertEquals(3, turn.next());
        turn.passed(began, 0);
        assertEquals(3, turn.next());
    }

    // ---------------------------------------------------------------- the workings kept from run to run (S25)

    @Test
    void workings_areKeptFromRunToRun() {
        clauses.recv(channel, BODY, false);
        Spare spare = new Spare(clauses);
        SelectRun first = spare.take();
        spare.giveBack(first);
        assertSame(first, spare.take());
    }

    @Test
    void workings_ofTwoRunsAtATime_areTwo() {
        clauses.recv(channel, BODY, false);
        Spare spare = new Spare(clauses);
        spare.giveBack(spare.take());
        SelectRun first = spare.take();
        assertNotSame(first, spare.take());
    }

    @Test
    void workings_areMadeAnewForANewPlan() {
        clauses.recv(channel, BODY, false);
        Spare spare = new Spare(clauses);
        SelectRun first = spare.take();
        spare.giveBack(first);
        clauses.recv(channel, BODY, false);
        SelectRun second = spare.take();
        assertNotSame(first, second);
        assertSame(clauses.plan(), second.plan());
    }
}
