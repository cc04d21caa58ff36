package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Semaphores;

/**
 * On each processor one goroutine takes the one permit of a semaphore of its own and gives it back. An operation is
 * both.
 */
final class SemaphoreOwn<C> extends Workload<C> {

    SemaphoreOwn(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.TWO_KINDS);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().semaphores());
    }

    private <S> void run(Round round, Semaphores<S> semaphores) {
        long n = round.n();
        long counted = onEach(round.procs(), () -> {
            S semaphore = Own.of(() -> semaphores.of(1));
            long count = 0;
            for (long i = 0; i < n; i++) {
                semaphores.acquire(semaphore, 1);
                count++;
                semaphores.release(semaphore, 1);
            }
            return count;
        });
        round.check("counted", round.procs() * n, counted);
        round.did(round.procs() * n);
    }
}
