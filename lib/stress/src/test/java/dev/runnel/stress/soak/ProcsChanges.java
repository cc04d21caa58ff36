package dev.runnel.stress.soak;

import dev.runnel.GoRuntime;
import java.util.SplittableRandom;

/** Gives the runtime another number of Ps, again and again. */
final class ProcsChanges implements Runnable {

    private static final int MOST_PROCS = 8;

    private final GoRuntime runtime;
    private final SplittableRandom random;
    private final Count count;

    ProcsChanges(GoRuntime runtime, long seed, Count count) {
        this.runtime = runtime;
        this.random = new SplittableRandom(seed);
        this.count = count;
    }

    @Override
    public void run() {
        runtime.procs(1 + random.nextInt(MOST_PROCS));
        count.changes.increment();
    }
}
