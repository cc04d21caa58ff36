package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Many goroutines that sleep, each for one to ten milliseconds, again and again. An operation is a sleep. */
final class Sleepers<C> extends Workload<C> {

    Sleepers(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    private static final int SPREAD = 10;

    @Override
    public void run(Round round) {
        long n = round.n();
        Crew crew = kit.crew(round.size());
        LongAdder tooShort = new LongAdder();
        for (int i = 0; i < round.size(); i++) {
            Duration duration = Duration.ofMillis(1 + i % SPREAD);
            kit.go(() -> {
                for (long k = 0; k < n; k++) {
                    long before = System.nanoTime();
                    kit.sleep(duration);
                    if (System.nanoTime() - before < duration.toNanos()) {
                        tooShort.increment();
                    }
                }
                crew.done();
            });
        }
        crew.await();
        round.check("too short", 0, tooShort.sum());
        round.did(round.size() * n);
    }
}
