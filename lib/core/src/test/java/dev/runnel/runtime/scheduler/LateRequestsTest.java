package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.blocking;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * When the JDK has suspended the thread of an M to read its stack, it asks the M's scheduler to run it once more than
 * needed. This may come at any time: while the thread runs, with a P or without, or when it has parked again. Here it
 * comes all the time.
 */
class LateRequestsTest {

    private static final int ROUNDS = 300;

    @BeforeEach
    void onlyDedicated() {
        assumeTrue(RuntimeConfig.fromProperties().carriers() == CarrierMode.DEDICATED);
    }

    /** Runs the load while the Ms of the runtime are asked to run on again and again. */
    private static void whileAsked(RuntimeConfig config, Runnable load) {
        Runtimes.run(config, () -> {
            Scheduler s = Scheduler.current();
            AtomicBoolean over = new AtomicBoolean();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread asker = Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (!over.get()) {
                        s.machines.snapshot().forEach(LateRequestsTest::ask);
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            load.run();
            over.set(true);
            asker.join();
            assertEquals(null, failure.get());
            Soundness.check(s);
        });
    }

    /**
     * Asks as {@code VirtualThread} does. An M that has not been started is not asked: the first request is its start.
     */
    private static void ask(Machine m) {
        if (m.mountedOn() == null) {
            return;
        }
        try {
            Field continuation = m.thread().getClass().getDeclaredField("runContinuation");
            continuation.setAccessible(true);
            m.execute((Runnable) continuation.get(m.thread()));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void all(int n, Body body) {
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(go(body));
        }
        all.forEach(GoHandle::join);
    }

    private static void compute(long nanos) {
        long until = System.nanoTime() + nanos;
        TwoPs.spinUntil(() -> System.nanoTime() - until > 0);
    }

    /** A blocking call runs without a P, and gets one back at its end. */
    @Test
    void whoSaysThatItBlocks() {
        whileAsked(Runtimes.withProcs(2), () -> {
            AtomicInteger calls = new AtomicInteger();
            all(6, () -> {
                for (int i = 0; i < ROUNDS; i++) {
                    blocking(() -> compute(20_000));
                    calls.incrementAndGet();
                }
            });
            assertEquals(6 * ROUNDS, calls.get());
        });
    }

    /** The P is taken while the goroutine runs. */
    @Test
    void whoRunsForTooLong() {
        whileAsked(Runtimes.withProcs(2).withTimeSlice(Duration.ofNanos(100_000)), () -> {
            AtomicInteger turns = new AtomicInteger();
            all(6, () -> {
                for (int i = 0; i < ROUNDS / 10; i++) {
                    compute(1_000_000);
                    Go.gosched();
                    turns.incrementAndGet();
                }
            });
            assertEquals(6 * (ROUNDS / 10), turns.get());
        });
    }

    /** The goroutine is unmounted, comes back, and queues up for a P. */
    @Test
    void whoBlocksInTheJdk() {
        whileAsked(Runtimes.withProcs(2), () -> {
            Object monitor = new Object();
            int[] entries = {0};
            all(6, () -> {
                for (int i = 0; i < ROUNDS; i++) {
                    synchronized (monitor) {
                        entries[0]++;
                        Thread.sleep(0, 20_000);
                    }
                    Thread.yield();
                }
            });
            assertEquals(6 * ROUNDS, entries[0]);
        });
    }

    @Test
    void whoWaitsAtChannels() {
        whileAsked(Runtimes.withProcs(2), () -> {
            Chan<Integer> values = chan();
            AtomicInteger received = new AtomicInteger();
            all(4, () -> {
                GoHandle sender = go(() -> {
                    for (int i = 0; i < 10 * ROUNDS; i++) {
                        values.send(i);
                    }
                });
                for (int i = 0; i < 10 * ROUNDS; i++) {
                    values.recv();
                    received.incrementAndGet();
                }
                sender.join();
            });
            assertEquals(4 * 10 * ROUNDS, received.get());
        });
    }

    /** The P that the goroutine is given ends at once. */
    @Test
    void whoBlocksWhileThePsChange() {
        whileAsked(Runtimes.withProcs(4), () -> {
            AtomicBoolean over = new AtomicBoolean();
            GoHandle changes = go(() -> {
                for (int i = 0; !over.get(); i++) {
                    Go.gomaxprocs(1 + i % 4);
                    Thread.sleep(0, 50_000);
                }
            });
            AtomicInteger turns = new AtomicInteger();
            all(6, () -> {
                for (int i = 0; i < ROUNDS; i++) {
                    Thread.sleep(0, 20_000);
                    blocking(() -> compute(5_000));
                    turns.incrementAndGet();
                }
            });
            over.set(true);
            changes.join();
            assertEquals(6 * ROUNDS, turns.get());
        });
    }
}
