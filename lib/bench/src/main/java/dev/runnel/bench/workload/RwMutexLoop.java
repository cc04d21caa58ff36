package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.RwLocks;

/**
 * On each processor a goroutine reads under one lock that all share, and writes one time in so many. An operation is a
 * read or write.
 */
final class RwMutexLoop<C> extends Workload<C> {

    private final int inside;

    /** @param inside how many steps of work it does while it reads */
    RwMutexLoop(Kit<C> kit, int inside) {
        super(kit, Need.TOOLS, Need.TWO_KINDS);
        this.inside = inside;
    }

    /** A pair whose two halves are equal unless somebody is writing. */
    private static final class Guarded {
        private long first;
        private long second;
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().rwLocks());
    }

    private <L> void run(Round round, RwLocks<L> locks) {
        L lock = locks.lock();
        Guarded guarded = new Guarded();
        long rounds = round.n() / round.size() + 1;
        long torn = onEach(round.procs(), () -> turns(round, locks, lock, guarded, rounds));
        round.check("torn", 0, torn);
        round.check("writes", round.procs() * rounds, guarded.first);
        round.did(round.procs() * rounds * round.size());
    }

    private <L> long turns(Round round, RwLocks<L> locks, L lock, Guarded guarded, long rounds) {
        long state = Work.START;
        long torn = 0;
        for (long i = 0; i < rounds; i++) {
            for (int k = 1; k < round.size(); k++) {
                long stamp = locks.readLock(lock);
                long first = guarded.first;
                state = Work.steps(state, inside);
                torn += first == guarded.second ? 0 : 1;
                locks.readUnlock(lock, stamp);
            }
            long stamp = locks.writeLock(lock);
            guarded.first++;
            guarded.second++;
            locks.writeUnlock(lock, stamp);
        }
        return torn + (Work.idle(state) == 1 == inside > 0 ? 1 : 0);
    }
}
