package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.SpawnPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When goroutines that take turns are kept on one P. The time is the test's. */
class GatheringTest {

    private static final long MILLISECOND = 1_000_000;

    private long now = 77;
    private long waits;
    private final Gathering gathering = new Gathering(() -> waits, now);

    /** How many waits there are in a millisecond if the goroutines are gathered, and if they are not. */
    private int gathered = 2000;

    private int spread = 2000;

    /** Time goes on, and the watchdog looks when it was told to, or after a millisecond. */
    private void pass(long millis) {
        for (long end = now + millis * MILLISECOND; now < end; ) {
            long next = Math.min(gathering.look(now), MILLISECOND);
            assertTrue(next > 0);
            waits += (gathering.isOn() ? gathered : spread) * next / MILLISECOND;
            now += next;
        }
        gathering.look(now);
    }

    /** For how much of this time they are gathered, in percent. */
    private long percentGathered(long millis) {
        long on = 0;
        for (long i = 0; i < millis; i++) {
            pass(1);
            on += gathering.isOn() ? 1 : 0;
        }
        return 100 * on / millis;
    }

    @Test
    void whereFewWait_nobodyIsGathered_andNothingIsTried() {
        gathered = 199;
        spread = 199;
        assertEquals(0, percentGathered(2000));
    }

    @Test
    void whereJustEnoughWait_theyAreGathered() {
        gathered = 200;
        spread = 200;
        pass(5);
        assertTrue(gathering.isOn());
    }

    /** Each look of the watchdog takes time from somebody. */
    @Test
    void whileThereIsNoTrial_nobodyNeedLook_butWhenAPhaseIsOver() {
        assertEquals(Long.MAX_VALUE, gathering.look(now), "few wait");
        pass(2);
        assertTrue(gathering.isOn());
        assertEquals(Long.MAX_VALUE, gathering.look(now), "until the first trial");
        while (gathering.isOn()) {
            pass(1);
        }
        assertEquals(Gathering.SETTLES, gathering.look(now));
        now += Gathering.SETTLES;
        assertEquals(Gathering.COUNTED, gathering.look(now));
        now += 1;
        assertEquals(Gathering.COUNTED - 1, gathering.look(now));
    }

    @Test
    void whereManyWait_theyAreGathered_andStaySo_unlessTheOtherIsFaster() {
        pass(5);
        assertTrue(gathering.isOn());
        assertFalse(gathering.isProven());
        pass(Gathering.FIRST_PAUSE / MILLISECOND + 10);
        assertTrue(gathering.isOn());
        assertTrue(gathering.isProven());
        spread = 2100;
        long percent = percentGathered(5000);
        assertTrue(percent >= 96 && percent < 100, () -> percent + " %");
    }

    @Test
    void whatIsFaster_stays_untilItIsSoNoMore() {
        spread = 3000;
        pass(100);
        assertFalse(gathering.isOn());
        long percent = percentGathered(5000);
        assertTrue(percent > 0 && percent <= 4, () -> percent + " %");
        gathered = 4000;
        pass(2 * Gathering.LONGEST_PAUSE / MILLISECOND);
        assertTrue(percentGathered(5000) >= 96);
    }

    @Test
    void whereFewWaitOfWhatIsSlower_thatWasInVain_likeAnyOther() {
        pass(5);
        spread = 10;
        assertTrue(percentGathered(5000) >= 96);
        gathered = 10;
        spread = 2000;
        pass(2 * Gathering.LONGEST_PAUSE / MILLISECOND);
        assertTrue(percentGathered(5000) <= 4);
    }

    /** Few waits may be due just to the gathering: a trial tells. */
    @Test
    void whoWaitOftenOnlyWhereTheyAreSpread_areSpread() {
        gathered = 10;
        assertTrue(percentGathered(5000) <= 4);
    }

    @Test
    void whoFallIdleOften_andWaitSeldom_areNotGathered() {
        pass(5);
        assertTrue(gathering.isOn());
        gathered = 10;
        spread = 10;
        for (int i = 0; i < 200; i++) {
            pass(1);
            gathering.idle(now);
        }
        assertFalse(gathering.isOn());
    }

