package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.RwLocks;

/**
 * On each processor one goroutine locks a lock of its own: twice at a time for reading, then once for writing. An
 * operation is all of that.
 */
final class RwMutexOwn<C> extends Workload<C> {

    RwMutexOwn(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.TWO_KINDS);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().rwLocks());
    }

    private <L> void run(Round round, RwLocks<L> locks) {
        long n = round.n();
        long counted = onEach(round.procs(), () -> {
            L lock = Own.of(locks::lock);
            long count = 0;
            for (long i = 0; i < n; i++) {
                long first = locks.readLock(lock);
                long second = locks.readLock(lock);
                locks.readUnlock(lock, second);
                locks.readUnlock(lock, first);
                long stamp = locks.writeLock(lock);
                count++;
                locks.writeUnlock(lock, stamp);
            }
            return count;
        });
        round.check("counted", round.procs() * n, counted);
        round.did(round.procs() * n);
    }
}
