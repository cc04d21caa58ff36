package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** Goroutines that wait for one event: how long it takes until all have ended. An operation is a goroutine. */
final class Released<C> extends Workload<C> {

    Released(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    @Override
    public void run(Round round) {
        Crowd<C> crowd = new Crowd<>(kit, round.size());
        crowd.gather();
        round.took(crowd.release());
        round.did(round.size());
    }
}
