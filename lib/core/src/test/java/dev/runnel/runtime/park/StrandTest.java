package dev.runnel.runtime.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Garbage;
import dev.runnel.runtime.Racers;
import dev.runnel.runtime.choice.XorShift;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The claim on a strand's wait: exactly one of those that may end the wait does (C55, S22), and a ticket from a former
 * wait never wins (C57). K1, K2.
 */
class StrandTest {

    private final FakeStrand strand = new FakeStrand();

    @Test
    void freshStrand_hasNoWaitToClaim() {
        assertFalse(strand.claimOpenWait());
        assertFalse(strand.claim(strand.openTicket()));
    }

    @Test
    void claim_succeedsOnce() {
        long ticket = strand.openWait();
        assertEquals(ticket, strand.openTicket());
        assertTrue(strand.claim(ticket));
        assertFalse(strand.claim(ticket));
        assertFalse(strand.claimOpenWait());
        assertEquals(ticket, strand.openTicket());
    }

    @Test
    void claimOpenWait_succeedsOnce() {
        long ticket = strand.openWait();
        assertTrue(strand.claimOpenWait());
        assertFalse(strand.claimOpenWait());
        assertFalse(strand.claim(ticket));
    }

    @Test
    void tickets_areEvenAndNeverUsedAgain() {
        long before = -1;
        for (int i = 0; i < 100; i++) {
            long ticket = strand.openWait();
            assertEquals(0, ticket % 2);
            assertTrue(ticket > before);
            before = ticket;
            assertTrue(i % 2 == 0 ? strand.claim(ticket) : strand.claimOpenWait());
        }
    }

    @Test
    void staleTicket_neverWins() {
        List<Long> former = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long ticket = strand.openWait();
            former.forEach(stale -> assertFalse(strand.claim(stale)));
            assertTrue(strand.claim(ticket), "a stale ticket has ended the wait");
            former.forEach(stale -> assertFalse(strand.claim(stale)));
            former.add(ticket);
        }
    }

    @Test
    void otherTicket_doesNotWin() {
        long ticket = strand.openWait();
        for (long other : new long[] {ticket - 2, ticket - 1, ticket + 1, ticket + 2, 0, Long.MAX_VALUE}) {
            assertFalse(strand.claim(other));
        }
        assertTrue(strand.claim(ticket));
    }

    @Test
    void openWait_forgetsWhatEndedTheFormer() {
        strand.openWait();
        Waiter waiter = strand.record();
        strand.claimOpenWait();
        waiter.complete(true);
        assertSame(waiter, strand.firedWaiter());
        assertEquals(WakeCause.WAITER, strand.cause());

        strand.openWait();
        assertNull(strand.firedWaiter());
        assertNull(strand.cause());
        strand.claimOpenWait();
        strand.wakeWith(WakeCause.TIMEOUT);
        assertEquals(WakeCause.TIMEOUT, strand.cause());
        assertNull(strand.firedWaiter());
    }

    // ---------------------------------------------------------------- spare records (C52)

    @Test
    void recycledRecord_isUsedAgain() {
        Waiter first = strand.newWaiter();
        assertSame(strand, first.strand);
        strand.recycle(first);
        assertSame(first, strand.newWaiter());
    }

    @Test
    void newWaiter_neverGivesARecordTwice() {
        Waiter first = strand.newWaiter();
        assertNotSame(first, strand.newWaiter());
        strand.recycle(first);
        assertSame(first, strand.newWaiter());
        assertNotSame(first, strand.newWaiter());
    }

    @Test
    void recycle_letsGoOfTheValue() {
        Waiter waiter = strand.newWaiter();
        var value = Garbage.of(object -> waiter.open(strand.openWait(), object));
        waiter.success = true;
        strand.recycle(waiter);
        assertFalse(waiter.success);
        Garbage.assertCollected(value);
    }

    // ---------------------------------------------------------------- races

    /**
     * Two threads claim each wait at about the same time, either by its ticket or whichever wait it is: one wins. The
     * winner opens the next wait, and gives the other some time to come along.
     */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, false"})
    void waitClaimedByTwoAtOnce_isWonByOne(boolean leftByTicket, boolean rightByTicket) throws Exception {
        int waits = 100_000;
        AtomicIntegerArray wins = new AtomicIntegerArray(waits + 2);
        AtomicLong current = new AtomicLong(strand.openWait());
        Racers.race(
                () -> claimAll(waits, leftByTicket, current, wins),
                () -> claimAll(waits, rightByTicket, current, wins));
        for (int i = 1; i <= waits; i++) {
            assertEquals(1, wins.get(i), "winners of wait " + i);
        }
    }

    private void claimAll(int waits, boolean byTicket, AtomicLong current, AtomicIntegerArray wins) {
        XorShift pause = new XorShift(waits);
        for (long ticket = current.get(); ticket <= 2L * waits; ticket = current.get()) {
            if (byTicket ? strand.claim(ticket) : strand.claimOpenWait()) {
                int wait = (int) (strand.openTicket() / 2);
                assertEquals(1, wins.incrementAndGet(wait), "winners of wait " + wait);
                current.accumulateAndGet(strand.openWait(), Math::max); // the other may have ended this one already
                for (int i = pause.below(8); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** Left-over records keep claiming while the strand goes from wait to wait; only a current record ever wins. */
    @Test
    void staleTickets_neverWinWhileWaitsGoOn() throws Exception {
        AtomicLong current = new AtomicLong();
        AtomicInteger wins = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        int waits = 200_000;
        int[] lost = {0};
        Racers.race(
                () -> {
                    for (int i = 0; i < waits; i++) {
                        long ticket = strand.openWait();
                        current.set(ticket);
                        if (!strand.claim(ticket)) {
                            lost[0]++;
                        }
                        assertFalse(strand.claim(ticket));
                    }
                    done.set(true);
                },
                () -> {
                    while (!done.get()) {
                        long ticket = current.get();
                        if (strand.claim(ticket)) {
                            wins.incrementAndGet();
                        }
                        assertFalse(strand.claim(ticket));
                        assertFalse(ticket > 2 && strand.claim(ticket - 2));
                    }
                });
        assertEquals(lost[0], wins.get(), "claims that neither the strand nor a peer has won");
    }
}
