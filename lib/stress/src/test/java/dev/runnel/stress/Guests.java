package dev.runnel.stress;

import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.stress.Tally.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Workers on a runtime of their own that is closed while they are at work. */
final class Guests implements Runnable {

    static final int NUMBER = 6;

    private static final int MOST_PROCS = 3;
    private static final int MOST_NANOS = 40_000_000;

    private final Round round;
    private final List<Worker> workers;
    private final SplittableRandom random;

    Guests(Round round, List<Worker> workers) {
        this.round = round;
        this.workers = workers;
        this.random = round.random.split();
    }

    @Override
    public void run() {
        RuntimeConfig config = RuntimeConfig.fromProperties().withProcs(1 + random.nextInt(MOST_PROCS));
        GoRuntime runtime = new GoRuntime(config);
        List<GoHandle> goroutines = new ArrayList<>();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger unwound = new AtomicInteger();
        for (Worker worker : workers) {
            round.tally.count(Kind.GOROUTINES);
            goroutines.add(runtime.go("guest " + worker.number, () -> {
                begun.incrementAndGet();
                try {
                    round.attempt(worker::run);
                } finally {
                    unwound.incrementAndGet();
                }
            }));
        }
        LockSupport.parkNanos(random.nextInt(MOST_NANOS));
        runtime.close();
        if (!goroutines.stream().allMatch(GoHandle::hasEnded) || runtime.stats().goroutines() != 0) {
            throw new AssertionError("closed, and not all have ended\n" + runtime.dump());
        }
        if (begun.get() != unwound.get()) {
            throw new AssertionError(begun + " have begun, and " + unwound + " were unwound");
        }
        round.tally.count(Kind.UNWOUND, unwound.get());
        round.tally.count(Kind.GUESTS);
    }
}
