package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Locks;

/** On each processor one goroutine locks and unlocks a mutex of its own. An operation is both. */
final class MutexOwn<C> extends Workload<C> {

    MutexOwn(Kit<C> kit) {
        super(kit, Need.TOOLS);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().locks());
    }

    private <M> void run(Round round, Locks<M, ?> locks) {
        long n = round.n();
        long counted = onEach(round.procs(), () -> {
            M mutex = Own.of(locks::mutex);
            long count = 0;
            for (long i = 0; i < n; i++) {
                locks.lock(mutex);
                count++;
                locks.unlock(mutex);
            }
            return count;
        });
        round.check("counted", round.procs() * n, counted);
        round.did(round.procs() * n);
    }
}
