package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import org.junit.jupiter.api.Test;

/**
 * Before Java 24, a main goroutine that holds a monitor keeps its carrier even while it waits, and the pool of Java 21
 * may leave another goroutine to that carrier although one is idle. There, one of some thousand runs stood still until
 * they were roused.
 */
class PinnedTest {

    private static final int RUNS = 10_000;

    private final Object monitor = new Object();

    private void waitsForOthers() {
        synchronized (monitor) {
            Chan<Integer> values = chan();
            for (int i = 0; i < 3; i++) {
                go(() -> values.send(1));
            }
            Bubble.await();
            for (int i = 0; i < 3; i++) {
                values.recv();
            }
            Bubble.await();
        }
    }

    @Test
    void exploration_goesOn() {
        Exploration done = new Explorer(new RandomPolicy(1))
                .withRuns(RUNS)
                .withChecksRuntime(false)
                .explore(this::waitsForOthers);
        assertEquals(RUNS, done.runs());
    }

    @Test
    void bubble_goesOn() {
        for (int i = 0; i < RUNS; i++) {
            Bubble.run(i, this::waitsForOthers);
        }
    }
}
