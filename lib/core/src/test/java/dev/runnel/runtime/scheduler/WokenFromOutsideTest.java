package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.choice.Director;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Deterministic runs whose goroutines are woken by threads that are not of the run. */
class WokenFromOutsideTest {

    /** Gives any answer, and looks who asks. */
    private static final class Witness implements Director {

        private final int[] counts = new int[Act.values().length];
        private volatile boolean calledWithoutTheP;

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            look();
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, Object on) {
            look();
            counts[act.ordinal()]++;
        }

        private void look() {
            Machine m = Machine.current();
            if (m == null || m.processorOrNull() == null || m.processor().holder != m) {
                calledWithoutTheP = true;
            }
        }

        int count(Act act) {
            return counts[act.ordinal()];
        }
    }

    private final Witness witness = new Witness();
    private final Chan<Integer> outside = chan();

    /**
     * In a bubble the P is idle meanwhile, and the director hears of the wake-up when the goroutine has the P again.
     */
    @Test
    void bubble_putsItsPDownAndGoesOn() throws InterruptedException {
        Scheduler bubble = Schedulers.bubble(Runtimes.withProcs(1), witness);
        AtomicBoolean begun = new AtomicBoolean();
        Thread sender = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 3; i++) {
                Await.until(() -> begun.get() && bubble.allIdle());
                outside.send(i);
            }
        });
        bubble.mainRun().run(() -> {
            begun.set(true);
            go(() -> {
                for (int i = 0; i < 3; i++) {
                    assertEquals(i, outside.recv().get());
                }
            });
            DirectedRun.awaitOthers();
            assertEquals(1, bubble.live());
        });
        sender.join();
        assertFalse(witness.calledWithoutTheP);
        assertEquals(3, witness.count(Director.Act.WOKEN));
        assertEquals(1, witness.count(Director.Act.READY), "only main was woken from inside");
    }

    /** Also in other deterministic runs, where somebody else runs meanwhile. */
    @Test
    void run_whoseGoroutineIsWokenWhileAnotherRuns_goesOn() throws InterruptedException {
        Scheduler run = Schedulers.directed(Runtimes.withProcs(1), witness);
        Thread sender = Thread.ofPlatform().start(() -> outside.send(1));
        run.mainRun().run(() -> {
            AtomicBoolean got = new AtomicBoolean();
            go(() -> {
                outside.recv();
                got.set(true);
            });
            while (!got.get()) {
                LockSupport.parkNanos(50_000); // in the JDK, with the P
                gosched();
            }
        });
        sender.join();
        assertFalse(witness.calledWithoutTheP);
        assertEquals(0, witness.count(Director.Act.READY));
    }

    /** The close from outside finds nobody with a P. */
    @Test
    void bubble_thatWaitsForOutside_canBeClosed() throws InterruptedException {
        Scheduler bubble = Schedulers.bubble(Runtimes.withProcs(1), witness);
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean unwound = new AtomicBoolean();
        Thread runner = Thread.ofPlatform()
                .start(() -> bubble.mainRun().run(() -> {
                    begun.set(true);
                    try {
                        outside.recv();
                    } finally {
                        unwound.set(true);
                    }
                }));
        Await.until(() -> begun.get() && bubble.allIdle());
        bubble.ending().close();
        runner.join();
        assertTrue(unwound.get());
        assertEquals(0, bubble.live());
    }

    /** Whoever closes the run may start a look for work when all is over; the run is closed only once nevertheless. */
    @Test
    void run_thatIsClosedAndTakenUpOnceMore_isNotClosedTwice() {
        int before = Checkpoint.armed;
        Scheduler run = Schedulers.directed(Runtimes.withProcs(1), witness);
        assertEquals(before + 1, Checkpoint.armed);
        run.mainRun().run(() -> {});
        assertEquals(before, Checkpoint.armed);
        Await.until(run::allIdle);
        long wakeUps = run.idle.wakeUps();
        run.dispatch.kick();
        Await.until(() -> run.allIdle() && run.idle.wakeUps() > wakeUps);
        assertEquals(before, Checkpoint.armed);
    }

    /** Only bubbles are homes of channels. */
    @Test
    void channel_belongsToTheBubbleOfItsMaker() {
        List<Home> homes = new ArrayList<>();
        homes.add(Home.ofCaller());
        Go.run(() -> homes.add(Home.ofCaller()));
        Schedulers.directed(Runtimes.withProcs(1), witness).mainRun().run(() -> homes.add(Home.ofCaller()));
        homes.forEach(home -> assertEquals(null, home));

        Channel<Integer> nobodys = new Channel<>(0);
        Schedulers.bubble(Runtimes.withProcs(1), witness).mainRun().run(() -> {
            Home bubble = Home.ofCaller();
            Channel<Integer> mine = new Channel<>(0);
            assertTrue(mine.isWhollyOf(bubble));
            assertFalse(mine.isForeignTo(bubble));
            assertTrue(mine.isForeignTo(null));
            assertTrue(mine.isForeignTo(new Home()));
            assertFalse(nobodys.isWhollyOf(bubble));
            assertFalse(nobodys.isForeignTo(bubble));
            go(() -> homes.add(Home.ofCaller()));
            gosched();
            assertEquals(bubble, homes.getLast());
        });
    }
}
