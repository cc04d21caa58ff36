package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Contexts;

/**
 * On each processor a goroutine asks a context, which all share, whether it has ended; it has not. An operation is a
 * question.
 */
final class CtxCheck<C> extends Workload<C> {

    private final boolean byChannel;

    /** @param byChannel whether its channel is asked, not the context itself */
    CtxCheck(Kit<C> kit, boolean byChannel) {
        super(kit, Need.TOOLS, Need.OWN);
        this.byChannel = byChannel;
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().contexts());
    }

    private <X> void run(Round round, Contexts<C, X> contexts) {
        X shared = contexts.root();
        long n = round.n();
        long ended = onEach(round.procs(), () -> byChannel ? done(contexts, shared, n) : errors(contexts, shared, n));
        round.check("ended", 0, ended);
        contexts.cancel(shared);
        round.check("ended now", 2, done(contexts, shared, 1) + errors(contexts, shared, 1));
        round.did(round.procs() * n);
    }

    private static <C, X> long errors(Contexts<C, X> contexts, X context, long n) {
        long count = 0;
        for (long i = 0; i < n; i++) {
            count += contexts.hasError(context) ? 1 : 0;
        }
        return count;
    }

    private static <C, X> long done(Contexts<C, X> contexts, X context, long n) {
        long count = 0;
        for (long i = 0; i < n; i++) {
            count += contexts.isDone(context) ? 1 : 0;
        }
        return count;
    }
}
