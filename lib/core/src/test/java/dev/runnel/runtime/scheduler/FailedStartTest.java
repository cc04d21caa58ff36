package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * The JDK says that there is no memory to start the thread of an M, but has started it all the same, or will: its pool
 * queues the thread first, and may then fail to get another worker. Either the M has the P that it was given or whoever
 * gave it has it, and not both.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class FailedStartTest {

    /** Fails to start the next M, after an action of the test. */
    private static final class Failing extends MachineList {

        private volatile Consumer<Machine> before = m -> {};
        private final AtomicBoolean fails = new AtomicBoolean();

        @Override
        void start(Machine m) {
            if (fails.getAndSet(false)) {
                before.accept(m);
                throw new OutOfMemoryError("for a test");
            }
            super.start(m);
        }
    }

    private final Failing machines = new Failing();
    private final Scheduler s = new Scheduler(Runtimes.oneP());
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicBoolean mayEnd = new AtomicBoolean();

    FailedStartTest() {
        s.machines = machines;
    }

    @AfterEach
    void close() {
        mayEnd.set(true);
        s.ending().close(Duration.ofSeconds(5));
    }

    /** It makes no call, so the P cannot be taken from it: it is in user code, and does not block. */
    private void runUntilTold() {
        begun.incrementAndGet();
        TwoPs.spinUntil(mayEnd::get);
    }

    @Test
    void machineThatHasBegun_hasTheP() {
        machines.before = m -> {
            m.thread().start();
            Await.until(() -> begun.get() > 0);
        };
        machines.fails.set(true);
        Goroutine g = s.go(null, this::runUntilTold);
        assertEquals(0, s.idle.processors());
        assertTrue(s.global.isEmpty());
        assertEquals(1, s.machines.size());
        assertSame(g.machine, s.processors[0].holder);
        mayEnd.set(true);
        Await.until(() -> g.hasEnded() && s.allIdle());
        assertEquals(1, begun.get());
    }

    /** It must not even look for a P: it has been given up, and nobody knows it. */
    @Test
    void machineThatBeginsLater_ends() throws InterruptedException {
        assumeFalse(s.isDedicated()); // there an M without a P is not mounted
        Machine[] late = {null};
        machines.before = m -> late[0] = m;
        machines.fails.set(true);
        Goroutine g = s.go(null, this::runUntilTold);
        Await.until(() -> begun.get() > 0); // on another M, which the watchdog has made
        assertEquals(1, s.machines.size());
        late[0].thread().start();
        late[0].thread().join();
        assertEquals(1, s.machines.size());
        mayEnd.set(true);
        Await.until(() -> g.hasEnded() && s.allIdle());
        assertEquals(1, begun.get());
    }

    /** Else all checkpoints of the JVM would take the longer way from then on, for an M that never comes to any. */
    @Test
    void machineThatNeverBegins_isSummonedNoMore() {
        Machine[] never = {null};
        machines.before = m -> {
            never[0] = m;
            m.summon(); // as the watchdog does if this takes long
        };
        machines.fails.set(true);
        Goroutine g = s.go(null, () -> {});
        Await.until(g::hasEnded); // on another M, which the watchdog has made
        assertFalse(never[0].isSummoned());
        assertFalse(never[0].summon());
    }

    /** The M is queued at the carrier of the one that could not start it, and begins when that one leaves. */
    @Test
    void machineThatBeginsLaterOnTheSameCarrier_ends() {
        assumeTrue(s.isDedicated());
        Machine[] late = {null};
        machines.before = m -> {
            late[0] = m;
            m.thread().start();
        };
        s.mainRun().run(() -> {
            Chan<Integer> values = chan();
            go(() -> values.send(1));
            machines.fails.set(true);
            assertThrows(OutOfMemoryError.class, values::recv);
            assertEquals(1, s.machines.size());
            assertSame(Machine.current(), s.processors[0].holder);
            assertEquals(1, values.recv().get());
            Await.until(() -> late[0].thread().getState() == Thread.State.TERMINATED);
            assertEquals(2, s.machines.size());
        });
    }
}
