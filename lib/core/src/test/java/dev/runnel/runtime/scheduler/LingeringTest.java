package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** When a goroutine that waits keeps its P for a moment, and what becomes of it. */
class LingeringTest {

    private final Lingering lingering = new Lingering();
    private final Goroutine g = new Goroutine(null, 7, 1, null, () -> {});

    /** It opens a wait that may be over at once, with nothing else to do, and waits. */
    private boolean lingers(boolean peerIsQuick) {
        g.become(lingering.waits(true, true));
        assertTrue(lingering.lingers());
        if (peerIsQuick) {
            assertTrue(g.becomeInsteadOf(GoroutineStatus.LINGERING, GoroutineStatus.RUNNING));
        }
        return lingering.bringsBack(g);
    }

    private void runAgain() {
        g.become(GoroutineStatus.RUNNABLE);
        g.become(GoroutineStatus.RUNNING);
    }

    @BeforeEach
    void start() {
        runAgain();
    }

    @Test
    void waitThatEndsInTime_goesOn() {
        assertTrue(lingers(true));
        assertEquals(GoroutineStatus.RUNNING, g.status());
        assertEquals(1, lingering.successes());
    }

    @Test
    void waitThatLasts_isOneLikeAnyOther() {
        assertFalse(lingers(false));
        assertEquals(GoroutineStatus.WAITING, g.status());
        assertEquals(0, lingering.successes());
    }

    @Test
    void inVain_skipsMoreAndMore_untilItIsWorthIt() {
        for (int skips : new int[] {1, 3, 7, 15, 31, 63, 127, 255, 255}) {
            assertFalse(lingers(false));
            assertEquals(skips, lingering.skips());
            for (int i = 0; i < skips; i++) {
                assertFalse(lingering.wouldRatherLinger());
                assertEquals(GoroutineStatus.WAITING, lingering.waits(true, true));
                assertFalse(lingering.lingers());
            }
            runAgain();
        }
        assertTrue(lingers(true));
        assertFalse(lingers(false));
        assertEquals(1, lingering.skips());
    }

    @Test
    void partnerThatCame_endsTheSkipping() {
        assertFalse(lingers(false));
        runAgain();
        lingering.partnerCame();
        assertTrue(lingers(true));
    }

    @Test
    void waitThatMayLast_doesNotLinger() {
        assertEquals(GoroutineStatus.WAITING, lingering.waits(false, true));
        assertFalse(lingering.lingers());
        assertFalse(lingering.wouldRatherLinger());
    }

    @Test
    void whoHasOthersToRun_doesNotLinger_butWould() {
        assertEquals(GoroutineStatus.WAITING, lingering.waits(true, false));
        assertFalse(lingering.lingers());
        assertTrue(lingering.wouldRatherLinger());
    }

    /** With real Ps. */
    @Nested
    class InARuntime {

        private static boolean isPossible() {
            Machine m = Machine.current();
            m.enter();
            try {
                return Lingering.isPossible(m.scheduler, m.processor());
            } finally {
                m.leave();
            }
        }

        private static long successes() {
            return Stream.of(Scheduler.current().processors)
                    .mapToLong(p -> p.lingering.successes())
                    .sum();
        }

        @BeforeEach
        void processors() {
            assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nobody lingers on a single processor");
        }

        @Test
        void onlyIfAnotherPRuns_andThisHasNothingToDo() {
            TwoPs.run(() -> {
                TwoPs ps = new TwoPs();
                assertTrue(isPossible());
                GoHandle next = go(() -> {});
                assertFalse(isPossible(), "somebody is in next");
                next.join();
                ps.leave();
                ps.join();
                TwoPs.spinUntil(() -> Scheduler.current().idle.processors() == 1);
                assertFalse(isPossible(), "nobody runs who could end the wait");
            });
        }

        @Test
        void onOneP_nobodyLingers() {
            Runtimes.run(Runtimes.oneP(), () -> {
                assertFalse(isPossible());
                pair(1000);
                assertEquals(0, successes());
            });
        }

        /** Two that begin on one P get one each, and linger. */
        @Test
        void pair_comesToLinger() {
            TwoPs.run(() -> {
                while (successes() < 1000) {
                    pair(1000);
                }
            });
        }

        /** Values arrive once each and in order, while both linger, give up, and are readied. */
        private static void pair(int rounds) {
            Chan<Integer> there = chan();
            Chan<Integer> back = chan(1);
            GoHandle other = go(() -> {
                for (int i = 0; i < rounds; i++) {
                    assertEquals(i, there.recv().get());
                    back.send(-i);
                    if (i % 7 == 0) {
                        Thread.yield();
                    }
                }
            });
            for (int i = 0; i < rounds; i++) {
                there.send(i);
                assertEquals(-i, back.recv().get());
                if (i % 10 == 0) {
                    Go.gosched();
                }
            }
            other.join();
        }
    }
}
