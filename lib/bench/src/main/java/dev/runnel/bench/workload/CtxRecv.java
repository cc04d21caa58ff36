package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Contexts;

/** One sends, one receives unless a context ends, which never happens. An operation is a value. */
final class CtxRecv<C> extends Workload<C> {

    CtxRecv(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.OWN);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().contexts());
    }

    private <X> void run(Round round, Contexts<C, X> contexts) {
        C channel = kit.chan(round.cap());
        X context = contexts.root();
        long n = round.n();
        kit.go(() -> feed(channel, n));
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += Values.number(contexts.recv(channel, context));
        }
        contexts.cancel(context);
        round.check("sum", Values.sum(n), sum);
        round.did(n);
    }
}
