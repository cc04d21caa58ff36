package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.RuntimeCheck;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What the check of a scheduler finds. Damage is done by hand, under the lock, and repaired before the next test looks.
 */
class SoundnessTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2));

    @AfterEach
    void close() {
        s.ending().close();
    }

    @Test
    void soundScheduler_atRestAndAtWork() {
        assertDoesNotThrow(s.view::checkQueues);
        Chan<Integer> never = Go.chan();
        s.go("waits", never::recv);
        Await.until(() -> !s.view.waitedFor().isEmpty());
        s.view.checkQueues();
        s.go("runs", () -> s.view.checkQueues());
        Await.until(() -> s.live() == 1);
    }

    @Test
    void sameGoroutineTwiceInTheGlobalQueue_isFound() {
        Goroutine g = runnable();
        s.lock();
        s.global.put(g);
        s.global.put(g);
        s.unlock();
        assertFinds("ends with");
        s.lock();
        s.global.take();
        g.setLink(null);
        s.global.take();
        s.unlock();
    }

    @Test
    void goroutineThatIsNotRunnable_inTheGlobalQueue_isFound() {
        Goroutine g = new Goroutine(s, 1000, 0, Particulars.of("new", List.of()), () -> {});
        s.lock();
        s.global.put(g);
        s.unlock();
        assertFinds("IDLE");
        s.lock();
        s.global.take();
        s.unlock();
    }

    @Test
    void idleProcessorWithAHolder_isFound() {
        Processor p = s.processors[0];
        Machine m = new Machine(s, 1000);
        p.holder = m;
        assertFinds("held by");
        p.holder = null;
    }

    @Test
    void processorThatIsIdleAndNotListed_isFound() {
        s.processors[1].idle = false;
        assertFinds("listed: true");
        AssertionError found = assertThrows(AssertionError.class, RuntimeCheck::openRuntimes);
        assertTrue(String.valueOf(found.getMessage()).contains("listed: true"), found::getMessage);
        s.processors[1].idle = true;
    }

    @Test
    void machineThatIsIdleAndCarriesAGoroutine_isFound() {
        awaitRest();
        Await.until(s.go("short", () -> {})::hasEnded);
        Await.until(() -> !idleMachines().isEmpty()); // an M first puts down its P, and then joins the idle ones
        Machine m = idleMachines().get(0);
        m.g = runnable();
        assertFinds("and carries");
        m.g = null;
    }

    @Test
    void timersThatAreNotAsManyAsIsSaid_areFound() throws ReflectiveOperationException {
        VarHandle count = MethodHandles.privateLookupIn(TimerHeap.class, MethodHandles.lookup())
                .findVarHandle(TimerHeap.class, "count", int.class);
        count.set(s.processors[1].timers, 1);
        assertFinds("published as 1");
        count.set(s.processors[1].timers, 0);
    }

    // ---------------------------------------------------------------- at rest

    @Test
    void goroutinesThatWaitOrAreOutside_areNoFlaw() {
        Semaphore elsewhere = new Semaphore(0);
        s.go("waits", Go.chan()::recv);
        Goroutine outside = s.go("outside", elsewhere::acquire);
        Await.until(() -> outside.status() == GoroutineStatus.OUTSIDE);
        awaitRest();
        elsewhere.release();
        Await.until(outside::hasEnded);
    }

    @Test
    void goroutineInTheGlobalQueue_whileAllAreIdle_isFound() {
        awaitRest();
        s.lock();
        s.global.put(runnable());
        s.unlock();
        assertFlaw("while there is work: [goroutine 1000");
        s.lock();
        s.global.take();
        s.unlock();
    }

    @Test
    void goroutineInARing_whileAllAreIdle_isFound() {
        awaitRest();
        s.processors[1].queue.putNext(runnable(), s.overflow);
        assertFlaw("while there is work: [goroutine 1000");
        assertAtEnd("with 0 goroutines, queued: [goroutine 1000");
        s.processors[1].queue.takeNext();
    }

    @Test
    void spinner_whileAllAreIdle_isFound() {
        awaitRest();
        s.spinners.start();
        assertFlaw("while 1 Ms spin");
        s.spinners.stop();
    }

    @Test
    void goroutineThatIsCountedAndNowhere_isFound() {
        awaitRest();
        s.processors[1].created++;
        assertFlaw("1 goroutines are said not to have started");
        assertAtEnd("with 1 goroutines, queued: []");
        s.processors[1].created--;
    }

    @Test
    void goroutineThatIsNotCounted_isFound() {
        awaitRest();
        Machine m = s.machines.add(s);
        m.g = runnable();
        assertFlaw("0 goroutines are said to live, and these have started: [goroutine 1000");
        m.g = null;
        s.machines.remove(m);
    }

    @Test
    void goroutineThatRuns_whileAllAreIdle_isFound() {
        Chan<Integer> never = Go.chan();
        Goroutine waiting = s.go("waits", never::recv);
        awaitRest();
        waiting.become(GoroutineStatus.RUNNABLE);
        assertFlaw("is RUNNABLE");
        waiting.become(GoroutineStatus.RUNNING);
        waiting.become(GoroutineStatus.WAITING);
    }

    /** Waits until all are idle, and nothing is wrong. */
    private void awaitRest() {
        Await.until(() -> s.allIdle() && Soundness.flaw(s) == null);
    }

    private List<Machine> idleMachines() {
        s.lock();
        try {
            return s.idle.machines.list();
        } finally {
            s.unlock();
        }
    }

    private void assertFlaw(String text) {
        String flaw = String.valueOf(Soundness.flaw(s));
        assertTrue(flaw.contains(text), flaw);
    }

    private void assertAtEnd(String text) {
        AssertionError found = assertThrows(AssertionError.class, () -> Soundness.atEnd(s));
        assertTrue(String.valueOf(found.getMessage()).contains(text), found::getMessage);
    }

    private Goroutine runnable() {
        Goroutine g = new Goroutine(s, 1000, 0, Particulars.of("new", List.of()), () -> {});
        g.become(GoroutineStatus.RUNNABLE);
        return g;
    }

    private void assertFinds(String text) {
        AssertionError found = assertThrows(AssertionError.class, s.view::checkQueues);
        assertTrue(String.valueOf(found.getMessage()).contains(text), found::getMessage);
    }
}
