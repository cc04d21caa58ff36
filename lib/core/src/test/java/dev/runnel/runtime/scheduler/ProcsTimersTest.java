package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Where the timers of a P that has gone end up: P71. */
class ProcsTimersTest {

    private static final long HOUR = 3_600_000_000_000L;

    @Test
    void timersOfAPThatGoes_areThoseOfTheFirst_ifTheCallersIsOfAnotherRuntime() {
        Runtimes.run(2, () -> {
            Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(2));
            try {
                TimerHeap.Timer timer = inAnHour(s.processors[1]);
                s.procs.change(1);
                assertEquals(1, s.processors.length);
                assertTrue(s.processors[0].timers.remove(timer));
            } finally {
                s.ending().close();
            }
        });
    }

    private static TimerHeap.Timer inAnHour(Processor p) {
        TimerHeap.Timer timer = new TimerHeap.Timer() {
            @Override
            protected void fire(TimerHeap from) {}
        };
        p.timers.add(timer, System.nanoTime() + HOUR);
        return timer;
    }

    /** The caller's P is the second one, as the first is in other hands. */
    @Test
    void timersOfAPThatGoes_areThoseOfTheCallers() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(3));
        try {
            Processor first = s.processors[0];
            Processor callers = s.processors[1];
            Processor last = s.processors[2];
            s.lock();
            s.idle.remove(first);
            s.idle.remove(last);
            s.unlock();
            TimerHeap.Timer timer = inAnHour(last);
            Goroutine caller = s.go("caller", () -> s.procs.change(2));
            Await.until(last::goes);
            assertTrue(s.procs.putAway(last));
            assertFalse(last.timers.remove(timer));
            assertFalse(first.timers.remove(timer));
            assertTrue(callers.timers.remove(timer));
            Await.until(caller::hasEnded);
            s.lock();
            s.idle.put(first);
            s.unlock();
        } finally {
            s.ending().close();
        }
    }

    @Test
    void timersOfAPThatGoes_areThoseOfTheFirst_ifTheCallersGoesAsWell() {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(3));
        try {
            Processor callers = s.processors[1];
            Processor last = s.processors[2];
            TimerHeap.Timer timer = inAnHour(last);
            s.lock();
            s.idle.remove(callers);
            s.idle.remove(last);
            callers.stay = Processor.Stay.GOES;
            last.stay = Processor.Stay.GOES;
            last.heir = callers;
            s.procs.endsLocked(last);
            s.unlock();
            assertFalse(callers.timers.remove(timer));
            assertTrue(s.processors[0].timers.remove(timer));
            assertTrue(s.procs.putAway(callers));
        } finally {
            s.ending().close();
        }
    }

    @Test
    void timersOfAPThatIsGone_fire_canBeMoved_andTakenOut() throws InterruptedException {
        Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(4));
        try {
            CountDownLatch fired = new CountDownLatch(2);
            TimerHeap.Timer[] timers = new TimerHeap.Timer[3];
            for (int i = 0; i < timers.length; i++) {
                timers[i] = new TimerHeap.Timer() {
                    @Override
                    protected void fire(TimerHeap from) {
                        fired.countDown();
                    }
                };
            }
            TimerHeap theirs = s.processors[3].timers;
            theirs.add(timers[0], System.nanoTime() + 50_000_000);
            theirs.add(timers[1], System.nanoTime() + HOUR);
            theirs.add(timers[2], System.nanoTime() + HOUR);
            assertEquals(4, s.view.changeProcs(1));
            assertEquals(0, theirs.count());
            assertEquals(3, s.processors[0].timers.count());
            assertTrue(timers[2].takeOut());
            assertFalse(timers[2].takeOut());
            assertTrue(s.timers.move(timers[1], System.nanoTime()));
            fired.await();
            assertFalse(s.timers.move(timers[0], System.nanoTime()));

            TimerHeap.Timer late = timers[2];
            theirs.add(late, System.nanoTime() + HOUR); // by one that still had the P
            assertEquals(1, s.processors[0].timers.count());
            s.view.changeProcs(4);
            assertSame(theirs, s.processors[3].timers);
            assertTrue(late.moveTo(System.nanoTime() + HOUR));
            assertEquals(0, theirs.count());
            assertTrue(late.takeOut());
            theirs.add(late, System.nanoTime() + HOUR);
            assertEquals(1, theirs.count());
            assertTrue(late.takeOut());
        } finally {
            s.ending().close();
        }
    }
}
