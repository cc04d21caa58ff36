package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Queues;
import dev.runnel.runtime.park.Strand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A goroutine that runs needs a P, P1; and one that is queued up at a channel does not run, C51. */
class RunningTest {

    /** P1, P56: as many run at once as there are Ps, however many could. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void procs_areHowManyRunAtOnce(int procs) {
        Runtimes.run(Runtimes.withProcs(procs).withTimeSlice(Duration.ofHours(1)), () -> {
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            List<GoHandle> all = new ArrayList<>();
            for (int g = 0; g < 2 * procs + 3; g++) {
                all.add(go(() -> {
                    for (int i = 0; i < 200; i++) {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        for (int spin = 0; spin < 200; spin++) {
                            Thread.onSpinWait();
                        }
                        running.decrementAndGet();
                        Go.gosched();
                    }
                }));
            }
            all.forEach(GoHandle::join);
            assertTrue(most.get() <= procs, () -> most + " ran at once");
        });
    }

    /**
     * C51: the other party sees the queue as soon as the lock is free, and whatever it finds there has been put to
     * wait.
     */
    @Test
    void whoIsQueuedUp_waits() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Integer> c = chan();
            int rounds = 2000;
            GoHandle receiver = runtime.go(() -> {
                for (int i = 0; i < rounds; i++) {
                    assertEquals(i, c.recv().get());
                }
            });
            for (int i = 0; i < rounds; i++) {
                while (!Queues.receiversAre(c, RunningTest::waits)) {
                    Thread.onSpinWait();
                }
                assertTrue(c.trySend(i));
            }
            receiver.join();
        }
    }

    private static void waits(Strand strand) {
        assertEquals(GoroutineStatus.WAITING, ((Goroutine) strand).status());
    }
}
