package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SpawnPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ps that move in turn: one at a time, and the same in each run. */
class TurnsTest {

    private static final int RUNS = 30;

    /** Writes down what happens, and fails if two do something at once. */
    private static final class Log implements Turns.Observer {
        final List<String> lines = new ArrayList<>();
        private final AtomicInteger at = new AtomicInteger();

        private void add(String line) {
            assertEquals(0, at.getAndIncrement(), line);
            lines.add(line);
            at.decrementAndGet();
        }

        @Override
        public void does(int processor, Goroutine g, Act act) {
            add("P" + processor + " " + g.name() + " " + act);
        }

        @Override
        public void steals(int processor, Goroutine g) {
            add("P" + processor + " steals " + g.name());
        }

        @Override
        public void endOfTurn(int processor, @Nullable Goroutine g) {
            add("P" + processor + (g == null ? " idle" : " next " + g.name()));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, CHILD", "1, CONTINUATION", "2, CHILD", "2, CONTINUATION", "3, CHILD", "3, CONTINUATION"})
    void run_isTheSameEachTime(int procs, SpawnPolicy spawn) {
        List<String> first = log(procs, spawn);
        for (int i = 1; i < RUNS; i++) {
            assertEquals(first, log(procs, spawn));
        }
        assertEquals(procs > 1, first.stream().anyMatch(line -> line.contains("steals")));
    }

    private static List<String> log(int procs, SpawnPolicy spawn) {
        Log log = new Log();
        int[] unguarded = new int[1];
        Scheduler s = Schedulers.inTurns(
                RuntimeConfig.fromProperties().withProcs(procs).withSpawn(spawn), log);
        s.mainRun().run(() -> {
            Chan<Integer> results = Go.chan(2);
            for (int i = 0; i < 6; i++) {
                Go.go("child " + i, () -> {
                    results.send(unguarded[0]++);
                    Go.gosched();
                });
            }
            for (int i = 0; i < 6; i++) {
                results.recv();
            }
        });
        assertEquals(6, unguarded[0]);
        assertTrue(log.lines.size() > 12);
        return log.lines;
    }
}
