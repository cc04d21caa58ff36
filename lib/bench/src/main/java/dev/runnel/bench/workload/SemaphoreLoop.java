package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Semaphores;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Goroutines with a semaphore that has permits for half of them; each lets others run while it holds some. An operation
 * is a turn of one of them.
 */
final class SemaphoreLoop<C> extends Workload<C> {

    private static final int HALF = 2;

    private final int weights;

    /** @param weights goroutines take from one to so many permits at a time, each always the same number */
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
        Turns<S> turns = new Turns<>(semaphores, size * (1 + weights) / 2 / HALF, round.n() / size + 1);
        long taken = onEach(size, turns::take);
        round.check("too many", 0, turns.tooMany.sum());
        round.check("turns", size * turns.share, taken);
        round.did(size * turns.share);
    }

    /**
     * What all share. It is an object, since what a lambda captures becomes arguments of its method, and more than six
     * of them are passed on the stack: then the JDK copies the stack of a goroutine that waits each time anew.
     */
    private final class Turns<S> {
        private final Semaphores<S> semaphores;
        private final int permits;
        private final S semaphore;
        private final long share;
        private final AtomicInteger number = new AtomicInteger();
        private final AtomicLong taken = new AtomicLong();
        private final LongAdder tooMany = new LongAdder();

        Turns(Semaphores<S> semaphores, int permits, long share) {
            this.semaphores = semaphores;
            this.permits = permits;
            this.share = share;
            semaphore = semaphores.of(permits);
        }

        /** Takes the turns of one of them. */
        long take() {
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
        }
    }
}
