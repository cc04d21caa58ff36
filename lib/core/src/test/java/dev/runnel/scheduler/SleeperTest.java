package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A goroutine that sleeps beside others that keep each P busy goes on when it is due, and not only when their slice
 * ends: a P fires its timers whenever it looks for work (P20, P59).
 */
class SleeperTest {

    private static final int SLEEPS = 101;

    /** A slice has time for thousands of rounds. */
    private static final long ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sleeper_besidePairsThatPlay_wakesAfterFewRounds(int procs) {
        Runtimes.run(procs, () -> {
            AtomicLong rounds = new AtomicLong();
            AtomicBoolean enough = new AtomicBoolean();
            List<GoHandle> pairs = Goroutines.start(procs, me -> play(rounds, enough));
            long[] waits = new long[SLEEPS];
            for (int i = 0; i < SLEEPS; i++) {
                long before = rounds.get();
                Go.sleep(Duration.ofNanos(10_000));
                waits[i] = rounds.get() - before;
            }
            enough.set(true);
            Goroutines.join(pairs);
            Arrays.sort(waits);
            assertTrue(waits[SLEEPS / 2] <= ROUNDS, () -> "rounds of the others: " + Arrays.toString(waits));
        });
    }

    private static void play(AtomicLong rounds, AtomicBoolean enough) {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan();
        go(() -> {
            for (int value : there) {
                back.send(value);
            }
        });
        while (!enough.get()) {
            there.send(1);
            back.recv();
            rounds.incrementAndGet();
        }
        there.close();
    }
}
