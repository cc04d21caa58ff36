package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Picker;
import dev.runnel.bench.tool.Contexts;
import java.util.List;

/**
 * One sends, one receives from that channel or another unless a context ends; nobody sends on the other, and the
 * context never ends. An operation is a value.
 */
final class CtxSelect<C> extends Workload<C> {

    CtxSelect(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.OWN);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().contexts());
    }

    private <X> void run(Round round, Contexts<C, X> contexts) {
        C channel = kit.chan(round.cap());
        C idle = kit.chan(0);
        X context = contexts.root();
        long n = round.n();
        kit.go(() -> feed(channel, n));
        Picker picker = contexts.picker(List.of(channel, idle), context);
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += Values.number(picker.pick(null));
        }
        contexts.cancel(context);
        round.check("sum", Values.sum(n), sum);
        round.did(n);
    }
}
