package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** One goroutine fills a channel and then empties it. An operation is a send or a receive. */
final class Seq<C> extends Workload<C> {

    Seq(Kit<C> kit) {
        super(kit, Need.TRY);
    }

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        for (long i = 0; i < round.n(); i++) {
            feed(channel, round.cap());
            round.check("sum", Values.sum(round.cap()), drain(channel, round.cap()));
        }
        round.did(2 * round.n() * round.cap());
    }
}
