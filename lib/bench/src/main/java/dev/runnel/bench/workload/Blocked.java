package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** Goroutines that wait for one event: how long it takes to start them, and what they hold. An operation is a goroutine. */
final class Blocked<C> extends Workload<C> {

    Blocked(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    @Override
    public void run(Round round) {
        long before = Heap.live();
        Crowd<C> crowd = new Crowd<>(kit, round.size());
        round.took(crowd.gather());
        round.holds(Math.max(0, Heap.live() - before));
        crowd.release();
        round.did(round.size());
    }
}
