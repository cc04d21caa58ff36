package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.select.Select;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A deterministic run without memory ends, or goes on as if nothing had been tried; nobody waits for ever. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NoMemoryDirectedTest {

    /** Has no memory for as many lists of the Ms, and ends of Ms, as the test says, either. */
    private static final class Lacking extends LackingMachines {

        private final AtomicInteger lists = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();

        @Override
        List<Machine> snapshot() {
            refuse(lists);
            return super.snapshot();
        }

        @Override
        Processor nowhere() {
            refuse(ends);
            return super.nowhere();
        }

        private static void refuse(AtomicInteger times) {
            if (times.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("for a test");
            }
        }
    }

    private final Lacking machines = new Lacking();
    private final Forgetful director = new Forgetful();
    private final Scheduler scheduler = directed();

    private Scheduler directed() {
        Scheduler s = Schedulers.directed(Runtimes.oneP(), director);
        s.machines = machines;
        return s;
    }

    /** A lack of memory in here fails the test, and not the JVM in which it runs. */
    private void run(Body main) {
        try {
            scheduler.mainRun().run(main);
        } catch (OutOfMemoryError e) {
            throw new AssertionError("whoever waits for the run lacks memory", e);
        }
    }

    // ---------------------------------------------------------------- in the search

    @Test
    void mWithoutAGoroutine_thatFindsNone_endsTheRun() {
        endsFor(() -> {
            go(() -> director.refuses = Director.Decision.NEXT); // its M looks for the next one
            startTwo();
            chan().recv();
        });
    }

    @Test
    void whoWaits_andFindsNoneToChooseTheNext_isUnwoundWithTheRun() {
        endsFor(() -> {
            startTwo();
            director.refuses = Director.Decision.NEXT;
            chan().recv();
        });
    }

    @Test
    void whoYields_andFindsNoneToChooseTheNext_isUnwoundWithTheRun() {
        endsFor(() -> {
            startTwo();
            director.refuses = Director.Decision.NEXT;
            gosched();
            chan().recv();
        });
    }

    /** Whoever makes such a step is in the midst of it. */
    @ParameterizedTest
    @EnumSource(
            value = Director.Act.class,
            names = {"READY", "PARK", "END"})
    void director_thatFindsNoneForAStepOfTheScheduler_endsTheRun(Director.Act step) {
        endsFor(() -> {
            Chan<Integer> values = chan();
            go(() -> values.recv());
            gosched();
            director.refuses = step;
            values.send(1);
            chan().recv();
        });
    }

    /** Likewise. */
    @Test
    void director_thatFindsNoneForTheLimitOfAWait_endsTheRun() {
        endsFor(() -> {
            director.refuses = Director.Act.LIMIT;
            chan().tryRecv(Duration.ofHours(1));
        });
    }

    private static void startTwo() {
        go(() -> {});
        go(() -> {});
    }

    /** The error comes out of no call. */
    private void endsFor(Body main) {
        boolean[] unwound = {false};
        boolean[] refused = {false};
        GoroutineFailedException thrown = assertThrows(
                GoroutineFailedException.class,
                () -> run(() -> {
                    try {
                        main.run();
                    } catch (OutOfMemoryError e) {
                        refused[0] = true;
                    } finally {
                        unwound[0] = true;
                    }
                }));
        assertInstanceOf(OutOfMemoryError.class, thrown.getCause());
        assertTrue(unwound[0]);
        assertFalse(refused[0]);
        assertHasEnded();
    }

    @Test
    void closing_thatFindsNone_isTriedAgain() {
        int left;
        try {
            run(() -> {
                go(() -> chan().recv());
                gosched();
                machines.lists.set(3);
            });
        } finally {
            left = machines.lists.getAndSet(0); // others besides the run look at the list
        }
        assertEquals(0, left);
        assertHasEnded();
    }

    @Test
    void endOfIdleMs_thatFindsNone_isTriedAgain() {
        machines.ends.set(3);
        run(() -> {
            Chan<Integer> values = chan();
            for (int i = 0; i < 4; i++) {
                go(() -> values.send(1));
            }
            gosched();
            for (int i = 0; i < 4; i++) {
                assertEquals(1, values.recv().get());
            }
            gosched();
            assertEquals(5, scheduler.machines.size());
        });
        Await.until(() -> scheduler.machines.size() == 0);
        assertEquals(0, machines.ends.get());
    }

    private void assertHasEnded() {
        assertTrue(scheduler.ending.isClosed());
        assertEquals(0, scheduler.live());
    }

    // ---------------------------------------------------------------- of one that waits for the others

    @Test
    void whoCannotAwaitQuiet_isNotWokenForItLater() {
        isNotWokenLater(DirectedRun::awaitQuiet);
    }

    @Test
    void whoCannotAwaitTheOthers_isNotWokenForThemLater() {
        isNotWokenLater(DirectedRun::awaitOthers);
    }

    private void isNotWokenLater(Body await) {
        run(() -> {
            Chan<Integer> values = chan();
            go(() -> {
                sleep(Duration.ofHours(1));
                values.send(1);
            });
            machines.lacks = true;
            assertThrows(OutOfMemoryError.class, await::run);
            machines.lacks = false;
            assertEquals(1, values.recv().get());
            await.run();
        });
    }

    // ---------------------------------------------------------------- of one that calls, for others to run first

    /** The timers are still due, and fire later. */
    @Test
    void whoseCallIsToFireWhatIsOverdue_fails() {
        run(() -> {
            int[] fired = {0};
            for (int i = 0; i < 3; i++) {
                afterFunc(Duration.ofSeconds(1), () -> fired[0]++);
            }
            director.leavesTimers = true;
            sleep(Duration.ofSeconds(1));
            for (int i = 0; i < 200; i++) {
                gosched();
            }
            assertEquals(0, fired[0]);
            director.refuses = Director.Decision.TIMER;
            assertThrows(OutOfMemoryError.class, () -> gosched());
            for (int i = 0; i < 210; i++) {
                gosched();
            }
            assertEquals(3, fired[0]);
        });
        assertHasEnded();
    }

    /** It has taken nothing, and keeps no lock. */
    @Test
    void selectThatFindsNone_toChooseWhereToLookFirst_fails() {
        run(() -> {
            Chan<Integer> some = chan(1);
            Chan<Integer> others = chan(1);
            List<Integer> taken = new ArrayList<>();
            some.send(1);
            others.send(2);
            Select select = select().recv(some, v -> taken.add(v.get())).recv(others, v -> taken.add(v.get()));
            director.refuses = Director.Decision.SELECT;
            assertThrows(OutOfMemoryError.class, select::run);
            assertEquals(List.of(), taken);
            assertEquals(1, some.recv().get());
            assertEquals(2, others.recv().get());
        });
        assertHasEnded();
    }

    /** A call that gives something back, and what shows that it has. */
    private record GivingBack(String name, Body prepare, Body call, Body after) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<GivingBack> givingBack() {
        Mutex mutex = new Mutex();
        Mutex ofCond = new Mutex();
        Cond cond = new Cond(ofCond);
        int[] signalled = {0};
        Body waiter = () -> {
            ofCond.lock();
            cond.await();
            signalled[0]++;
            ofCond.unlock();
        };
        RWMutex read = new RWMutex();
        RWMutex written = new RWMutex();
        Semaphore semaphore = new Semaphore(1);
        WaitGroup group = new WaitGroup();
        Chan<Integer> closed = chan();
        Timer[] timer = new Timer[1];
        return Stream.of(
                new GivingBack("mutex", mutex::lock, mutex::unlock, () -> assertTrue(mutex.tryLock())),
                new GivingBack("writer", written::lock, written::unlock, () -> assertTrue(written.tryLock())),
                new GivingBack("reader", read::readLock, read::readUnlock, () -> assertTrue(read.tryLock())),
                new GivingBack(
                        "semaphore", semaphore::acquire, semaphore::release, () -> assertTrue(semaphore.tryAcquire())),
                new GivingBack("group", () -> group.add(1), group::done, group::await),
                new GivingBack(
                        "channel",
                        () -> {},
                        closed::close,
                        () -> assertTrue(closed.recv().isEmpty())),
                new GivingBack(
                        "signal",
                        () -> {
                            go(waiter);
                            gosched();
                        },
                        cond::signal,
                        () -> {
                            gosched();
                            assertEquals(1, signalled[0]);
                        }),
                new GivingBack(
                        "broadcast",
                        () -> {
                            signalled[0] = 0;
                            go(waiter);
                            go(waiter);
                            gosched();
                        },
                        cond::broadcast,
                        () -> {
                            gosched();
                            gosched();
                            assertEquals(2, signalled[0]);
                        }),
                new GivingBack(
                        "timer",
                        () -> timer[0] = afterFunc(Duration.ofHours(1), () -> {}),
                        () -> assertTrue(timer[0].stop()),
                        () -> assertFalse(timer[0].stop())));
    }

    @ParameterizedTest
    @MethodSource
    void givingBack(GivingBack some) {
        givesBack(some, () -> {
            machines.lacks = true;
            director.preempts = 2;
        });
    }

    /** The director finds no memory for the choice, for saying that another runs first, or for the step itself. */
    @ParameterizedTest
    @MethodSource
    void givingBack_forWhichTheDirectorFindsNone(Enum<?> refused) {
        Mutex mutex = new Mutex();
        GivingBack unlocking = new GivingBack("", mutex::lock, mutex::unlock, () -> assertTrue(mutex.tryLock()));
        givesBack(unlocking, () -> forgets(refused));
    }

    static Stream<Enum<?>> givingBack_forWhichTheDirectorFindsNone() {
        return Stream.of(Director.Decision.PREEMPT, Director.Act.PREEMPT, Director.Act.UNLOCK);
    }

    private void forgets(Enum<?> what) {
        director.refuses = what;
        director.preempts = what == Director.Act.PREEMPT ? 2 : 0;
    }

    /** No error comes out of the call, and nobody has run. */
    private void givesBack(GivingBack some, Body lack) {
        run(() -> {
            some.prepare.run();
            List<Integer> ran = startThree();
            lack.run();
            try {
                some.call.run();
            } catch (OutOfMemoryError e) {
                throw new AssertionError("it gave nothing back", e);
            } finally {
                thereIsMemory();
            }
            assertEquals(List.of(), ran);
            some.after.run();
            gosched();
            assertEquals(List.of(1, 2, 3), ran);
        });
    }

    private static List<Integer> startThree() {
        List<Integer> ran = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int number = i;
            go(() -> ran.add(number));
        }
        return ran;
    }

    private void thereIsMemory() {
        machines.lacks = false;
        director.preempts = 0;
        director.refuses = null;
    }

    @Test
    void callThatFails_leavesTheOthersInOrder() {
        fails(() -> {
            machines.lacks = true;
            director.preempts = 2;
        });
    }

    @ParameterizedTest
    @MethodSource
    void callThatFails_asTheDirectorFindsNone_leavesTheOthersInOrder(Enum<?> refused) {
        fails(() -> forgets(refused));
    }

    static Stream<Enum<?>> callThatFails_asTheDirectorFindsNone_leavesTheOthersInOrder() {
        return Stream.of(Director.Decision.PREEMPT, Director.Act.PREEMPT);
    }

    private void fails(Body lack) {
        run(() -> {
            Chan<Integer> values = chan(1);
            List<Integer> ran = startThree();
            lack.run();
            assertThrows(OutOfMemoryError.class, () -> values.trySend(1));
            thereIsMemory();
            assertEquals(List.of(), ran);
            assertEquals(0, values.len());
            gosched();
            assertEquals(List.of(1, 2, 3), ran);
        });
    }
}
