package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.LongAdder;

/** On each processor one goroutine fills and empties a channel of its own. An operation is a send and a receive. */
final class Uncontended<C> extends Workload<C> {

    Uncontended(Kit<C> kit) {
        super(kit, Need.TRY);
    }

    @Override
    public void run(Round round) {
        Crew crew = kit.crew(round.procs());
        LongAdder sum = new LongAdder();
        long n = round.n();
        int cap = round.cap();
        for (int p = 0; p < round.procs(); p++) {
            kit.go(() -> {
                C channel = kit.chan(cap);
                long mine = 0;
                for (long i = 0; i < n; i++) {
                    feed(channel, cap);
                    mine += drain(channel, cap);
                }
                sum.add(mine);
                crew.done();
            });
        }
        crew.await();
        round.check("sum", round.procs() * n * Values.sum(cap), sum.sum());
        round.did(round.procs() * n * cap);
    }
}
