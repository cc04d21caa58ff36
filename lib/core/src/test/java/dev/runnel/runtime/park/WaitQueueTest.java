package dev.runnel.runtime.park;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The queues of a channel: C31, C33, C54-C56, C58; K5, K6. */
class WaitQueueTest {

    private final WaitQueue queue = new WaitQueue();

    private List<Waiter> enqueue(int n) {
        List<Waiter> waiters = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Waiter waiter = FakeStrand.waiting();
            waiters.add(waiter);
            queue.enqueue(waiter);
        }
        return waiters;
    }

    private List<Waiter> dequeueAll() {
        List<Waiter> all = new ArrayList<>();
        for (Waiter waiter = queue.dequeue(); waiter != null; waiter = queue.dequeue()) {
            all.add(waiter);
        }
        return all;
    }

    @Test
    void emptyQueue_givesNothing() {
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.size());
        assertNull(queue.dequeue());
    }

    @Test
    void dequeue_givesInOrderOfEnqueue() {
        List<Waiter> waiters = enqueue(5);
        assertEquals(5, queue.size());
        assertFalse(queue.isEmpty());
        assertEquals(waiters, dequeueAll());
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.size());
    }

    @Test
    void dequeue_claimsTheWait() {
        Waiter waiter = enqueue(1).get(0);
        assertSame(waiter, queue.dequeue());
        assertFalse(waiter.strand.claim(waiter.ticket));
        assertFalse(waiter.strand.claimOpenWait());
    }

    @Test
    void remove_anywhere_leavesTheOthersInOrder() {
        for (int gone = 0; gone < 5; gone++) {
            List<Waiter> waiters = enqueue(5);
            queue.remove(waiters.remove(gone));
            assertEquals(4, queue.size());
            assertEquals(waiters, dequeueAll());
        }
    }

    @Test
    void remove_doesNotClaim() {
        Waiter waiter = enqueue(1).get(0);
        queue.remove(waiter);
        assertTrue(queue.isEmpty());
        assertTrue(waiter.strand.claim(waiter.ticket));
    }

    /** C56: the select takes its records out itself, and some are out already. */
    @Test
    void remove_ofWhatIsNotIn_changesNothing() {
        List<Waiter> waiters = enqueue(3);
        Waiter first = queue.dequeue();
        queue.remove(first);
        queue.remove(waiters.get(1));
        queue.remove(waiters.get(1));
        queue.remove(FakeStrand.waiting());
        assertEquals(List.of(waiters.get(2)), dequeueAll());
    }

    /**
     * Go's TestSelectDuplicateChannel: taking out the only record of a select must not cut off those that came behind
     * it.
     */
    @Test
    void enqueue_afterTheLastWasRemoved_isFound() {
        List<Waiter> waiters = enqueue(2);
        queue.remove(waiters.get(1));
        queue.remove(waiters.get(0));
        assertTrue(queue.isEmpty());
        assertEquals(enqueue(2), dequeueAll());
    }

    @Test
    void enqueue_ofARecordThatWasRemoved_goesToTheTail() {
        List<Waiter> waiters = enqueue(3);
        queue.remove(waiters.get(0));
        queue.enqueue(waiters.get(0));
        assertEquals(List.of(waiters.get(1), waiters.get(2), waiters.get(0)), dequeueAll());
    }

    /** C55, C56. */
    @Test
    void dequeue_skipsWhoseWaitWasClaimed() {
        List<Waiter> waiters = enqueue(5);
        for (int claimed : new int[] {0, 1, 3}) {
            assertTrue(waiters.get(claimed).strand.claim(waiters.get(claimed).ticket));
        }
        assertSame(waiters.get(2), queue.dequeue());
        assertEquals(2, queue.size(), "only those before the one that was found are dropped");
        assertSame(waiters.get(4), queue.dequeue());
        assertNull(queue.dequeue());
        assertTrue(queue.isEmpty());
    }

    @Test
    void dequeue_ofClaimedOnesOnly_emptiesTheQueue() {
        enqueue(3).forEach(waiter -> waiter.strand.claimOpenWait());
        assertFalse(queue.isEmpty(), "C42: stale records count until someone looks");
        assertNull(queue.dequeue());
        assertTrue(queue.isEmpty());
    }

    /** C33, C54: the records of a select stand among the others and share one claim, on one channel or on several. */
    @Test
    void dequeue_ofASelectThatStandsSeveralTimes_givesItOnce() {
        WaitQueue other = new WaitQueue();
        Waiter before = enqueue(1).get(0);
        FakeStrand select = new FakeStrand();
        select.openWait();
        Waiter first = select.record();
        queue.enqueue(first);
        Waiter between = enqueue(1).get(0);
        queue.enqueue(select.record());
        other.enqueue(select.record());
        Waiter behind = enqueue(1).get(0);

        assertEquals(List.of(before, first, between, behind), dequeueAll());
        assertNull(other.dequeue());
    }

    /** C57: a record left over from a wait that has ended wins nothing in the next wait of the same strand. */
    @Test
    void dequeue_skipsARecordOfAFormerWait() {
        FakeStrand strand = new FakeStrand();
        strand.openWait();
        queue.enqueue(strand.record());
        assertTrue(strand.claimOpenWait());
        strand.openWait();
        Waiter fresh = strand.record();
        queue.enqueue(fresh);
        assertSame(fresh, queue.dequeue());
        assertNull(queue.dequeue());
    }

    /**
     * C58: a removal does not search for its record. If it did, this would take minutes, and the guard would end it.
     */
    @Test
    void remove_ofAMillion_fromTheMiddleOutwards() {
        int n = 1_000_000;
        FakeStrand strand = new FakeStrand();
        long ticket = strand.openWait();
        Waiter[] waiters = new Waiter[n];
        for (int i = 0; i < n; i++) {
            waiters[i] = new Waiter(strand);
            waiters[i].open(ticket, null);
            queue.enqueue(waiters[i]);
        }
        for (int i = 0; i < n / 2; i++) {
            queue.remove(waiters[n / 2 + i]);
            queue.remove(waiters[n / 2 - 1 - i]);
        }
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.size());
    }

    // ---------------------------------------------------------------- the record

    /** C53: the strand learns which record fired, and whether a value went over. */
    @Test
    void complete_tellsTheStrandWhichRecordFired() {
        for (boolean withValue : new boolean[] {true, false}) {
            Waiter waiter = FakeStrand.waiting();
            queue.enqueue(waiter);
            Waiter fired = queue.dequeue();
            FakeStrand strand = (FakeStrand) fired.complete(withValue);
            assertSame(waiter.strand, strand);
            assertSame(waiter, strand.firedWaiter());
            assertEquals(WakeCause.WAITER, strand.cause());
            assertEquals(withValue, waiter.success);
            assertEquals(0, strand.readied.get(), "who completed it does that, without the lock");
        }
    }

    @Test
    void open_makesTheRecordReadyForAnotherWait() {
        Waiter waiter = FakeStrand.waiting();
        waiter.complete(true);
        waiter.open(8, "value");
        assertEquals(8, waiter.ticket);
        assertEquals("value", waiter.element);
        assertFalse(waiter.success);
    }

    // ---------------------------------------------------------------- for locks

    @Test
    void enqueueFirst_isDequeuedFirst() {
        Waiter onlyOne = FakeStrand.waiting();
        queue.enqueueFirst(onlyOne);
        List<Waiter> others = enqueue(2);
        Waiter again = FakeStrand.waiting();
        queue.enqueueFirst(again);
        assertEquals(4, queue.size());
        assertEquals(List.of(again, onlyOne, others.get(0), others.get(1)), dequeueAll());
        assertTrue(queue.isEmpty());
    }

    @Test
    void enqueueFirst_canBeRemovedAgain() {
        List<Waiter> others = enqueue(1);
        Waiter again = FakeStrand.waiting();
        queue.enqueueFirst(again);
        queue.remove(again);
        assertEquals(others, dequeueAll());
    }

    @Test
    void dequeueIf_takesTheFirstOpenOneOrNone() {
        List<Waiter> waiters = enqueue(3);
        assertNull(queue.dequeueIf(waiter -> waiter != waiters.get(0)));
        assertEquals(3, queue.size());
        assertTrue(waiters.get(0).strand.claimOpenWait());
        assertSame(waiters.get(1), queue.dequeueIf(waiter -> waiter == waiters.get(1)));
        assertFalse(waiters.get(1).strand.claimOpenWait());
        assertNull(queue.dequeueIf(waiter -> false));
        assertSame(waiters.get(2), queue.dequeueIf(waiter -> true));
        assertNull(queue.dequeueIf(waiter -> true));
    }

    @Test
    void first_isTheFirstOpenOne_andStays() {
        assertNull(queue.first());
        List<Waiter> waiters = enqueue(2);
        assertSame(waiters.get(0), queue.first());
        assertTrue(waiters.get(0).strand.claimOpenWait());
        assertSame(waiters.get(1), queue.first());
        assertEquals(2, queue.size());
        assertTrue(waiters.get(1).strand.claimOpenWait());
        assertNull(queue.first());
    }
}
