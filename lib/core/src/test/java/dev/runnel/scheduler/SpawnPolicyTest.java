package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which runs first when a goroutine starts another: either the child is queued (P8), or the one that starts it. */
class SpawnPolicyTest {

    private static RuntimeConfig oneP(SpawnPolicy spawn) {
        return Runtimes.oneP().withSpawn(spawn);
    }

    @ParameterizedTest
    @EnumSource(SpawnPolicy.class)
    void go_queuesTheOneOrTheOther(SpawnPolicy spawn) {
        List<String> trace = new ArrayList<>();
        Runtimes.run(oneP(spawn), () -> {
            GoHandle child = go(() -> trace.add("child"));
            trace.add("parent");
            child.join();
        });
        assertEquals(spawn == SpawnPolicy.CHILD ? List.of("parent", "child") : List.of("child", "parent"), trace);
    }

    /** Goroutines that start others run as calls do, though each waits for its child only at the end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 10, 13})
    void fib_onOneP_runsInTheOrderOfCalls(int n) {
        List<String> calls = new ArrayList<>();
        int expected = fib(n, calls);
        List<String> trace = new ArrayList<>();
        int[] result = new int[1];
        Runtimes.run(oneP(SpawnPolicy.CONTINUATION), () -> result[0] = forked(n, trace));
        assertEquals(expected, result[0]);
        assertEquals(calls, trace);
    }

    private static int fib(int n, List<String> trace) {
        trace.add("call " + n);
        int result = n < 2 ? n : fib(n - 1, trace) + fib(n - 2, trace);
        trace.add("return " + n);
        return result;
    }

    private static int forked(int n, List<String> trace) {
        trace.add("call " + n);
        int result = n;
        if (n >= 2) {
            int[] one = new int[1];
            WaitGroup left = new WaitGroup();
            left.go(() -> one[0] = forked(n - 1, trace));
            int other = forked(n - 2, trace);
            left.await();
            result = one[0] + other;
        }
        trace.add("return " + n);
        return result;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void fib_ofTwenty(int procs) {
        Runtimes.run(
                Runtimes.withProcs(procs).withSpawn(SpawnPolicy.CONTINUATION), () -> assertEquals(6765, byChannel(20)));
    }

    private static int byChannel(int n) {
        if (n < 2) {
            return n;
        }
        Chan<Integer> one = chan(1);
        go(() -> one.send(byChannel(n - 1)));
        return byChannel(n - 2) + one.recv().get();
    }

    /** More levels than a ring has slots: the oldest goroutines go to the global queue, and are not lost. */
    @Test
    void chain_deeperThanARing() {
        Runtimes.run(oneP(SpawnPolicy.CONTINUATION), () -> assertEquals(1000, depth(1000)));
    }

    private static int depth(int n) {
        if (n == 0) {
            return 0;
        }
        Chan<Integer> below = chan(1);
        go(() -> below.send(depth(n - 1)));
        return 1 + below.recv().get();
    }

    /**
     * A goroutine that never stops starting others does not keep those from running that were queued before it, or that
     * yield.
     */
    @Test
    void slice_endsForOneThatStartsOthersForEver() {
        AtomicBoolean enough = new AtomicBoolean();
        RuntimeConfig config =
                Runtimes.withProcs(1).withSpawn(SpawnPolicy.CONTINUATION).withTimeSlice(Duration.ofMillis(1));
        Runtimes.run(config, () -> {
            GoHandle busy = go(() -> {
                while (!enough.get()) {
                    go(() -> {});
                }
            });
            for (int i = 0; i < 20; i++) {
                Go.gosched();
            }
            enough.set(true);
            busy.join();
        });
        assertTrue(enough.get());
    }

    /** Likewise for a chain of goroutines each of which starts the next and waits for nothing. */
    @Test
    void slice_endsForAChainOfChildren() {
        AtomicBoolean enough = new AtomicBoolean();
        RuntimeConfig config =
                Runtimes.withProcs(1).withSpawn(SpawnPolicy.CONTINUATION).withTimeSlice(Duration.ofMillis(1));
        Runtimes.run(config, () -> {
            Chan<Boolean> ended = chan();
            chain(enough, ended);
            enough.set(true);
            ended.recv();
        });
        assertTrue(enough.get());
    }

    private static void chain(AtomicBoolean enough, Chan<Boolean> ended) {
        go(() -> {
            if (enough.get()) {
                ended.send(true);
            } else {
                chain(enough, ended);
            }
        });
    }

    /** The caller is in the queue when the runtime is closed. */
    @Test
    void close_unwindsWhoHasStartedAnother() {
        AtomicBoolean unwound = new AtomicBoolean();
        Runtimes.run(oneP(SpawnPolicy.CONTINUATION), () -> {
            GoHandle[] parent = new GoHandle[1];
            Chan<Boolean> never = chan();
            parent[0] = go(() -> {
                try {
                    go(never::recv);
                    never.recv();
                } finally {
                    unwound.set(true);
                }
            });
        });
        assertTrue(unwound.get());
    }
}
