package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.LongAdder;

/** Four send, four receive, on one channel. An operation is a value. */
final class Mpmc<C> extends Workload<C> {

    Mpmc(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    private static final int SENDERS = 4;

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        long share = round.n() / SENDERS + 1;
        Crew crew = kit.crew(SENDERS);
        LongAdder sum = new LongAdder();
        for (int t = 0; t < SENDERS; t++) {
            kit.go(() -> feed(channel, share));
            kit.go(() -> {
                sum.add(drain(channel, share));
                crew.done();
            });
        }
        crew.await();
        round.check("sum", SENDERS * Values.sum(share), sum.sum());
        round.did(SENDERS * share);
    }
}
