package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import java.time.Duration;
import java.util.Arrays;

/**
 * How long it takes until a waiting goroutine runs, on another processor: a percentile, which the size says in
 * ten-thousandths. An operation is a wake-up.
 */
final class Wakeup<C> extends Workload<C> {

    Wakeup(Kit<C> kit) {
        super(kit);
    }

    private static final Duration PAUSE = Duration.ofNanos(200_000);
    private static final long PATIENCE = 1_000_000;
    private static final int PARTS = 10_000;

    private volatile long sent;
    private volatile long woken;

    @Override
    public void run(Round round) {
        int n = (int) round.n();
        C channel = kit.chan(0);
        long[] took = new long[n];
        woken = 0;
        kit.go(() -> {
            for (int i = 0; i < n; i++) {
                kit.recv(channel);
                took[i] = System.nanoTime() - sent;
                woken = i + 1;
            }
        });
        for (int i = 0; i < n; i++) {
            kit.sleep(PAUSE);
            long now = System.nanoTime();
            sent = now;
            kit.send(channel, Values.of(i));
            while (woken <= i) {
                if (System.nanoTime() - now > PATIENCE) {
                    kit.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        }
        Arrays.sort(took);
        round.did(1);
        round.took(took[(int) ((long) n * round.size() / PARTS)]);
    }
}
