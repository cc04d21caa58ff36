package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Locks;

/**
 * Goroutines that lock one mutex, count, and unlock it, and work while they hold it or in between. An operation is a
 * turn of one of them.
 */
final class MutexLoop<C> extends Workload<C> {

    private final int inside;
    private final int outside;

    /**
     * @param inside how many steps of work with the mutex
     * @param outside how many steps of work without it
     */
    MutexLoop(Kit<C> kit, int inside, int outside) {
        super(kit, Need.TOOLS);
        this.inside = inside;
        this.outside = outside;
    }

    private static final class Guarded {
        private long count;
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().locks());
    }

    private <M> void run(Round round, Locks<M, ?> locks) {
        M mutex = locks.mutex();
        Guarded guarded = new Guarded();
        long share = round.n() / round.size() + 1;
        long idle = onEach(round.size(), () -> {
            long state = Work.START;
            for (long i = 0; i < share; i++) {
                locks.lock(mutex);
                guarded.count++;
                state = Work.steps(state, inside);
                locks.unlock(mutex);
                state = Work.steps(state, outside);
            }
            return Work.idle(state);
        });
        round.check("count", round.size() * share, guarded.count);
        round.check("idle", inside + outside > 0 ? 0 : round.size(), idle);
        round.did(round.size() * share);
    }
}
