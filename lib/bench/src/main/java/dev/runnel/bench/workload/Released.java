package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.Set;

/** Goroutines that wait for one event: how long it takes until all have ended. An operation is a goroutine. */
final class Released<C> extends Workload<C> {

    Released(Kit<C> kit) {
        super(kit);
    }

    @Override
    Set<Need> needs(int size) {
        return Crowd.needs(size);
    }

    @Override
    public void run(Round round) {
        long took = 0;
        for (long k = 0; k < round.n(); k++) {
            Crowd<C> crowd = new Crowd<>(kit, round.size());
            crowd.gather();
            took += crowd.release();
        }
        round.took(took);
        round.did(round.n() * round.size());
    }
}
