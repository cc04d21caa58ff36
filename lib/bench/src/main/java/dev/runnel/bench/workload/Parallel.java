package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.LongAdder;

/** Many pairs of a sender and a receiver. An operation is a value. */
final class Parallel<C> extends Workload<C> {

    Parallel(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    @Override
    public void run(Round round) {
        long n = round.n();
        Crew crew = kit.crew(round.size());
        LongAdder sum = new LongAdder();
        for (int i = 0; i < round.size(); i++) {
            C channel = kit.chan(round.cap());
            kit.go(() -> feed(channel, n));
            kit.go(() -> {
                sum.add(drain(channel, n));
                crew.done();
            });
        }
        crew.await();
        round.check("sum", round.size() * Values.sum(n), sum.sum());
        round.did(n * round.size());
    }
}
