package dev.runnel.sample.steps;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Goroutine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Fibonacci's numbers by fork and join, with the calls that are open in each goroutine. */
final class ForkedFib {

    private final Map<Long, Deque<Integer>> open = new ConcurrentHashMap<>();

    int of(int n) {
        calls().addLast(n);
        int result = body(n);
        calls().removeLast();
        return result;
    }

    private int body(int n) {
        if (n < 2) {
            return n;
        }
        Chan<Integer> joined = Go.chan(1);
        Go.go(name(n - 1), () -> {
            calls().addLast(n - 1);
            joined.send(body(n - 1));
            calls().removeLast();
        });
        int other = of(n - 2);
        return other + joined.recv().get();
    }

    static String name(int n) {
        return "fib(" + n + ")";
    }

    private Deque<Integer> calls() {
        return open.computeIfAbsent(Objects.requireNonNull(Goroutine.current()).id(), any -> new ArrayDeque<>());
    }

    /** The calls that are open in the goroutine of this number, the outermost first. */
    List<Integer> open(long goroutine) {
        return List.copyOf(open.getOrDefault(goroutine, new ArrayDeque<>()));
    }
}
