package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** On each processor one goroutine fills and empties a channel of its own. An operation is a send and a receive. */
final class Uncontended<C> extends Workload<C> {

    Uncontended(Kit<C> kit) {
        super(kit, Need.TRY);
    }

    @Override
    public void run(Round round) {
        long n = round.n();
        int cap = round.cap();
        long sum = onEach(round.procs(), () -> {
            C channel = kit.chan(cap);
            long mine = 0;
            for (long i = 0; i < n; i++) {
                feed(channel, cap);
                mine += drain(channel, cap);
            }
            return mine;
        });
        round.check("sum", round.procs() * n * Values.sum(cap), sum);
        round.did(round.procs() * n * cap);
    }
}
