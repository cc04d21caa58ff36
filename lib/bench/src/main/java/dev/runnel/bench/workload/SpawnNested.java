package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/**
 * On each processor a goroutine starts a goroutine, which starts a goroutine, and so on. An operation is a goroutine.
 */
final class SpawnNested<C> extends Workload<C> {

    SpawnNested(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    @Override
    public void run(Round round) {
        Crew crew = kit.crew(round.procs());
        for (int p = 0; p < round.procs(); p++) {
            start(crew, round.n());
        }
        crew.await();
        round.did(round.procs() * (round.n() + 1));
    }

    private void start(Crew crew, long left) {
        kit.go(() -> {
            if (left == 0) {
                crew.done();
            } else {
                start(crew, left - 1);
            }
        });
    }
}
