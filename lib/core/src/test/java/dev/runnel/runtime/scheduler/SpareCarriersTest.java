package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.blocking;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The carriers that stand in for those to which goroutines hold on: they are bounded, used again, and gone after a
 * while.
 */
class SpareCarriersTest {

    @BeforeEach
    void onlyDedicated() {
        assumeTrue(RuntimeConfig.fromProperties().carriers() == CarrierMode.DEDICATED);
    }

    private static void run(Body main) {
        Runtimes.run(Runtimes.oneP(), main);
    }

    private static long started() {
        return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    }

    @Test
    void threads_serveAgain() {
        run(() -> {
            Scheduler s = Scheduler.current();
            blocking(() -> {});
            long before = started();
            for (int i = 0; i < 100; i++) {
                Await.until(() -> s.carriers.serving() == 1);
                blocking(() -> {});
            }
            assertTrue(started() - before < 50, () -> started() - before + " threads were started");
        });
    }

    @Test
    void threads_endWhenNobodyNeedsThem() {
        run(() -> {
            Scheduler s = Scheduler.current();
            for (int i = 0; i < 10; i++) {
                blocking(() -> {});
            }
            Await.until(() -> s.carriers.serving() == 1);
            Await.until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("runnel-spare")));
        });
    }

    /**
     * A goroutine that waits for long keeps the carrier that it was on last; this must not keep all that came after it.
     */
    @Test
    void retiredCarrier_doesNotKeepThoseAfterIt() {
        run(() -> {
            Processor p = Scheduler.current().processors[0];
            Carrier first = p.carrier;
            List<WeakReference<Carrier>> after = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                blocking(() -> {});
                after.add(new WeakReference<>(p.carrier));
            }
            Await.until(() -> {
                System.gc();
                return after.stream().filter(carrier -> carrier.refersTo(null)).count() >= 30; // idle Ms keep some
            });
            Reference.reachabilityFence(first);
        });
    }

    /** Two hogs, and one goroutine that is to run, on one P. */
    @Test
    void thereAreNoMoreThanAreAllowed() {
        Runtimes.run(1, () -> {
            Scheduler s = Scheduler.current();
            Processor p = s.processors[0];
            s.spares.most = 2;
            AtomicBoolean leave = new AtomicBoolean();
            var hog = Go.go(() -> TwoPs.spinUntil(leave::get));
            Await.until(() -> s.outside.count() == 1); // main runs on another carrier than the hog
            assertEquals(2, s.carriers.serving());
            assertFalse(s.spares.mayAdd());
            assertNull(s.spares.make(p));
            blocking(() -> {}); // without a spare
            assertEquals(2, s.carriers.serving());
            leave.set(true);
            hog.join();
            Await.until(() -> s.carriers.serving() == 1);
            var spare = s.spares.make(p);
            assertNotNull(spare);
            spare.stop();
        });
    }

    /** Whoever comes too late with a spare ends it: else its thread would stay for ever. */
    @Test
    void spareForACarrierThatIsNoMore_ends() {
        run(() -> {
            Scheduler s = Scheduler.current();
            Processor p = s.processors[0];
            var one = s.spares.make(p);
            var other = s.spares.make(p);
            assertNotNull(one);
            assertNotNull(other);
            var first = p.carrier;
            s.spares.replace(p, first, one);
            s.spares.replace(p, first, other);
            assertEquals(one, p.carrier);
            Go.gosched();
            Await.until(() -> s.carriers.serving() == 1);
        });
    }
}
