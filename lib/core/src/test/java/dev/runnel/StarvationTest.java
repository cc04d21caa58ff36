package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goroutines that wake each other without end hold up nobody for ever; P13, P43, P99, P102. */
class StarvationTest {

    /** This many pairs play until they are told to stop; each counts its first rounds down. */
    private static void play(int pairs, CountDownLatch rounds, AtomicBoolean stop) {
        for (int pair = 0; pair < pairs; pair++) {
            Chan<Integer> there = chan();
            Chan<Integer> back = chan();
            go(() -> {
                for (int i = 0; !stop.get(); i++) {
                    there.send(i);
                    back.recv();
                    if (i < 100) {
                        rounds.countDown();
                    }
                }
                there.close();
            });
            go(() -> there.forEach(back::send));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void pairs_playForEver_allGetOn(int procs) {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch rounds = new CountDownLatch(400);
        Runtimes.run(procs, () -> {
            play(4, rounds, stop);
            rounds.await();
            stop.set(true);
        });
        assertEquals(0, rounds.getCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void pairs_playForEver_aNewGoroutineRuns(int procs) {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch rounds = new CountDownLatch(400);
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            runtime.go(() -> play(4, rounds, stop));
            for (int i = 0; i < 5; i++) {
                Chan<Integer> c = chan();
                runtime.go(() -> c.send(7));
                assertEquals(7, c.recv().get());
            }
            stop.set(true);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void pairs_playForEver_aYieldingGoroutineGetsOn(int procs) {
        AtomicBoolean stop = new AtomicBoolean();
        Runtimes.run(procs, () -> {
            play(2 * procs, new CountDownLatch(0), stop);
            for (int i = 0; i < 5; i++) {
                Go.gosched();
            }
            stop.set(true);
        });
    }

    @Test
    void pairs_playForEver_virtualThreadsOfOthersRun() throws InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch rounds = new CountDownLatch(100);
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(processors))) {
            runtime.go(() -> play(2 * processors, rounds, stop));
            rounds.await();
            for (int i = 0; i < 3; i++) {
                Thread.ofVirtual().start(() -> {}).join();
            }
            stop.set(true);
        }
    }
}
