package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A goroutine ends, and there is no memory for what must then be done: it has ended all the same, its P is not lost,
 * and the run fails.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class EndWithoutMemoryTest {

    /** Lacks memory when the first goroutine ends, in this way. */
    private static final class Lacking implements Director {
        private final Act end;
        private boolean lacks = true;

        Lacking(Act end) {
            this.end = end;
        }

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {
            if (lacks && act == end) {
                lacks = false;
                throw new OutOfMemoryError("for a test");
            }
        }
    }

    private static GoroutineFailedException failed(Scheduler s, Body body) {
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> s.mainRun().run(() -> {
                    Chan<Integer> never = chan();
                    go(body);
                    never.recv(); // until the run ends
                }));
        assertEquals(0, s.live());
        Await.until(() -> s.machines.size() == 0);
        return failed;
    }

    private static Scheduler directed(Director director) {
        return new Scheduler(
                RuntimeConfig.fromProperties().withProcs(1).withCarriers(CarrierMode.SHARED), director, false);
    }

    @Test
    void whoIsToldOfTheEnd_mayLackMemory() {
        assertInstanceOf(
                OutOfMemoryError.class,
                failed(directed(new Lacking(Director.Act.END)), () -> {}).getCause());
    }

    /** The first failure is reported. */
    @Test
    void whoIsToldOfTheFailure_mayLackMemory() {
        RuntimeException first = new IllegalStateException("for a test");
        Body fails = () -> {
            throw first;
        };
        assertSame(
                first, failed(directed(new Lacking(Director.Act.FAIL)), fails).getCause());
    }

    /** As an M whose thread could not be made like new: this goroutine is its last. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void machineThatEndsWithItsP_passesItOn(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Machine> ending = chan(1);
            go(() -> {
                Machine.current().end = true;
                ending.send(Machine.current());
            });
            Machine ends = ending.recv().get();
            Await.until(() -> ends.thread().getState() == Thread.State.TERMINATED);
            Chan<Integer> values = chan();
            go(() -> values.send(1));
            assertEquals(1, values.recv().get());
        });
    }

    @Test
    void machineOfADeterministicRunThatEndsWithItsP_passesItOn() {
        directed(new Lacking(Director.Act.PREEMPT)).mainRun().run(() -> {
            for (int i = 0; i < 3; i++) {
                Chan<Integer> values = chan(1);
                go(() -> {
                    Machine.current().end = true;
                    values.send(1);
                });
                assertEquals(1, values.recv().get());
            }
        });
    }

    @Test
    void whoWaitsForTheEnd_mayLackMemory() {
        Body listenedTo = () -> Goroutine.current().listenToEnd(() -> {
            throw new OutOfMemoryError("for a test");
        });
        GoroutineFailedException failed = failed(new Scheduler(Runtimes.oneP()), listenedTo);
        assertEquals("for a test", failed.getCause().getMessage());
    }
}
