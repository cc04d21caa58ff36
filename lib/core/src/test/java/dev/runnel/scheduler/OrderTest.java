package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In what order goroutines run on one P, which is Go's order; on one P it is the same every time. */
class OrderTest {

    private static final int RING = 256;
    private static final int BATCH = 128;
    private static final int GLOBAL_EVERY = 61;

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** P8: the creator runs on. */
    @Test
    void go_theCallerRunsOn() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<String> trace = new ArrayList<>();
            GoHandle child = go(() -> trace.add("child"));
            for (int i = 0; i < 1000; i++) {
                trace.add("main");
                go(() -> {});
            }
            assertEquals(1000, trace.size());
            child.join();
            assertEquals("child", trace.getLast());
        });
    }

    /** P8, P9, P11, P23: the last one first, the others first in, first out. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 200, RING + 1})
    void go_runsTheLastOneFirstAndTheOthersInOrder(int n) {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Integer> trace = new ArrayList<>();
            Goroutines.all(n, trace::add);
            assertEquals(n - 1, trace.getFirst());
            assertEquals(range(0, n - 1), trace.subList(1, n));
        });
    }

    /**
     * P12: one goroutine more than fits takes the 128 oldest along to the global queue, and goes there, too. P22: one
     * of that queue is run at every 61st time slice while the ring has others.
     */
    @Test
    void go_whenTheRingIsFullTheOldestGoToTheGlobalQueue() {
        int n = RING + 44;
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Integer> trace = new ArrayList<>();
            Goroutines.all(n, trace::add);
            List<Integer> global =
                    Stream.concat(range(0, BATCH).stream(), Stream.of(RING)).toList();
            List<Integer> ring = Stream.of(List.of(n - 1), range(BATCH, RING), range(RING + 1, n - 1))
                    .flatMap(List::stream)
                    .toList();
            assertEquals(global, trace.stream().filter(global::contains).toList());
            assertEquals(ring, trace.stream().filter(ring::contains).toList());
            long early = trace.subList(0, trace.indexOf(ring.getLast())).stream()
                    .filter(global::contains)
                    .count();
            long slices = ring.size() + early;
            assertTrue(early >= slices / GLOBAL_EVERY && early <= slices / GLOBAL_EVERY + 1, early + " in " + slices);
        });
    }

    /** P17, P40: the caller goes to the end of the global queue, behind all that is in the ring. */
    @Test
    void gosched_goesBehindAllOthers() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Object> trace = new ArrayList<>();
            List<GoHandle> all = Goroutines.start(5, trace::add);
            Go.gosched();
            trace.add("main");
            Goroutines.join(all);
            assertEquals(List.of(4, 0, 1, 2, 3, "main"), trace);
        });
    }

    /** P40: also behind those in the global queue. */
    @Test
    void gosched_goesBehindTheGlobalQueue() {
        Runtimes.run(Runtimes.oneP(), () -> {
            int[] ran = {0};
            List<GoHandle> all = Goroutines.start(600, me -> ran[0]++); // the ring has room for less than half of them
            Go.gosched();
            assertEquals(600, ran[0]);
            Goroutines.join(all);
        });
    }

    /** P40, P16: those that yield take turns, until one of them is taken early at the 61st time slice. */
    @Test
    void gosched_ofSeveralTakesTurns() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Integer> trace = new ArrayList<>();
            Goroutines.all(3, me -> {
                for (int i = 0; i < 15; i++) {
                    trace.add(me);
                    Go.gosched();
                }
            });
            for (int i = 0; i < 3 * 15; i += 3) {
                assertEquals(List.of(2, 0, 1), trace.subList(i, i + 3));
            }
        });
    }

    /** P10: a goroutine that is made ready is next, and moves the one that was next to the end of the ring. */
    @Test
    void ready_isNext() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Integer> trace = new ArrayList<>();
            List<Chan<Integer>> channels = List.of(chan(), chan(), chan());
            List<GoHandle> receivers =
                    Goroutines.start(3, me -> trace.add(channels.get(me).recv().get()));
            Go.gosched(); // all wait now
            for (int i = 0; i < 3; i++) {
                channels.get(i).send(i);
            }
            assertEquals(List.of(), trace);
            Goroutines.join(receivers);
            assertEquals(List.of(2, 0, 1), trace);
        });
    }

    /** P10, P13: a pair that communicates runs as a unit; a third one in the ring does not come in between. */
    @Test
    void pair_runsAsAUnit() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<String> trace = new ArrayList<>();
            Chan<Integer> there = chan();
            Chan<Integer> back = chan();
            GoHandle third = go(() -> trace.add("third"));
            GoHandle echo = go(() -> {
                for (int value : there) {
                    trace.add("echo");
                    back.send(value);
                }
            });
            for (int i = 0; i < 50; i++) {
                there.send(i);
                back.recv();
            }
            assertEquals(50, trace.stream().filter("echo"::equals).count());
            assertEquals(List.of(), trace.stream().filter("third"::equals).toList());
            there.close();
            echo.join();
            third.join();
            assertEquals("third", trace.getLast());
        });
    }

    /** P6: numbers are unique, and main's is 1. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void ids_areUniqueAndMainIsOne(int procs) {
        Runtimes.run(procs, () -> {
            assertEquals(1, Go.current().get().id());
            Chan<Long> ids = chan(1000);
            Goroutines.all(10, me -> {
                ids.send(Go.current().get().id());
                Goroutines.all(49, inner -> ids.send(Go.current().get().id()));
            });
            ids.close();
            List<Long> all = ids.stream().toList();
            assertEquals(500, all.size());
            assertEquals(500, all.stream().distinct().count());
            all.forEach(id -> assertNotEquals(1, id));
        });
    }
}
