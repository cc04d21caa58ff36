package dev.runnel.bench.runner;

import java.util.ArrayList;
import java.util.List;

/** Which workloads there are, and with which sizes. */
final class Plan {

    private static final int WORK = 100;

    private Plan() {}

    /** The main ones. */
    static List<Row> quick() {
        return List.of(
                Row.of("pingpong", 0, 5000),
                Row.of("switch", 0, 20_000),
                Row.of("rendezvous", 0, 10_000),
                Row.of("prodcons", 0, 10_000),
                Row.of("prodcons", 1, 10_000),
                Row.of("prodcons", 100, 10_000),
                Row.of("mpmc", 100, 10_000),
                Row.sized("select_both", 4, 0, 5000),
                Row.sized("chain", 1000, 0, 10),
                Row.of("uncontended", 100, 500),
                Row.of("spawn", 0, 10),
                Row.sized("fib", 18, 0, 1),
                Row.sized("sieve", 500, 0, 1));
    }

    /** All of them. */
    static List<Row> full() {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.of("pingpong", 0, 5000));
        rows.add(Row.of("switch", 0, 20_000));
        rows.add(Row.of("rendezvous", 0, 10_000));
        caps("prodcons", 0, rows, 0, 1, 10, 100);
        caps("prodcons", WORK, rows, 0, 1, 10, 100);
        rows.add(Row.of("seq", 10_000, 10));
        caps("spsc", 0, rows, 1, 100);
        caps("mpsc", 0, rows, 0, 1, 100);
        caps("mpmc", 0, rows, 0, 1, 100);
        rows.add(Row.sized("select_rx", 2, 0, 5000));
        caps("select_rx", 4, rows, 0, 1, 100);
        caps("select_both", 4, rows, 0, 1, 100);
        rows.add(Row.of("select_timeout", 128, 5000));
        rows.add(Row.sized("select_quit", 4, 0, 5000));
        rows.add(Row.sized("popular", 1000, 0, 5));
        rows.add(Row.sized("chain", 1000, 0, 10));
        rows.add(Row.sized("ring", 1000, 0, 10));
        rows.add(Row.sized("parallel", 1000, 0, 10));
        rows.add(Row.of("try", 1, 10_000));
        rows.add(Row.of("uncontended", 100, 500));
        rows.add(Row.of("creation", 1, 10_000));
        rows.add(Row.of("spawn", 0, 10));
        rows.add(Row.of("spawn_nested", 0, 10_000));
        rows.add(Row.of("spawn_rendezvous", 0, 5000));
        rows.add(Row.sized("fib", 22, 0, 1));
        rows.add(Row.sized("skynet", 1_000_000, 0, 1).onItsOwn());
        rows.add(Row.sized("sieve", 2000, 0, 1));
        rows.add(Row.sized("matmult", 128, 1, 1));
        rows.add(Row.of("timed_recv", 0, 5000));
        rows.add(Row.sized("sleepers", 10_000, 0, 10));
        tools(rows);
        rows.add(Row.sized("wakeup", 5000, 0, 2000).justSo());
        rows.add(Row.sized("wakeup", 9900, 0, 2000).justSo());
        rows.add(Row.sized("wakeup", 9990, 0, 2000).justSo());
        for (int size = 1000; size <= 1_000_000; size *= 10) {
            int crowds = Math.max(1, 100_000 / size); // one after the other, or a round of few would be too short
            rows.add(Row.sized("blocked", size, 0, crowds).justSo().onItsOwn());
            rows.add(Row.sized("released", size, 0, crowds).justSo().onItsOwn());
        }
        return rows;
    }

    /** What programs use around channels. */
    private static void tools(List<Row> rows) {
        rows.add(Row.of("mutex_own", 0, 10_000));
        sizes("mutex", rows, 10_000, 2, 8, 100);
        sizes("mutex_work", rows, 10_000, 2, 8, 100);
        sizes("mutex_held", rows, 10_000, 2, 8, 100);
        rows.add(Row.of("rwmutex_own", 0, 10_000));
        sizes("rwmutex", rows, 10_000, 10, 100);
        sizes("rwmutex_work", rows, 10_000, 10, 100);
        rows.add(Row.of("waitgroup_own", 0, 10_000));
        sizes("waitgroup", rows, 100, 1, 100);
        rows.add(Row.of("once", 0, 10_000));
        sizes("cond_broadcast", rows, 100, 1, 8, 32);
        sizes("cond_signal", rows, 1000, 1, 32);
        rows.add(Row.of("semaphore_own", 0, 10_000));
        sizes("semaphore", rows, 10_000, 8, 100);
        sizes("semaphore_weights", rows, 10_000, 8, 100);
        sizes("ctx_tree", rows, 100, 1, 10, 100, 1000);
        rows.add(Row.of("ctx_children", 0, 1000));
        rows.add(Row.of("ctx_err", 0, 10_000));
        rows.add(Row.of("ctx_done", 0, 10_000));
        sizes("ctx_timeout", rows, 1000, 40, 4000);
        rows.add(Row.of("ctx_recv", 0, 5000));
        rows.add(Row.of("ctx_recv", 100, 5000));
        rows.add(Row.of("ctx_select", 0, 5000));
        rows.add(Row.of("ctx_select", 100, 5000));
        sizes("ticker", rows, 10, 1000);
        rows.add(Row.of("timer_reset", 0, 10_000));
        sizes("timer_startstop", rows, 10, 1000);
    }

    /** Workloads that come in sizes, and some that do not, to see what more processors change. */
    static List<Row> growth() {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.of("pingpong", 0, 5000));
        rows.add(Row.of("prodcons", 0, 5000));
        rows.add(Row.of("mpmc", 1, 5000));
        for (int size = 1; size <= 10_000; size *= 10) {
            rows.add(Row.sized("parallel", size, 0, 10));
        }
        for (int size = 10; size <= 10_000; size *= 10) {
            rows.add(Row.sized("chain", size, 0, 10));
        }
        rows.add(Row.of("spawn", 0, 10));
        rows.add(Row.sized("fib", 18, 0, 1));
        return rows;
    }

    private static void sizes(String workload, List<Row> rows, long start, int... sizes) {
        for (int size : sizes) {
            rows.add(Row.sized(workload, size, 0, start));
        }
    }

    private static void caps(String workload, int size, List<Row> rows, int... capacities) {
        for (int cap : capacities) {
            rows.add(Row.sized(workload, size, cap, 5000));
        }
    }
}