    @Test
    void oneLuckyCount_turnsNothingOver() {
        pass(5);
        while (gathering.isOn()) {
            pass(1);
        }
        spread = 9000;
        while (!gathering.isOn()) {
            pass(1);
        }
        spread = 2000;
        assertTrue(percentGathered(100) >= 50);
        assertTrue(gathering.isOn());
    }

    @Test
    void trialsInVain_comeLessAndLessOften() {
        pass(3);
        List<Long> pauses = new ArrayList<>();
        for (int trials = 0; trials < 7; trials++) {
            long begun = now;
            while (gathering.isOn()) {
                pass(1);
            }
            pauses.add((now - begun) / (Gathering.FIRST_PAUSE));
            while (!gathering.isOn()) {
                pass(1);
            }
        }
        assertEquals(List.of(2L, 4L, 8L, 16L, 16L, 16L), pauses.subList(1, 7));
    }

    /** What was gained may be lost just as soon. */
    @Test
    void trialThatGains_isFollowedByTheNextSoon() {
        pass(3000);
        spread = 3000;
        List<Long> pauses = new ArrayList<>();
        for (int trials = 0; trials < 7; trials++) {
            while (gathering.isOn()) {
                pass(1);
            }
            long begun = now;
            while (!gathering.isOn()) {
                pass(1);
            }
            pauses.add((now - begun) / Gathering.FIRST_PAUSE);
        }
        assertEquals(List.of(0L, 1L, 2L, 4L, 8L, 16L, 16L), pauses);
    }

    @Test
    void trialInWhichAllFallIdle_isNone() {
        pass(5);
        while (gathering.isOn()) {
            pass(1);
        }
        gathering.idle(now);
        assertTrue(gathering.isOn(), "turned back");
        long begun = now;
        while (gathering.isOn()) {
            pass(1);
        }
        assertEquals(1, (now - begun) / Gathering.FIRST_PAUSE, "nothing was in vain");
    }

    /** Even though they never go on for as long as a pause lasts. */
    @Test
    void whoFallIdleOften_areTriedAllTheSame() {
        pass(3000);
        spread = 3000;
        for (int i = 0; i < 20; i++) {
            pass(50);
            gathering.idle(now);
        }
        assertTrue(percentGathered(2000) <= 4);
    }

    @Test
    void whoFallQuiet_areNotGathered_butAgainWhenTheyAreBusy() {
        pass(5);
        assertTrue(gathering.isOn());
        gathered = 100;
        spread = 100;
        pass(100);
        assertFalse(gathering.isOn());
        gathered = 2000;
        spread = 2000;
        pass(5);
        assertTrue(gathering.isOn());
    }

