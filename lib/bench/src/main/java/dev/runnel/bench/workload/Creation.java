package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.LongAdder;

/** On each processor one goroutine makes channels, and uses each once. An operation is a channel. */
final class Creation<C> extends Workload<C> {

    Creation(Kit<C> kit) {
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
                long mine = 0;
                for (long i = 0; i < n; i++) {
                    C channel = kit.chan(cap);
                    kit.send(channel, Values.of(i));
                    mine += Values.number(kit.recv(channel));
                }
                sum.add(mine);
                crew.done();
            });
        }
        crew.await();
        round.check("sum", round.procs() * Values.sum(n), sum.sum());
        round.did(round.procs() * n);
    }
}
