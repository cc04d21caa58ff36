package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Queues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How work is found on another P, and who is woken to look for it. Main spins; only others can run what it leaves. */
class WorkSearchTest {

    private final List<Integer> trace = new ArrayList<>();
    private final AtomicInteger ran = new AtomicInteger();

    private void start(int n) {
        for (int i = 0; i < n; i++) {
            int me = i;
            go(() -> {
                trace.add(me); // one P runs them all
                ran.incrementAndGet();
            });
        }
    }

    /**
     * P33: of 0 to 3 in the ring, 0 and 1 are taken, and the younger one runs first. P34: {@code next}, 4, comes last.
     */
    @Test
    void thief_takesHalfTheRing_runsTheYoungestOfThat_andTakesNextLast() {
        TwoPs.run(() -> {
            TwoPs two = new TwoPs();
            start(5);
            two.leave();
            TwoPs.spinUntil(() -> ran.get() == 5);
            assertEquals(List.of(1, 0, 2, 3, 4), trace);
            two.join();
        });
    }

    /** P27: while one of two looks for work the other may not; so whatever is there is left for the first. */
    @Test
    void spinners_areHalfTheBusyPsAtMost() {
        TwoPs.run(() -> {
            Scheduler s = Scheduler.current();
            TwoPs two = new TwoPs();
            pretendThatOneSpins(s, false);
            start(2);
            two.leave();
            TwoPs.spinUntil(() -> s.idle.processors() == 1);
            assertEquals(0, ran.get());
            assertTrue(Machine.current().processor().thief.hasNext());
            s.spinners.stop();
            start(1);
            TwoPs.spinUntil(() -> ran.get() == 3);
            two.join();
        });
    }

    /** P29: there was work, and no P with which to look for it. Then an M that would put its P down looks instead. */
    @Test
    void spinnerThatIsWanted_looksAlthoughAnotherSpins() {
        TwoPs.run(() -> {
            Scheduler s = Scheduler.current();
            TwoPs two = new TwoPs();
            pretendThatOneSpins(s, true);
            start(1);
            two.leave();
            TwoPs.spinUntil(() -> ran.get() == 1);
            s.spinners.stop();
            two.join();
        });
    }

    /**
     * P29: work comes, and no P is idle: the M that would put its P down next is told. It may have seen another one
     * spin, and so not have looked itself; the other one has found nothing since, and stopped before the work came.
     */
    @Test
    void go_whileAllPsAreHeld_leavesWord() {
        TwoPs.run(() -> {
            Scheduler s = Scheduler.current();
            TwoPs two = new TwoPs();
            TwoPs.spinUntil(() -> s.spinners.count() == 0);
            pretendThatOneSpins(s, false);
            s.spinners.stop();
            start(1);
            assertTrue(s.spinners.isWanted());
            two.leave();
            TwoPs.spinUntil(() -> ran.get() == 1);
            two.join();
        });
    }

    /** P37: while one M looks for work nobody is woken. */
    @Test
    void go_whileOneSpins_wakesNobody() {
        TwoPs.run(() -> {
            Scheduler s = Scheduler.current();
            TwoPs.spinUntil(() -> s.spinners.count() == 0 && s.idle.processors() == 1);
            pretendThatOneSpins(s, false);
            start(10);
            assertEquals(1, s.idle.processors());
            assertEquals(1, s.spinners.count());
            s.spinners.stop();
            start(1);
            TwoPs.spinUntil(() -> ran.get() == 11);
        });
    }

    /**
     * P29, for a P that was taken from a blocked holder: its next holder looks, too, if somebody is wanted who does.
     */
    @Test
    void pThatIsHandedOff_whileOneSpins_looksIfThatIsWanted() {
        TwoPs.run(() -> {
            Scheduler s = Scheduler.current();
            TwoPs.spinUntil(() -> s.spinners.count() == 0 && s.idle.processors() == 1);
            pretendThatOneSpins(s, true);
            start(1);
            s.lock();
            Processor other = s.takeIdleLocked();
            s.unlock();
            s.dispatch.handOff(other);
            TwoPs.spinUntil(() -> s.idle.processors() == 1);
            assertEquals(1, ran.get());
            s.spinners.stop();
        });
    }

    private static void pretendThatOneSpins(Scheduler s, boolean wanted) {
        assertTrue(s.spinners.startFirst());
        s.lock();
        s.spinners.takeWanted();
        if (wanted) {
            s.spinners.want();
        }
        s.unlock();
    }

    /**
     * P30, P37, P102: each goroutine is started while the other P, which alone can run it, is about to be put down, or
     * has just been. P36: in the end that P rests, and nobody spins.
     */
    @Test
    void workForAPThatGoesIdle_isNeverOverlooked() {
        TwoPs.run(() -> {
            for (int i = 1; i <= 20_000; i++) {
                int round = i;
                go(ran::incrementAndGet);
                TwoPs.spinUntil(() -> ran.get() == round);
            }
            Scheduler s = Scheduler.current();
            TwoPs.spinUntil(() -> s.spinners.count() == 0 && s.idle.processors() == 1);
        });
    }

    /** P18, P102: one goroutine starts all, and none goes on until all run; so whoever finds work wakes the next. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void spinners_wakeEachOther_untilAllPsRun(int procs) {
        TwoPs.run(procs, () -> {
            for (int round = 0; round < 20; round++) {
                AtomicInteger running = new AtomicInteger();
                List<GoHandle> others = new ArrayList<>();
                for (int i = 1; i < procs; i++) {
                    others.add(go(() -> {
                        running.incrementAndGet();
                        TwoPs.spinUntil(() -> running.get() == procs);
                    }));
                }
                running.incrementAndGet();
                TwoPs.spinUntil(() -> running.get() == procs);
                others.forEach(GoHandle::join);
            }
        });
    }

    /**
     * P10: a goroutine that is made ready is next on the P of whoever readied it, not on the P that it ran on before.
     */
    @Test
    void ready_isNextOnTheCallersP() {
        TwoPs.run(() -> {
            Chan<Integer> c = chan();
            AtomicInteger ranOn = new AtomicInteger(-1);
            AtomicBoolean got = new AtomicBoolean();
            GoHandle receiver = go(() -> {
                ranOn.set(Machine.current().processor().id);
                c.recv();
                got.set(true);
            });
            TwoPs.spinUntil(() -> Queues.receivers(c) == 1);
            TwoPs two = new TwoPs();
            Processor mine = Machine.current().processor();
            assertEquals(1 - mine.id, ranOn.get());
            assertFalse(mine.thief.hasNext());
            c.send(1);
            assertTrue(mine.thief.hasNext());
            assertFalse(got.get());
            two.leave();
            receiver.join();
        });
    }

    /** A P that the M is granted for its goroutine would stand still during the nap. */
    @Test
    void whoseGoroutineWaits_doesNotNap_onACarrierOfOurOwn() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Machine m = Machine.current();
            m.enter();
            Goroutine mine = m.goroutine();
            boolean napped = m.pauseInSearch();
            m.carry(null); // like an M that rests
            boolean nappedWithout = m.pauseInSearch();
            m.carry(mine);
            m.leave();
            assertEquals(!m.isDedicated(), napped);
            assertTrue(nappedWithout);
        });
    }
}
