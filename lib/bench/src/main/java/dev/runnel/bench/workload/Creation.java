package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** On each processor one goroutine makes channels, and uses each once. An operation is a channel. */
final class Creation<C> extends Workload<C> {

    Creation(Kit<C> kit) {
        super(kit, Need.TRY);
    }

    @Override
    public void run(Round round) {
        long n = round.n();
        int cap = round.cap();
        long sum = onEach(round.procs(), () -> {
            long mine = 0;
            for (long i = 0; i < n; i++) {
                C channel = kit.chan(cap);
                kit.send(channel, Values.of(i));
                mine += Values.number(kit.recv(channel));
            }
            return mine;
        });
        round.check("sum", round.procs() * Values.sum(n), sum);
        round.did(round.procs() * n);
    }
}
