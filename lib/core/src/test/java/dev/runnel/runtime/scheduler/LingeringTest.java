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
import dev.runnel.runtime.channel.Queues;
import dev.runnel.runtime.park.FakeStrand;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.Waiter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** When a goroutine that waits keeps its P for a moment, and what becomes of it. */
class LingeringTest {

    private final Lingering lingering = new Lingering();
    private final Goroutine g = new Goroutine(null, 7, 1, null, () -> {});

    /** The goroutine opens a wait that may be over at once, with nothing else to do, and waits. */
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

    /**
     * At a channel with one place, a goroutine that is quick enough does not wait: its values are turns, too, or two Ps
     * would seem to do less than one.
     */
    @Test
    void valuesThatGoOverWithoutAWait_areTurns_whereTheNextWaitIs() {
        Go.run(Runtimes.oneP(), () -> {
            Scheduler s = Scheduler.currentOrDefault();
            Chan<String> one = chan(1);
            Chan<String> many = chan(2);
            long before = s.census.turns();
            for (int i = 0; i < 10; i++) {
                for (Chan<String> c : List.of(one, many)) {
                    c.send("v");
                    c.recv();
                }
            }
            assertEquals(before, s.census.turns(), "nobody has waited");
            go(() -> one.send("v"));
            one.recv();
            assertEquals(before + 11, s.census.turns());
            go(() -> one.send("v"));
            one.recv();
            assertEquals(before + 12, s.census.turns(), "each counts once");
            go(() -> many.send("v"));
            many.recv();
            assertEquals(before + 12, s.census.turns(), "larger buffers do not count");
        });
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
        lingering.takesPartnerOf(new Lingering());
        assertTrue(lingers(true));
    }

    /** Else a trial of spreading them would begin with what the trials before it, or the compiler, have spoiled. */
    @Test
    void whoIsGathered_forgetsWhatWasInVain() {
        for (int i = 0; i < 5; i++) {
            lingering.was(false);
        }
        assertFalse(lingering.wasWorthItLately());
        lingering.forget();
        assertTrue(lingering.wasWorthItLately());
        assertTrue(lingers(true));
    }

    /** As in the wait of a select, but for a record at a channel; and what was in vain there counts here. */
    @Test
    void record_bringsBackWhoLingersWithoutAWait() {
        Waiter record = new Waiter(g);
        assertTrue(lingering.begins(true, true));
        record.openToLinger(null);
        assertFalse(lingering.bringsBack(record));
        assertEquals(0, lingering.skips(), "not before it is known to be in vain");
        record.finish(true);
        assertTrue(lingering.bringsBack(record));
        assertEquals(1, lingering.successes());
        lingering.was(false);
        assertEquals(1, lingering.skips());
        assertFalse(lingering.begins(true, true));
        assertTrue(lingering.begins(true, true));
    }

    @Test
    void whoHasAskedBefore_isNotAskedAgain() {
        assertTrue(lingering.begins(true, true));
        lingering.was(false);
        assertEquals(GoroutineStatus.WAITING, lingering.waits());
        assertFalse(lingering.lingers());
        assertEquals(1, lingering.skips());
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

        private static final int MOST_PAIRS = 300;

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

        /**
         * As thieves ask that look for a partner: the goroutine that waits on the P thus goes on without its partner.
         */
        @Test
        void asked_lingersThoughItsPartnerIsNext_ifThatHasBegun() {
            TwoPs.run(() -> {
                TwoPs ps = new TwoPs();
                Chan<Integer> c = chan();
                GoHandle partner = go(() -> c.recv());
                Processor mine = Machine.current().processorOrNull();
                mine.lingering.asked(true);
                assertFalse(isPossibleOrAsked(), "who is in next has not begun");
                mine.lingering.asked(false);
                Go.gosched();
                c.send(1);
                assertTrue(mine.thief.hasNext(), "readied");
                assertFalse(isPossibleOrAsked());
                mine.lingering.asked(true);
                assertTrue(isPossibleOrAsked());
                mine.lingering.asked(false);
                partner.join();
                ps.leave();
                ps.join();
            });
        }

        private static boolean isPossibleOrAsked() {
            Machine m = Machine.current();
            m.enter();
            try {
                return Lingering.isPossibleOrAsked(m.scheduler, m.processor());
            } finally {
                m.leave();
            }
        }

        /** One that came while it lingered, and waits, is behind it. */
        @Test
        void inVain_waitsFirstInTheQueue() {
            TwoPs.run(() -> {
                for (boolean seen = false; !seen; ) {
                    Chan<Integer> c = chan();
                    GoHandle first = go(() -> assertEquals(1, c.recv().get()));
                    for (Processor p : Scheduler.current().processors) {
                        p.lingering.takesPartnerOf(new Lingering());
                    }
                    Strand later = new FakeStrand(() -> {});
                    Waiter record = new Waiter(later);
                    record.open(later.openWait(), null);
                    seen = Queues.queueUpWhileOneLingers(c, record);
                    Queues.awaitReceivers(c, seen ? 2 : 1);
                    c.send(1);
                    assertFalse(record.success);
                    first.join();
                }
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

        /**
         * Two that begin on one P come to have one each, and linger, if the machine has two processors for them; if it
         * seems not to have them, this is told as a test that was not made.
         */
        @Test
        void values_arriveOnceEachAndInOrder_whileTwoComeToLinger() {
            TwoPs.run(() -> {
                for (int i = 0; i < MOST_PAIRS && successes() < 1000; i++) {
                    pair(1000);
                }
                assumeTrue(successes() >= 1000, "there were never two processors for them");
            });
        }

        /** They linger, give up, and are readied. */
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
