package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Queues;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SpawnPolicy;
import dev.runnel.scheduler.Tracing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without memory for an M no P and no goroutine is lost, and each goroutine runs when there is memory again. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class NoMemoryTest {

    private final LackingMachines machines = new LackingMachines();

    private void run(RuntimeConfig config, Body main) {
        Scheduler s = new Scheduler(config);
        s.machines = machines;
        s.mainRun().run(main);
    }

    /** All other goroutines have yet to start, so there is nobody who could give memory back but the one that waits. */
    @Test
    void whoWaits_ifNobodyElseCanRun_fails_andTheOtherRunsLater() {
        run(Runtimes.oneP(), () -> {
            Chan<Integer> values = chan();
            go(() -> values.send(1));
            machines.lacks = true;
            assertThrows(OutOfMemoryError.class, values::recv);
            assertThrows(OutOfMemoryError.class, values::recv);
            machines.lacks = false;
            assertEquals(1, values.recv().get());
            assertTrue(machines.refused.get() >= 2, machines.refused + " times");
        });
    }

    /** There is memory for the M, but none for its thread. */
    @Test
    void machineThatCannotBeStarted_leavesNothing() {
        run(Runtimes.oneP(), () -> {
            Scheduler s = Scheduler.current();
            Chan<Integer> values = chan();
            go(() -> values.send(1));
            int before = s.machines.size();
            machines.startsNone = true;
            assertThrows(OutOfMemoryError.class, values::recv);
            assertSame(Machine.current(), s.processors[0].holder);
            assertEquals(before, s.machines.size());
            machines.startsNone = false;
            assertEquals(1, values.recv().get());
        });
    }

    /**
     * A goroutine's wait has ended, and its M has another P, before the M knows that there is no M for the next one on
     * its old P: it puts the old P down, and does not go on looking there.
     */
    @Test
    void whoIsGivenAnotherPMeanwhile_hasOnlyThat() {
        run(Runtimes.withProcs(2).withTimeSlice(Duration.ofHours(1)), () -> {
            Machine mine = Machine.current();
            Chan<Integer> values = chan();
            CountDownLatch waits = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> {
                TwoPs.spinUntil(() -> waits.getCount() == 0);
                values.send(1);
            });
            machines.lacks = true;
            go(() -> {});
            AtomicInteger refusedHere = new AtomicInteger();
            machines.beforeItRefuses = () -> {
                if (Machine.current() == mine) {
                    machines.lacks = refusedHere.incrementAndGet() == 1;
                    waits.countDown();
                    TwoPs.spinUntil(mine::hasGrant);
                }
            };
            assertEquals(1, values.recv().get());
            machines.lacks = false;
            assertEquals(1, refusedHere.get());
        });
    }

    @Test
    void whoYields_ifNobodyElseCanRun_goesOn_andTheOthersRunLater() {
        run(Runtimes.oneP(), () -> {
            Chan<Integer> values = chan(2);
            go(() -> values.send(1));
            go(() -> values.send(2));
            machines.lacks = true;
            gosched();
            gosched();
            assertEquals(0, values.len());
            machines.lacks = false;
            assertEquals(3, values.recv().get() + values.recv().get());
        });
    }

    /** The P is taken from a goroutine that is blocked, and there is somebody to run. */
    @Test
    void thePOfOneThatIsBlocked_isNotLost() {
        run(Runtimes.oneP(), () -> {
            AtomicBoolean ran = new AtomicBoolean();
            go(() -> ran.set(true));
            machines.lacks = true;
            Await.until(() -> machines.refused.get() >= 2); // for whoever took the P, and for the watchdog
            assertFalse(ran.get());
            machines.lacks = false;
            Await.until(ran::get);
            gosched();
        });
    }

    /**
     * The goroutine is queued at a P that is taken. There is no memory for an M that would look for it, and it needs
     * none.
     */
    @Test
    void whoHasStarted_andIsQueuedAtAPThatIsTaken_runs() {
        run(Runtimes.oneP(), () -> {
            Chan<Integer> values = chan();
            CountDownLatch ran = new CountDownLatch(1);
            go(() -> {
                values.recv();
                ran.countDown();
            });
            gosched();
            assertEquals(1, Queues.receivers(values));
            machines.lacks = true;
            values.send(1);
            ran.await(); // blocked in the JDK, and so without its P
            machines.lacks = false;
        });
    }

    /** The watchdog may sleep for long, and past timers, as no P was idle. */
    @Test
    void watchdog_isToldThatAMachineIsOwed() throws ReflectiveOperationException {
        Scheduler s = new Scheduler(Runtimes.oneP());
        s.machines = machines;
        VarHandle lenient = MethodHandles.privateLookupIn(Watchdog.class, MethodHandles.lookup())
                .findVarHandle(Watchdog.class, "lenient", boolean.class);
        HeldWatchdog watchdog = new HeldWatchdog(s);
        lenient.setVolatile(s.watchdog, true);
        machines.lacks = true;
        Goroutine g = s.go(null, () -> {});
        assertFalse((boolean) lenient.getVolatile(s.watchdog));
        Await.until(() -> watchdog.wakings() > 0);
        machines.lacks = false;
        watchdog.letGo();
        Await.until(g::hasEnded);
        s.ending().close();
    }

    @Test
    void whoIsStartedFromOutside_isStartedLater() {
        Scheduler s = new Scheduler(Runtimes.oneP());
        s.machines = machines;
        try {
            machines.lacks = true;
            Goroutine started = s.go(null, () -> {});
            Await.until(() -> machines.refused.get() >= 2); // for the caller, and for the watchdog
            machines.lacks = false;
            Await.until(started::hasEnded);
        } finally {
            s.ending().close();
        }
    }

    /** With that policy the new goroutine runs first, and the one that has started it is queued. */
    @Test
    void whoIsStartedToRunFirst_runsLater() {
        run(Runtimes.oneP().withSpawn(SpawnPolicy.CONTINUATION), () -> {
            Chan<Integer> values = chan(1);
            machines.lacks = true;
            go(() -> values.send(1));
            assertEquals(0, values.len());
            machines.lacks = false;
            assertEquals(1, values.recv().get());
        });
    }

    /** There is nobody to try again. */
    @Test
    void deterministicRun_withoutMemoryForItsMain_fails() {
        Scheduler s = directed(new FirstThatCan());
        machines.lacks = true;
        assertThrows(OutOfMemoryError.class, () -> s.mainRun().run(() -> {}));
        machines.lacks = false;
        s.ending().close();
    }

    @Test
    void whoIsPreempted_ifThereIsNoMemoryForTheOther_fails_andTheOtherRunsLater() {
        FirstThatCan director = new FirstThatCan();
        Scheduler s = directed(director);
        s.mainRun().run(() -> {
            Chan<Integer> values = chan(1);
            go(() -> values.send(1));
            director.preempts = true;
            machines.lacks = true;
            assertThrows(OutOfMemoryError.class, values::len);
            machines.lacks = false;
            assertEquals(1, values.recv().get());
        });
    }

    private Scheduler directed(Director director) {
        Scheduler s = Schedulers.directed(Runtimes.oneP(), director);
        s.machines = machines;
        return s;
    }

    private static final class FirstThatCan implements Director {
        private boolean preempts;

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return preempts && decision == Decision.PREEMPT ? 1 : 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {}
    }

    /** Each attempt may cost a collection. */
    @Test
    void memoryIsNotAskedForAllTheTime() {
        Scheduler s = directed(new FirstThatCan()); // without a watchdog, whose part the test plays
        machines.lacks = true;
        assertThrows(OutOfMemoryError.class, () -> s.go(null, () -> {}));
        long now = System.nanoTime();
        assertThrows(OutOfMemoryError.class, () -> s.owed.seeTo(now));
        int refused = machines.refused.get();
        assertTrue(s.owed.seeTo(now + Watchdog.WATCHFUL_NAP - 1));
        assertEquals(refused, machines.refused.get());
        assertThrows(OutOfMemoryError.class, () -> s.owed.seeTo(now + Watchdog.WATCHFUL_NAP));
        assertEquals(refused + 1, machines.refused.get());
        machines.lacks = false;
        s.ending().close();
    }

    /**
     * This holds whoever finds no memory for an M, and every second attempt finds none. All wait at once, so that each
     * has an M, and one M was refused for each.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void nobodyIsLost_whoeverFindsNone(int procs) {
        machines.everySecondTime = true;
        int goroutines = 40;
        run(Runtimes.withProcs(procs), () -> {
            for (int round = 0; round < 20; round++) {
                Chan<Integer> values = chan();
                for (int i = 0; i < goroutines; i++) {
                    go(() -> untilItCan(() -> values.send(1)));
                }
                Queues.awaitSenders(values, goroutines);
                for (int i = 0; i < goroutines; i++) {
                    untilItCan(values::recv);
                }
            }
        });
        assertTrue(machines.refused.get() >= goroutines, machines.refused + " times");
    }

    /** It takes memory, perhaps, to say what a goroutine waits on, and it is said under the locks of that. */
    @Test
    void whoWaits_ifThereIsNoneToRecordWhatItWaitsOn_waits() {
        Numbered nameless = () -> {
            throw new OutOfMemoryError("for a test");
        };
        run(Runtimes.oneP().withTracing(Tracing.ON), () -> {
            Goroutine me = Goroutine.current();
            go(() -> {
                assertTrue(me.claimOpenWait());
                me.wakeWith(WakeCause.WAITER);
                me.ready();
            });
            me.enter();
            long unused = me.openWait();
            me.waiting(WaitReason.SELECT, nameless);
            assertEquals(WakeCause.WAITER, me.park(Strand.NO_DEADLINE, false));
        });
    }

    private static void untilItCan(Body body) throws Exception {
        for (boolean could = false; !could; ) {
            try {
                body.run();
                could = true;
            } catch (OutOfMemoryError e) {
                gosched();
            }
        }
    }
}
