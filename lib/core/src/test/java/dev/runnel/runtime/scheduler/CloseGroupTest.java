package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which goroutines a thief leaves on the P that they are on. */
class CloseGroupTest {

    private static final long ALONE = 100;

    private final Processor thief = new Processor(0);
    private final CloseGroup group = thief.closeGroup;

    @Test
    void twoPsThatAreNoFaster_areTriedLessAndLess_untilItIsWorthIt() {
        for (int skips : new int[] {1, 3, 7, 15, 31, 63, 127, 255, 255}) {
            assertFalse(group.judge(1000, 1000 * ALONE, ALONE));
            assertEquals(skips, group.skips());
        }
        assertTrue(group.judge(2000, 1000 * ALONE, ALONE));
        assertEquals(0, group.skips());
        assertFalse(group.judge(900, 1000 * ALONE, ALONE));
        assertEquals(1, group.skips());
    }

    /** Another P, which is watched. A thread stands for its holder, and hands it over all the time. */
    @Nested
    class Watched {

        private final Processor victim = new Processor(1);
        private volatile boolean stops;
        private final Thread holder = Thread.ofPlatform().daemon().unstarted(() -> {
            while (!stops) {
                victim.handOvers++;
                Thread.onSpinWait();
            }
        });

        @BeforeEach
        void processors() {
            assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nobody is watched on a single processor");
        }

        @AfterEach
        void stop() throws InterruptedException {
            stops = true;
            holder.join();
        }

        private void put(int goroutines, boolean started) {
            for (int i = 0; i < goroutines; i++) {
                Goroutine g = new Goroutine(null, 7 + i, 1, null, () -> {});
                g.machine = started ? new Machine(Schedulers.defaultScheduler(), i) : null;
                victim.queue.put(g, shed -> {});
            }
        }

        /** The machine may be busy: then the holder does not hand over as fast as it should. */
        private void untilTried() {
            TwoPs.spinUntil(() -> !group.leavesAlone(victim, false) && group.isTrying());
        }

        /** They are taken whenever the thief looks. In a single look it might watch at a bad moment. */
        private void areTaken() {
            for (int looks = 0; looks < 10_000; looks++) {
                assertFalse(group.leavesAlone(victim, false));
                assertFalse(group.isTrying());
            }
        }

        @Test
        void whereNobodyWasLeftToTake_nothingIsTried() {
            put(3, true);
            holder.start();
            untilTried();
            group.tookNobody();
            assertFalse(group.isTrying());
            group.ranDry();
            assertEquals(0, group.skips());
        }

        @Test
        void fewThatHandOverFast_areTakenOnce_thenLeftAlone_thenTakenAgain() {
            put(3, true);
            holder.start();
            untilTried();
            assertFalse(group.hasLeftAny());
            group.judge(1, 1000 * ALONE, ALONE);
            assertEquals(1, group.skips());
            TwoPs.spinUntil(() -> group.leavesAlone(victim, false));
            assertTrue(group.hasLeftAny());
            assertEquals(0, group.skips());
            assertTrue(group.leavesAlone(victim, false), "for the rest of this search");
            group.ranDry();
            assertFalse(group.hasLeftAny());
            assertFalse(group.isTrying());
        }

        /** They hand over through {@code next}: those behind them would wait for a slice to end. */
        @Test
        void aRingThatStandsStill_isNotLeftAloneForLong() {
            put(3, true);
            holder.start();
            TwoPs.spinUntil(this::isTriedAlthoughInVain);
        }

        @Test
        void aRingThatMoves_isLeftAlone() {
            put(3, true);
            holder.start();
            for (int looks = 0; looks < 100_000; looks++) {
                Goroutine oldest = victim.queue.take();
                victim.queue.put(Objects.requireNonNull(oldest), shed -> {});
                assertFalse(isTriedAlthoughInVain());
            }
        }

        /** While such goroutines are gathered, gathering is what was tried, and it was faster. */
        @Test
        void gathered_areLeftAlone_thoughNothingWasTried() {
            put(3, true);
            holder.start();
            TwoPs.spinUntil(() -> group.leavesAlone(victim, true));
            assertFalse(group.isTrying());
            assertTrue(group.hasLeftAny());
        }

        @Test
        void gathered_aRingThatStandsStill_isNotLeftAloneForLong() {
            put(3, true);
            holder.start();
            TwoPs.spinUntil(() -> {
                group.ranDry();
                group.leavesAlone(victim, true);
                return group.isTrying();
            });
        }

        private boolean isTriedAlthoughInVain() {
            group.ranDry();
            group.judge(1, 1000 * ALONE, ALONE);
            group.leavesAlone(victim, false);
            return group.isTrying();
        }

        @Test
        void whoHasRunDry_compares() throws InterruptedException {
            put(1, true);
            holder.start();
            untilTried();
            stops = true;
            holder.join();
            long begun = System.nanoTime();
            long longer = victim.handOvers * 500; // than any trial may take
            TwoPs.spinUntil(() -> System.nanoTime() - begun > longer);
            group.ranDry();
            assertEquals(1, group.skips());
            assertFalse(group.isTrying());
        }

        @Test
        void thoseThatHandOverSlowly_areTaken() {
            put(3, true);
            areTaken();
        }

        @Test
        void thoseThatHaveNotBegun_areTaken() {
            put(3, false);
            holder.start();
            TwoPs.spinUntil(() -> victim.handOversSeen() > 1000);
            areTaken();
        }

        @Test
        void many_areTaken() {
            put(33, true);
            holder.start();
            TwoPs.spinUntil(() -> victim.handOversSeen() > 1000);
            areTaken();
        }

        @Test
        void nobody_isNoGroup() {
            holder.start();
            TwoPs.spinUntil(() -> victim.handOversSeen() > 1000);
            areTaken();
        }
    }

    /** Two pairs that have to do with nobody else come to have a P for each pair. */
    @Test
    void twoPairs_comeToHaveAPEach() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nobody is watched on a single processor");
        Runtimes.run(2, () -> {
            boolean each = false;
            while (!each) {
                long[] before = moves();
                List<GoHandle> pairs = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    pairs.add(go(() -> pair(2000)));
                }
                pairs.forEach(GoHandle::join);
                long[] after = moves();
                each = after[0] - before[0] > 500 && after[1] - before[1] > 500;
            }
        });
    }

    private static long[] moves() {
        Processor[] ps = Scheduler.current().processors;
        long[] moves = new long[ps.length];
        for (int i = 0; i < ps.length; i++) {
            moves[i] = ps[i].handOversSeen() + ps[i].lingering.successes();
        }
        return moves;
    }

    private static void pair(int rounds) {
        Chan<Integer> there = chan();
        GoHandle other = go(() -> {
            for (int i = 0; i < rounds; i++) {
                assertEquals(i, there.recv().get());
            }
        });
        for (int i = 0; i < rounds; i++) {
            there.send(i);
        }
        other.join();
    }
}
