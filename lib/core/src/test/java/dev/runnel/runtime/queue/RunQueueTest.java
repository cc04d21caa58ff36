package dev.runnel.runtime.queue;

import static dev.runnel.runtime.queue.Rings.drain;
import static dev.runnel.runtime.queue.Rings.fill;
import static dev.runnel.runtime.queue.Rings.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.runnel.runtime.Garbage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The run queue as its owner and one thief see it, one after the other: order (P11), the slot {@code next} (P8, P13),
 * overflow (P12), stealing (P33, P34) and free-running counters (P107); the package's invariants Q1 to Q7.
 */
class RunQueueTest {

    private final List<Integer> shed = new ArrayList<>();

    // ---------------------------------------------------------------- the ring

    /** Go's TestSchedLocalQueue: put i, take i, for every i, on one and the same ring. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, RunQueue.SLOTS})
    void take_givesTheOldestFirst(int slots) {
        RunQueue<Integer> ring = new RunQueue<>(slots);
        for (int n = 0; n <= slots; n++) {
            assertTrue(ring.owner().isEmpty());
            assertNull(ring.owner().take());
            fill(ring, 0, n);
            assertEquals(n == 0, ring.owner().isEmpty());
            assertEquals(range(0, n), drain(ring));
        }
        assertTrue(ring.owner().isEmpty());
    }

    @Test
    void take_ofFreshRing_givesNothing() {
        RunQueue<Integer> ring = new RunQueue<>();
        assertNull(ring.owner().take());
        assertNull(ring.owner().takeNext());
        assertTrue(ring.owner().isEmpty());
        assertTrue(ring.thief().isEmpty());
    }

    @Test
    void oldest_staysWhereItIs() {
        RunQueue<Integer> ring = new RunQueue<>(4);
        assertNull(ring.thief().oldest());
        ring.owner().putNext(9, shed -> {});
        assertNull(ring.thief().oldest(), "next is not in the ring");
        fill(ring, 0, 3);
        assertEquals(0, ring.thief().oldest());
        assertEquals(3, ring.thief().size());
        ring.owner().take();
        assertEquals(1, ring.thief().oldest());
    }

    @Test
    void newRing_hasGosNumberOfSlots() {
        assertEquals(256, new RunQueue<Integer>().owner().room());
    }

    @Test
    void room_isWhatFitsWithoutOverflow() {
        RunQueue<Integer> ring = new RunQueue<>(8);
        for (int n = 0; n <= 8; n++) {
            assertEquals(8 - n, ring.owner().room());
            assertEquals(n, ring.thief().size());
            if (n < 8) {
                fill(ring, n, n + 1);
            }
        }
        ring.owner().take();
        assertEquals(1, ring.owner().room());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -4, 0, 1, 3, 6, 255})
    void newRing_ofAnotherSizeThanAPowerOfTwo_isRejected(int slots) {
        var e = assertThrows(IllegalArgumentException.class, () -> new RunQueue<Integer>(slots));
        assertEquals("slots: " + slots + " is not allowed; allowed: a power of two from 2", e.getMessage());
    }

    @Test
    void take_letsGoOfTheSlot() {
        RunQueue<Object> ring = new RunQueue<>(4);
        var taken = Garbage.of(item -> ring.owner().put(item, list -> {}));
        ring.owner().take();
        Garbage.assertCollected(taken);
    }

    @Test
    void overflow_letsGoOfTheSlots() {
        RunQueue<Object> ring = new RunQueue<>(2);
        var oldest = Garbage.of(item -> ring.owner().put(item, list -> {}));
        ring.owner().put("younger", list -> {});
        ring.owner().put("in hand", list -> assertEquals(2, list.size()));
        Garbage.assertCollected(oldest);
    }

    @Test
    void forgetStolen_letsGoOfWhatThievesHaveTaken_andOfNothingElse() {
        RunQueue<Object> ring = new RunQueue<>(4);
        RunQueue<Object> thief = new RunQueue<>(4);
        var stolen = Garbage.of(item -> ring.owner().put(item, list -> {}));
        ring.owner().put("left", list -> {});
        thief.owner().stealHalf(ring.thief());
        ring.owner().forgetStolen();
        Garbage.assertCollected(stolen);
        assertEquals("left", ring.owner().take());
        assertNull(ring.owner().take());
        for (int i = 0; i < 4; i++) {
            ring.owner().put(i, list -> {});
        }
        ring.owner().forgetStolen();
        assertEquals(List.of(0, 1, 2, 3), ring.thief().elements());
    }

    // ---------------------------------------------------------------- next

    @Test
    void putNext_isNotInTheRing() {
        RunQueue<Integer> ring = new RunQueue<>(4);
        ring.owner().putNext(7, Rings::mustNotOverflow);
        assertNull(ring.owner().take());
        assertEquals(0, ring.thief().size());
        assertEquals(4, ring.owner().room());
        assertFalse(ring.owner().isEmpty());
        assertFalse(ring.thief().isEmpty());
        assertTrue(ring.thief().hasNext());
        assertEquals(7, ring.owner().takeNext());
        assertFalse(ring.thief().hasNext());
        assertNull(ring.owner().takeNext());
        assertTrue(ring.owner().isEmpty());
    }

    @Test
    void putNext_kicksTheFormerOutToTheTail() {
        RunQueue<Integer> ring = new RunQueue<>(4);
        fill(ring, 0, 2);
        ring.owner().putNext(8, Rings::mustNotOverflow);
        ring.owner().putNext(9, Rings::mustNotOverflow);
        assertEquals(9, ring.owner().takeNext());
        assertEquals(List.of(0, 1, 8), drain(ring));
    }

    /** P9: ten {@code go} statements in a row run as 9 0 1 2 3 4 5 6 7 8. */
    @Test
    void putNext_tenTimes_runsTheLastFirstAndTheOthersInOrder() {
        RunQueue<Integer> ring = new RunQueue<>();
        for (int i = 0; i < 10; i++) {
            ring.owner().putNext(i, Rings::mustNotOverflow);
        }
        assertEquals(9, ring.owner().takeNext());
        assertNull(ring.owner().takeNext());
        assertEquals(range(0, 9), drain(ring));
    }