    /** Three pairs on two Ps, while gathering is turned on and off again and again: nobody is forgotten. */
    @Test
    void turnedOverAllTheTime_allGetOn() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nothing to gather on a single processor");
        Runtimes.run(2, () -> {
            Scheduler s = Scheduler.current();
            boolean turned = false;
            boolean on = s.gathering.isOn();
            for (int rounds = 0; rounds < 20 || (Gathering.mayBeIn(s) && !turned); rounds++) {
                makeBusy(Machine.current().processorOrNull());
                List<GoHandle> pairs = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    pairs.add(go(() -> pair(2000)));
                }
                pairs.forEach(GoHandle::join);
                turned |= on != s.gathering.isOn();
            }
        });
    }

    /**
     * Two that wake each other share a slice, and keep others out; but while they are gathered no other P takes those
     * others.
     */
    @Test
    void whileGathered_theRingHasATurn() {
        assertEquals(ROUNDS, roundsBeforeTheRing(false));
        int before = roundsBeforeTheRing(true);
        assertTrue(before < 100, () -> before + " rounds");
    }

    private static final int ROUNDS = 1000;

    /** How many rounds a pair has had before one that is behind it. */
    private static int roundsBeforeTheRing(boolean gathered) {
        AtomicInteger rounds = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger(-1);
        Runtimes.run(Runtimes.oneP().withTimeSlice(Duration.ofHours(1)), () -> {
            if (gathered) {
                gather(Scheduler.current());
            }
            GoHandle behind = go(() -> seen.set(rounds.get()));
            go(() -> pair(ROUNDS, rounds::incrementAndGet)).join();
            behind.join();
        });
        return seen.get();
    }

    @Test
    void whileGathered_theRingHasATurn_alsoWhereTheStarterIsQueued() {
        assertEquals(ROUNDS, roundsBeforeTheStarter(false));
        int before = roundsBeforeTheStarter(true);
        assertTrue(before < 100, () -> before + " rounds");
    }

    /** How many rounds a pair has had before the one that started it, which is in the ring. */
    private static int roundsBeforeTheStarter(boolean gathered) {
        AtomicInteger rounds = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger(-1);
        Runtimes.run(Runtimes.oneP().withTimeSlice(Duration.ofHours(1)).withSpawn(SpawnPolicy.CONTINUATION), () -> {
            if (gathered) {
                gather(Scheduler.current());
            }
            GoHandle both = go(() -> pair(ROUNDS, rounds::incrementAndGet));
            seen.set(rounds.get());
            both.join();
        });
        return seen.get();
    }

    /**
     * Else a trial of spreading them would begin with what earlier trials have spoiled, on the P of the pair and on
     * that of the thief.
     */
    @Test
    void whileGathered_whatWasInVainIsForgotten() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Machine m = Machine.current();
            Lingering lingering = m.processorOrNull().lingering;
            lingering.giveUp();
            pair(1);
            assertFalse(lingering.wasWorthItLately());
            gather(m.scheduler);
            pair(1);
            assertTrue(lingering.wasWorthItLately());

            lingering.giveUp();
            m.enter();
            assertNull(Stealing.by(m));
            m.leave();
            assertTrue(lingering.wasWorthItLately());
        });
    }

    /** Gathers; nobody else looks, as there is one P. */
    private static void gather(Scheduler s) {
        makeBusy(s.processors[0]);
        s.gathering.look(System.nanoTime() + Gathering.COUNTED);
        assertTrue(s.gathering.isOn());
    }

    /** Makes it look as if more had waited than on any machine. */
    private static void makeBusy(Processor p) {
        for (int i = 0; i < 1_000_000; i++) {
            p.lingering.countTurns(1);
        }
    }

    /**
     * Else a goroutine that was readied would go on only after the nap, and the P on which it was readied would stand
     * still until then.
     */
    @Test
    void whoNapsForItsP_hasNoGoroutineThatWaits() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Machine m = Machine.current();
            Scheduler s = m.scheduler;
            m.enter();
            Goroutine mine = m.goroutine();
            mine.become(GoroutineStatus.RUNNABLE);
            s.putGlobal(mine);
            s.spinners.start(m);
            assertFalse(s.dispatch.napsForIt(m));
            m.awaitGrant(); // whoever has the P finds the goroutine
            m.leave();
            assertFalse(m.spinning);
            assertEquals(0, s.spinners.count());
        });
    }

    @Test
    void naps_growFourfold_andEndWhenATimerIsDue() {
        long first = Dispatch.nap(0, TimerHeap.NEVER, now);
        assertEquals(2 * first, Dispatch.nap(1, TimerHeap.NEVER, now));
        assertEquals(4 * first, Dispatch.nap(2, TimerHeap.NEVER, now));
        assertEquals(4 * first, Dispatch.nap(1_000_000, TimerHeap.NEVER, now));
        assertEquals(4 * first, Dispatch.nap(7, now + 9 * first, now));
        assertEquals(first - 1, Dispatch.nap(7, now + first - 1, now));
        assertEquals(0, Dispatch.nap(7, now - 1, now));
    }

    private static void pair(int rounds) {
        pair(rounds, () -> {});
    }

    private static void pair(int rounds, Runnable each) {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan(1);
        GoHandle other = go(() -> {
            for (int i = 0; i < rounds; i++) {
                assertEquals(i, there.recv().get());
                back.send(-i);
            }
        });
        for (int i = 0; i < rounds; i++) {
            there.send(i);
            assertEquals(-i, back.recv().get());
            each.run();
        }
        other.join();
    }
}
