package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.Set;

/**
 * Goroutines that wait for one event: how long it takes to start them, and how many bytes those of the last crowd hold.
 * An operation is a goroutine.
 */
final class Blocked<C> extends Workload<C> {

    Blocked(Kit<C> kit) {
        super(kit);
    }

    @Override
    Set<Need> needs(int size) {
        return Crowd.needs(size);
    }

    @Override
    public void run(Round round) {
        long took = 0;
        for (long k = 1; k < round.n(); k++) {
            Crowd<C> crowd = new Crowd<>(kit, round.size());
            took += crowd.gather();
            crowd.release();
        }
        long before = Heap.live();
        Crowd<C> last = new Crowd<>(kit, round.size());
        took += last.gather();
        round.holds(round.n() * Math.max(0, Heap.live() - before));
        last.release();
        round.took(took);
        round.did(round.n() * round.size());
    }
}
