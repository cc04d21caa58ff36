package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/**
 * One try to send that works and one that does not, one try to receive that works and one that does not: four
 * operations.
 */
final class TryOps<C> extends Workload<C> {

    TryOps(Kit<C> kit) {
        super(kit, Need.TRY);
    }

    @Override
    public void run(Round round) {
        C channel = kit.chan(1);
        long wrong = 0;
        for (long i = 0; i < round.n(); i++) {
            Object value = Values.of(i);
            if (!kit.trySend(channel, value)
                    || kit.trySend(channel, value)
                    || kit.tryRecv(channel) != value
                    || kit.tryRecv(channel) != null) {
                wrong++;
            }
        }
        round.check("wrong", 0, wrong);
        round.did(4 * round.n());
    }
}
