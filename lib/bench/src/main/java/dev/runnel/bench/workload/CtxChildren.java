package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Contexts;

/**
 * On each processor a goroutine makes contexts below one that all share, and cancels each. An operation is a context.
 */
final class CtxChildren<C> extends Workload<C> {

    CtxChildren(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.OWN);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().contexts());
    }

    private <X> void run(Round round, Contexts<C, X> contexts) {
        long n = round.n();
        X shared = contexts.root();
        long ended = onEach(round.procs(), () -> {
            long count = 0;
            for (long i = 0; i < n; i++) {
                X mine = contexts.below(shared);
                contexts.cancel(mine);
                count += contexts.hasError(mine) ? 1 : 0;
            }
            return count;
        });
        round.check("ended", round.procs() * n, ended);
        round.check("shared one ended", 0, contexts.hasError(shared) ? 1 : 0);
        contexts.cancel(shared);
        round.did(round.procs() * n);
    }
}
