package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.AtomicLong;

/** Goroutines that only say that they are done, a thousand at a time. An operation is a goroutine. */
final class Spawn<C> extends Workload<C> {

    Spawn(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    private static final int WAVE = 1000;

    @Override
    public void run(Round round) {
        AtomicLong ran = new AtomicLong();
        for (long i = 0; i < round.n(); i++) {
            Crew crew = kit.crew(WAVE);
            for (int j = 0; j < WAVE; j++) {
                kit.go(() -> {
                    ran.incrementAndGet();
                    crew.done();
                });
            }
            crew.await();
        }
        round.check("ran", round.n() * WAVE, ran.get());
        round.did(round.n() * WAVE);
    }
}
