package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** Four send, one receives. An operation is a value. */
final class Mpsc<C> extends Workload<C> {

    Mpsc(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    private static final int SENDERS = 4;

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        long share = round.n() / SENDERS + 1;
        for (int t = 0; t < SENDERS; t++) {
            kit.go(() -> feed(channel, share));
        }
        round.check("sum", SENDERS * Values.sum(share), drain(channel, SENDERS * share));
        round.did(SENDERS * share);
    }
}
