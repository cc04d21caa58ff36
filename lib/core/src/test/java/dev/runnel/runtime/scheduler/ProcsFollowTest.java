package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The number of Ps follows that of the processors, unless somebody has said how many there are to be: P67, P68. After
 * TestCgroupGOMAXPROCSUpdate and its neighbours, without containers: the number of processors is made up.
 */
class ProcsFollowTest {

    private static final long SECOND = 1_000_000_000;

    private static final RuntimeConfig FOLLOWING =
            RuntimeConfig.fromProperties().withAutoProcs();

    private final AtomicInteger processors = new AtomicInteger(3);
    private long now = System.nanoTime() + SECOND;

    private Scheduler scheduler(RuntimeConfig config) {
        Scheduler s = new Scheduler(config);
        s.procs.processors = processors::get;
        return s;
    }

    /** As the watchdog does, which does not while nothing runs. */
    private void look(Scheduler s) {
        now += SECOND;
        s.procs.look(now);
    }

    private void follows(Scheduler s, int n) {
        processors.set(n);
        look(s);
        assertEquals(n, s.procs.wanted());
        Await.until(() -> s.processors.length == n);
        s.view.checkQueues();
    }

    @Test
    void watchdog_looksWhileAnythingRuns() {
        Runtimes.run(FOLLOWING, () -> {
            Scheduler s = Scheduler.current();
            s.procs.processors = processors::get;
            for (int n : new int[] {3, 1, 2}) {
                processors.set(n);
                while (Go.gomaxprocs(0) != n) {
                    Go.gosched();
                }
            }
            Await.until(() -> s.processors.length == 2);
            s.view.checkQueues();
        });
    }

    @Test
    void number_isFollowedUpAndDown() {
        Scheduler s = scheduler(FOLLOWING);
        try {
            for (int n : new int[] {3, 2, 5, 1, 4}) {
                follows(s, n);
            }
        } finally {
            s.ending().close();
        }
    }

    @Test
    void watchdog_looksOnceASecond() {
        Scheduler s = scheduler(FOLLOWING);
        AtomicInteger looks = new AtomicInteger();
        try {
            s.procs.processors = () -> 3 + looks.getAndIncrement();
            long begin = System.nanoTime() + SECOND;
            s.procs.look(begin);
            s.procs.look(begin + 1);
            s.procs.look(begin + SECOND - 1);
            assertEquals(1, looks.get());
            s.procs.look(begin + SECOND);
            assertEquals(2, looks.get());
            assertEquals(4, s.procs.wanted());
        } finally {
            s.ending().close();
        }
    }

    /** Also one that changes nothing. */
    @Test
    void numberThatWasSet_stays() {
        Scheduler s = scheduler(FOLLOWING);
        try {
            look(s);
            assertEquals(3, s.view.changeProcs(3));
            processors.set(5);
            look(s);
            assertEquals(3, s.procs.wanted());
            s.view.followProcessors();
            assertEquals(5, s.procs.wanted());
            processors.set(2);
            look(s);
            assertEquals(2, s.procs.wanted());
            assertEquals(2, s.view.changeProcs(4));
            look(s);
            assertEquals(4, s.procs.wanted());
        } finally {
            s.ending().close();
        }
    }

    @Test
    void numberOfTheSettings_stays_untilTheProcessorsAreAskedFor() {
        Scheduler s = scheduler(FOLLOWING.withProcs(1));
        try {
            look(s);
            assertEquals(1, s.procs.wanted());
            s.view.followProcessors();
            assertEquals(3, s.procs.wanted());
            assertEquals(3, s.processors.length);
            follows(s, 2);
        } finally {
            s.ending().close();
        }
    }

    @Test
    void runtimeThatIsClosed_keepsWhatItHad() {
        Scheduler s = scheduler(FOLLOWING.withProcs(2));
        s.ending().close();
        s.view.followProcessors();
        look(s);
        assertEquals(2, s.procs.wanted());
    }

    @Test
    void setDefaultGomaxprocs_isThatOfTheProcessors() {
        Runtimes.run(7, () -> {
            Go.setDefaultGomaxprocs();
            assertEquals(Runtime.getRuntime().availableProcessors(), Go.gomaxprocs(0));
        });
    }

    @Test
    void deterministicRun_hasOneP() {
        Scheduler s = Schedulers.directed(FOLLOWING, new FirstAlways());
        s.procs.processors = processors::get;
        try {
            s.view.followProcessors();
            look(s);
            assertEquals(1, s.procs.wanted());
        } finally {
            s.ending().close();
        }
    }

    @Test
    void settings_followUnlessTheySayHowMany() {
        assertTrue(FOLLOWING.autoProcs());
        assertEquals(Runtime.getRuntime().availableProcessors(), FOLLOWING.procs());
        assertTrue(FOLLOWING.withDeadlockDetection(false).autoProcs());
        assertFalse(FOLLOWING.withProcs(FOLLOWING.procs()).autoProcs());
    }
}
