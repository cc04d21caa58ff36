package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A wait of any kind that would need an M for whoever is to run meanwhile, for which there is no memory, ends with that
 * error, and leaves nothing.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class WaitWithoutMemoryTest {

    private final LackingMachines machines = new LackingMachines();

    /** A wait that does not come about, and what shows that nothing is left of it. */
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
                            ofCond.unlock(); // the caller has it again
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
        Scheduler s = new Scheduler(Runtimes.oneP());
        s.machines = machines;
        s.mainRun().run(() -> {
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
}
