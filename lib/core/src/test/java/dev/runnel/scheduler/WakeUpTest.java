package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An idle P takes up what a busy one has: nothing else helps here, as the slices are longer than the test may take. */
class WakeUpTest {

    private static final RuntimeConfig TWO_PS = Runtimes.withProcs(2).withTimeSlice(Duration.ofHours(1));
    private static final int ROUNDS = 1_000;

    private static void spinUntil(AtomicInteger counter, int value) {
        while (counter.get() != value) {
            Thread.onSpinWait();
        }
    }

    private static void assumeTwoCarriers() {
        assumeTrue(JdkPool.carriers() > 1);
    }

    /** P30, P34, P37: the other P goes idle, or is about to, when it is needed again. */
    @Test
    void go_whoStartedItNeverCallsAgain_runsElsewhere() {
        assumeTwoCarriers();
        Runtimes.run(TWO_PS, () -> {
            AtomicInteger ran = new AtomicInteger();
            for (int i = 1; i <= ROUNDS; i++) {
                go(ran::incrementAndGet);
                spinUntil(ran, i);
            }
        });
    }

    /** P33, P34, P37: also if several goroutines are started, so that the ring has some. */
    @Test
    void go_several_whoStartedThemNeverCallsAgain_runElsewhere() {
        assumeTwoCarriers();
        Runtimes.run(TWO_PS, () -> {
            AtomicInteger ran = new AtomicInteger();
            for (int i = 1; i <= ROUNDS; i++) {
                go(ran::incrementAndGet);
                go(ran::incrementAndGet);
                go(ran::incrementAndGet);
                spinUntil(ran, 3 * i);
            }
        });
    }

    /** P10, P37: the same for a goroutine that waited. */
    @Test
    void readied_whoReadiedItNeverCallsAgain_runsElsewhere() {
        assumeTwoCarriers();
        Runtimes.run(TWO_PS, () -> {
            AtomicInteger ran = new AtomicInteger();
            Chan<Integer> c = chan(1);
            go(() -> c.forEach(value -> ran.incrementAndGet()));
            for (int i = 1; i <= ROUNDS; i++) {
                c.send(i);
                spinUntil(ran, i);
            }
            c.close();
        });
    }
}
