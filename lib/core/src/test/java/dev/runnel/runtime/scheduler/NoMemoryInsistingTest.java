package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Locker;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without memory for an M: a goroutine that must not go on before something has happened does not, and one that yields
 * does not pay for all that have not started.
 */
@Timeout(60)
class NoMemoryInsistingTest {

    private final LackingMachines machines = new LackingMachines();

    /** There is no memory for this many Ms; then there is. */
    private void refuse(int times) {
        machines.beforeItRefuses = () -> machines.lacks = machines.refused.get() < times;
        machines.lacks = true;
    }

    private void run(Body main) {
        Scheduler s = new Scheduler(Runtimes.oneP());
        s.machines = machines;
        s.mainRun().run(main);
    }

    static Stream<Arguments> lockers() {
        RWMutex written = new RWMutex();
        RWMutex read = new RWMutex();
        Mutex mutex = new Mutex();
        return Stream.of(
                Arguments.of(mutex, mutex), Arguments.of(written, written), Arguments.of(read.readLocker(), read));
    }

    /**
     * Another has the lock when the wait for the signal is over. The lack of memory to wait for the lock is reported
     * when the caller has the lock.
     */
    @ParameterizedTest
    @MethodSource("lockers")
    void awaitOfACondition_failsWithTheLock(Locker mine, Locker theirs) {
        AtomicBoolean inside = new AtomicBoolean();
        run(() -> {
            Cond cond = new Cond(mine);
            Chan<Integer> leave = chan();
            mine.lock();
            go(() -> {
                theirs.lock();
                inside.set(true);
                cond.signal();
                leave.recv();
                inside.set(false);
                theirs.unlock();
            });
            gosched(); // that one has its M, and waits for the lock
            go(() -> leave.send(1)); // this one has none, and is next as soon as main waits for the lock
            refuse(3);
            assertThrows(OutOfMemoryError.class, cond::await);
            assertFalse(inside.get());
            mine.unlock();
            assertEquals(3, machines.refused.get());
        });
    }

    @Test
    void scope_isLeftWhenItsTasksHaveEnded() {
        AtomicInteger ended = new AtomicInteger();
        run(() -> {
            OutOfMemoryError told = assertThrows(OutOfMemoryError.class, () -> {
                try (Scope scope = Scope.open()) {
                    for (int i = 0; i < 5; i++) {
                        scope.go(ended::incrementAndGet);
                    }
                    refuse(3);
                }
            });
            assertEquals(5, ended.get(), told.getMessage());
        });
    }

    @Test
    void whoYields_isNotRefusedForEachThatHasNotStarted() {
        run(() -> {
            machines.lacks = true;
            for (int i = 0; i < 2000; i++) {
                go(() -> {});
            }
            gosched();
            int refused = machines.refused.get();
            machines.lacks = false;
            assertTrue(refused > 0 && refused < 100, refused + " times"); // one for each millisecond taken
        });
    }
}
