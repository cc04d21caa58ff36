package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;

/** One sends, one receives. An operation is a value. Also known as spsc. */
final class Rendezvous<C> extends Workload<C> {

    Rendezvous(Kit<C> kit) {
        super(kit);
    }

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        long n = round.n();
        kit.go(() -> feed(channel, n));
        round.check("sum", Values.sum(n), drain(channel, n));
        round.did(n);
    }
}