    @Test
    void thiefTakeNext_leavesTheRingAlone() {
        RunQueue<Integer> ring = new RunQueue<>(4);
        fill(ring, 0, 2);
        assertNull(ring.thief().takeNext());
        ring.owner().putNext(9, Rings::mustNotOverflow);
        assertEquals(9, ring.thief().takeNext());
        assertNull(ring.thief().takeNext());
        assertNull(ring.owner().takeNext());
        assertEquals(List.of(0, 1), drain(ring));
    }

    // ---------------------------------------------------------------- overflow

    /** P12: the older half, in order, and then the one in hand, although that is the youngest. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, RunQueue.SLOTS})
    void put_intoAFullRing_shedsTheOlderHalfAndTheOneInHand(int slots) {
        RunQueue<Integer> ring = new RunQueue<>(slots);
        fill(ring, 0, slots);
        ring.owner().put(-1, shed::addAll);

        List<Integer> expected = new ArrayList<>(range(0, slots / 2));
        expected.add(-1);
        assertEquals(expected, shed);
        assertEquals(slots / 2, ring.thief().size());
        assertEquals(range(slots / 2, slots), drain(ring));
    }

    /** Whoever puts an item has it in hand, and could not keep it if there were no memory. */
    @Test
    void put_intoAFullRing_makesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Integer one = 1;
        RunQueue.Overflow<Integer> dropped = none -> {};
        RunQueue<Integer> ring = new RunQueue<>();
        int overflows = 1_000;
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 10; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < overflows * (RunQueue.SLOTS / 2 + 1); i++) {
                ring.owner().put(one, dropped);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < overflows, least + " bytes for " + overflows + " overflows");
    }

    @Test
    void put_intoGosFullRing_sheds129() {
        RunQueue<Integer> ring = new RunQueue<>();
        fill(ring, 0, 256);
        ring.owner().put(256, shed::addAll);
        assertEquals(129, shed.size());
        assertEquals(128, ring.owner().room());
    }

    /** P12: the one in hand is the former {@code next}, while the new one stays. */
    @Test
    void putNext_onAFullRing_shedsTheFormerNext() {
        RunQueue<Integer> ring = new RunQueue<>(4);
        fill(ring, 0, 4);
        ring.owner().putNext(8, shed::addAll);
        assertEquals(List.of(), shed);
        ring.owner().putNext(9, shed::addAll);
        assertEquals(List.of(0, 1, 8), shed);
        assertEquals(9, ring.owner().takeNext());
        assertEquals(List.of(2, 3), drain(ring));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void put_again_overflowsOnlyWhenTheRingIsFullAgain(int slots) {
        RunQueue<Integer> ring = new RunQueue<>(slots);
        int overflows = 10;
        int puts = slots + overflows + (overflows - 1) * (slots / 2);
        for (int i = 0; i < puts; i++) {
            ring.owner().put(i, shed::addAll);
        }
        assertEquals(overflows * (slots / 2 + 1), shed.size());
        List<Integer> all = new ArrayList<>(shed);
        all.addAll(drain(ring));
        assertEquals(range(0, puts), all.stream().sorted().toList());
    }

    // ---------------------------------------------------------------- stealing

    /**
     * Go's TestSchedLocalQueueSteal and P33: of n the thief takes the ceil(n/2) oldest; it runs the youngest of these
     * and queues the others. None is lost, none comes twice.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, RunQueue.SLOTS})
    void stealHalf_takesTheOlderHalfRoundedUp(int slots) {
        for (int n = 0; n <= slots; n++) {
            RunQueue<Integer> victim = new RunQueue<>(slots);
            RunQueue<Integer> own = new RunQueue<>(slots);
            fill(victim, 0, n);

            Integer youngest = own.owner().stealHalf(victim.thief());

            int half = (n + 1) / 2;
            assertEquals(n == 0 ? null : half - 1, youngest);
            assertEquals(range(0, Math.max(0, half - 1)), drain(own));
            assertEquals(range(half, n), drain(victim));
        }
    }

    /** P34: {@code next} is not among what is stolen with the ring. */
    @Test
    void stealHalf_leavesNextAlone() {
        RunQueue<Integer> victim = new RunQueue<>(4);
        RunQueue<Integer> own = new RunQueue<>(4);
        victim.owner().putNext(9, Rings::mustNotOverflow);
        assertNull(own.owner().stealHalf(victim.thief()));
        assertTrue(own.owner().isEmpty());
        assertEquals(9, victim.owner().takeNext());
    }

    @Test
    void stealHalf_keepsTheThiefsNext() {
        RunQueue<Integer> victim = new RunQueue<>(4);
        RunQueue<Integer> own = new RunQueue<>(4);
        fill(victim, 0, 4);
        own.owner().putNext(9, Rings::mustNotOverflow);
        assertEquals(1, own.owner().stealHalf(victim.thief()));
        assertEquals(9, own.owner().takeNext());
        assertEquals(List.of(0), drain(own));
    }

    @Test
    void stealHalf_untilNothingIsLeft_takesEachOnce() {
        RunQueue<Integer> victim = new RunQueue<>();
        RunQueue<Integer> own = new RunQueue<>();
        fill(victim, 0, 256);
        List<Integer> batches = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        for (Integer got = own.owner().stealHalf(victim.thief());
                got != null;
                got = own.owner().stealHalf(victim.thief())) {
            List<Integer> queued = drain(own);
            batches.add(queued.size() + 1);
            all.addAll(queued);
            all.add(got);
        }
        assertEquals(List.of(128, 64, 32, 16, 8, 4, 2, 1, 1), batches);
        assertEquals(range(0, 256), all);
    }

    // ---------------------------------------------------------------- counters that run on (P107)

    @ParameterizedTest
    @CsvSource({"2, 0", "4, 0", "8, 0", "256, 0", "4, 2147483640", "4, -9", "256, 2147483000", "256, -777"})
    void counters_runOnPastTheRingAndTheirOwnEnd(int slots, int start) {
        RunQueue<Integer> ring = Rings.startingAt(slots, start);
        int given = 0;
        int taken = 0;
        for (int round = 0; round < 7 * slots + 20; round++) {
            int puts = Math.min(1 + round % slots, ring.owner().room());
            fill(ring, given, given + puts);
            given += puts;
            assertEquals(given - taken, ring.thief().size());
            assertEquals(slots - (given - taken), ring.owner().room());
            assertFalse(ring.thief().isEmpty());
            for (int i = 0; i < 1 + round % 3 && taken < given; i++) {
                assertEquals(taken++, ring.owner().take());
            }
        }
        assertEquals(range(taken, given), drain(ring));
        assertTrue(ring.owner().isEmpty());
        assertTrue(ring.thief().isEmpty());
        assertTrue(given > 7 * slots, "drove the counters round only " + given + " times");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE - 2, -3})
    void overflow_whileACounterPassesItsEnd_keepsOrder(int start) {
        RunQueue<Integer> ring = Rings.startingAt(8, start);
        fill(ring, 0, 8);
        ring.owner().put(8, shed::addAll);
        assertEquals(List.of(0, 1, 2, 3, 8), shed);
        assertEquals(range(4, 8), drain(ring));
    }

    @ParameterizedTest
    @CsvSource({"2147483645, 0", "-3, 0", "0, 2147483646", "0, -2", "2147483645, -1"})
    void stealHalf_whileACounterPassesItsEnd_keepsOrder(int victimStart, int ownStart) {
        RunQueue<Integer> victim = Rings.startingAt(8, victimStart);
        RunQueue<Integer> own = Rings.startingAt(8, ownStart);
        fill(victim, 0, 8);
        assertEquals(3, own.owner().stealHalf(victim.thief()));
        assertEquals(range(0, 3), drain(own));
        assertEquals(range(4, 8), drain(victim));
    }
}
