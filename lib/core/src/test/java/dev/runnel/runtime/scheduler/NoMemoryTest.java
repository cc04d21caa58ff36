package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Queues;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SpawnPolicy;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without memory for an M, or for what a timer does, no P is lost and no goroutine, and each runs when there is memory again. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class NoMemoryTest {

    /** There is none for an M, or to start it, as long as it says so. */
    private static final class Lacking extends MachineList {

        private final AtomicInteger refused = new AtomicInteger();
        private volatile boolean lacks;
        private volatile boolean everySecondTime;
        private final AtomicInteger asked = new AtomicInteger();
        private volatile boolean startsNone;
        private volatile Runnable beforeItRefuses = () -> {};

        @Override
        Machine add(Scheduler scheduler) {
            if (lacks || (everySecondTime && asked.getAndIncrement() % 2 == 0)) {
                refused.incrementAndGet();
                beforeItRefuses.run();
                throw new OutOfMemoryError("for a test");
            }
            return super.add(scheduler);
        }

        @Override
        void start(Machine m) {
            if (startsNone) {
                throw new OutOfMemoryError("for a test");
            }
            super.start(m);
        }
    }

    private final Lacking machines = new Lacking();

    private void run(RuntimeConfig config, Body main) {
        Scheduler s = new Scheduler(config);
        s.machines = machines;
        s.ending().run(main);
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

    /** There is memory for the M, and none for its thread. */
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

    /** Its wait has ended, and it has another P, before it knows that there is no M for the next one on its old P: it puts that down, and does not look on there. */
    @Test
    void whoIsGivenAnotherPMeanwhile_hasOnlyThat() {
        run(Runtimes.withProcs(2).withTimeSlice(Duration.ofHours(1)), () -> {
            Machine mine = Machine.current();
            Chan<Integer> values = chan();
            CountDownLatch waits = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> {
                spinUntil(() -> waits.getCount() == 0);
                values.send(1);
            });
            machines.lacks = true;
            go(() -> {});
            AtomicInteger refusedHere = new AtomicInteger();
            machines.beforeItRefuses = () -> {
                if (Machine.current() == mine) {
                    machines.lacks = refusedHere.incrementAndGet() == 1;
                    waits.countDown();
                    spinUntil(mine::hasGrant);
                }
            };
            assertEquals(1, values.recv().get());
            machines.lacks = false;
            assertEquals(1, refusedHere.get());
        });
    }

    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** A wait that is not to be, and what shows that nothing is left of it. */
    private record Wait(String name, Body begin, Body after) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wait> waits() {
        Chan<Integer> c = chan();
        Chan<Integer> full = chan(1);
        Mutex mutex = new Mutex();
        Mutex ofCond = new Mutex();
        Cond cond = new Cond(ofCond);
        RWMutex read = new RWMutex();
        RWMutex written = new RWMutex();
        Semaphore semaphore = new Semaphore(2);
        WaitGroup group = new WaitGroup();
        return Stream.of(
                new Wait("send", () -> c.send(1), () -> assertTrue(c.tryRecv().isEmpty())),
                new Wait("receive", c::recv, () -> assertFalse(c.trySend(1))),
                new Wait(
                        "send to a full buffer",
                        () -> {
                            full.trySend(1);
                            full.send(2);
                        },
                        () -> {
                            assertEquals(1, full.recv().get());
                            assertEquals(0, full.len());
                        }),
                new Wait(
                        "select",
                        () -> select().recv(c, v -> {}).send(c, 1, () -> {}).run(),
                        () -> {
                            assertFalse(c.trySend(1));
                            assertTrue(c.tryRecv().isEmpty());
                        }),
                new Wait(
                        "mutex",
                        () -> {
                            mutex.tryLock();
                            mutex.lock();
                        },
                        () -> {
                            mutex.unlock();
                            assertTrue(mutex.tryLock());
                            mutex.unlock();
                        }),
                new Wait(
                        "writer behind a reader",
                        () -> {
                            read.tryReadLock();
                            read.lock();
                        },
                        () -> {
                            assertTrue(read.tryReadLock());
                            read.readUnlock();
                            read.readUnlock();
                            assertTrue(read.tryLock());
                            read.unlock();
                        }),
                new Wait(
                        "reader behind a writer",
                        () -> {
                            written.tryLock();
                            written.readLock();
                        },
                        () -> {
                            written.unlock();
                            assertTrue(written.tryLock());
                            written.unlock();
                        }),
                new Wait(
                        "semaphore",
                        () -> {
                            semaphore.tryAcquire();
                            semaphore.acquire(2);
                        },
                        () -> {
                            assertTrue(semaphore.tryAcquire());
                            semaphore.release(2);
                        }),
                new Wait(
                        "condition",
                        () -> {
                            ofCond.lock();
                            cond.await();
                        },
                        () -> {
                            ofCond.unlock(); // it has that again
                            assertTrue(ofCond.tryLock());
                            ofCond.unlock();
                        }),
                new Wait(
                        "group",
                        () -> {
                            group.add(1);
                            group.await();
                        },
                        () -> {
                            group.done();
                            group.await();
                        }),
                new Wait("sleep", () -> sleep(Duration.ofHours(1)), () -> {}));
    }

    @ParameterizedTest
    @MethodSource("waits")
    void waitThatIsNotToBe_leavesNothing(Wait wait) {
        run(Runtimes.oneP(), () -> {
            boolean[] ran = {false};
            go(() -> ran[0] = true);
            machines.lacks = true;
            assertThrows(OutOfMemoryError.class, wait.begin::run);
            assertFalse(ran[0]);
            machines.lacks = false;
            wait.after.run();
            Await.until(() -> ran[0]);
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

    /** It is taken from one that is blocked, and there is somebody to run. */
    @Test
    void thePOfOneThatIsBlocked_isNotLost() {
        run(Runtimes.oneP(), () -> {
            AtomicBoolean ran = new AtomicBoolean();
            go(() -> ran.set(true));
            machines.lacks = true;
            Await.until(() -> machines.refused.get() >= 2); // by who took the P, and by the watchdog
            assertFalse(ran.get());
            machines.lacks = false;
            Await.until(ran::get);
            gosched();
        });
    }

    /** It is queued at a P that is taken; there is no memory for an M that would look for it, and it needs none. */
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

    /** It may sleep for long, and to sleep past timers, as no P was idle. */
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
            Await.until(() -> machines.refused.get() >= 2); // by the caller, and by the watchdog
            machines.lacks = false;
            Await.until(started::hasEnded);
        } finally {
            s.ending().close();
        }
    }

    /** With that policy the new one runs first, and who has started it is queued. */
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

    /** There is nobody who would try again. */
    @Test
    void deterministicRun_withoutMemoryForItsMain_fails() {
        Scheduler s = directed(new FirstThatCan());
        machines.lacks = true;
        assertThrows(OutOfMemoryError.class, () -> s.ending().run(() -> {}));
        machines.lacks = false;
        s.ending().close();
    }

    @Test
    void whoIsPreempted_ifThereIsNoMemoryForTheOther_fails_andTheOtherRunsLater() {
        FirstThatCan director = new FirstThatCan();
        Scheduler s = directed(director);
        s.ending().run(() -> {
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
        RuntimeConfig config = RuntimeConfig.fromProperties().withProcs(1).withCarriers(CarrierMode.SHARED);
        Scheduler s = new Scheduler(config, director, false);
        s.machines = machines;
        return s;
    }

    private static final class FirstThatCan implements Director {
        private boolean preempts;

        /** So many goroutines that timers start find no memory. */
        private int refusals;

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return preempts && decision == Decision.PREEMPT ? 1 : 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {
            if (act == Act.NEW && on == null && refusals > 0) {
                refusals--;
                throw new OutOfMemoryError("for a test");
            }
        }
    }

    /** Each attempt may cost a collection. */
    @Test
    void memoryIsNotAskedForAllTheTime() {
        Scheduler s = directed(new FirstThatCan()); // without a watchdog, whose part is taken here
        machines.lacks = true;
        assertThrows(OutOfMemoryError.class, () -> s.go(null, () -> {}));
        long now = System.nanoTime();
        assertThrows(OutOfMemoryError.class, () -> s.dispatch.stillOwesMachine(now));
        int refused = machines.refused.get();
        assertTrue(s.dispatch.stillOwesMachine(now + Watchdog.WATCHFUL_NAP - 1));
        assertEquals(refused, machines.refused.get());
        assertThrows(OutOfMemoryError.class, () -> s.dispatch.stillOwesMachine(now + Watchdog.WATCHFUL_NAP));
        assertEquals(refused + 1, machines.refused.get());
        machines.lacks = false;
        s.ending().close();
    }

    /** By a timer, which nobody has a second time. */
    @Test
    void whatATimerStarts_ifThereIsNoMemoryForIt_startsLater() {
        FirstThatCan director = new FirstThatCan();
        directed(director).ending().run(() -> {
            Chan<Integer> values = chan(1);
            director.refusals = 3;
            afterFunc(Duration.ofHours(1), () -> values.send(1));
            assertEquals(1, values.recv().get());
            assertEquals(0, director.refusals);
        });
    }

    @Test
    void contextThatIsToEnd_ifThereIsNoMemoryForThat_endsLater() {
        FirstThatCan director = new FirstThatCan();
        directed(director).ending().run(() -> {
            director.refusals = 3;
            Context context = Context.withTimeout(Context.background(), Duration.ofHours(1));
            context.done().recv();
            assertEquals(0, director.refusals);
        });
    }

    /** Whoever finds no memory for an M, as every second one does. All wait at once, so that each has an M, and one was refused for each. */
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

    /** No watchdog is there to fire it first. */
    @Test
    void aTimerWithoutMemory_endsNobodysSearch() {
        Scheduler s = new Scheduler(Runtimes.oneP());
        HeldWatchdog watchdog = new HeldWatchdog(s);
        s.ending().run(() -> {
            Chan<Integer> values = chan();
            for (int i = 0; i < 100; i++) {
                int value = i;
                go(() -> values.send(value));
                Failing timer = new Failing(s);
                assertEquals(value, values.recv().get());
                assertTrue(timer.fired);
            }
            watchdog.letGo();
        });
    }

    /** Nobody else is there to fire it: the only goroutine runs on. */
    @Test
    void aTimerWithoutMemory_endsNoWatchdog() {
        run(Runtimes.oneP(), () -> {
            for (int i = 0; i < 3; i++) {
                Failing timer = new Failing(Scheduler.current());
                spinUntil(() -> timer.fired);
            }
        });
    }

    private static final class Failing extends TimerHeap.Timer {

        private volatile boolean fired;

        /** Due, and nobody was told of it. */
        Failing(Scheduler s) {
            s.processors[0].timers.add(this, System.nanoTime() - 1);
        }

        @Override
        protected void fire() {
            fired = true;
            throw new OutOfMemoryError("for a test");
        }
    }
}
