package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Semaphores;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Goroutines on a semaphore that is enough for half of them, and that each holds while it lets others run. An operation is a turn of one of them. */
final class SemaphoreLoop<C> extends Workload<C> {

    private static final int HALF = 2;

    private final int weights;

    /**
     * @param weights from one to so many permits are taken at a time, by each goroutine always as many
     */
    SemaphoreLoop(Kit<C> kit, int weights) {
        super(kit, Need.TOOLS, Need.TWO_KINDS);
        this.weights = weights;
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().semaphores());
    }

    private <S> void run(Round round, Semaphores<S> semaphores) {
        int size = round.size();
        int permits = size * (1 + weights) / 2 / HALF;
        S semaphore = semaphores.of(permits);
        long share = round.n() / size + 1;
        AtomicInteger number = new AtomicInteger();
        AtomicLong taken = new AtomicLong();
        LongAdder tooMany = new LongAdder();
        long turns = onEach(size, () -> {
            int mine = 1 + number.getAndIncrement() % weights;
            long count = 0;
            for (long i = 0; i < share; i++) {
                semaphores.acquire(semaphore, mine);
                if (taken.addAndGet(mine) > permits) {
                    tooMany.increment();
                }
                kit.yield();
                taken.addAndGet(-mine);
                semaphores.release(semaphore, mine);
                count++;
            }
            return count;
        });
        round.check("too many", 0, tooMany.sum());
        round.check("turns", size * share, turns);
        round.did(size * share);
    }
}
