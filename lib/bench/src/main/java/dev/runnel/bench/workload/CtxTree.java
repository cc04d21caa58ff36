package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Contexts;

/** Contexts, each below the one before; the first is cancelled. An operation is a context. */
final class CtxTree<C> extends Workload<C> {

    CtxTree(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.OWN);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().contexts());
    }

    private <X> void run(Round round, Contexts<C, X> contexts) {
        long ended = 0;
        for (long i = 0; i < round.n(); i++) {
            X root = contexts.root();
            X last = root;
            for (int depth = 0; depth < round.size(); depth++) {
                last = contexts.below(last);
            }
            contexts.cancel(root);
            ended += contexts.hasError(last) ? 1 : 0;
        }
        round.check("ended", round.n(), ended);
        round.did(round.n() * (round.size() + 1));
    }
}
