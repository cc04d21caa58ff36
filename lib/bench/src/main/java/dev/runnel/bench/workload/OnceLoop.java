package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Task;
import dev.runnel.bench.tool.Onces;
import java.util.concurrent.atomic.AtomicLong;

/**
 * On each processor one goroutine asks, again and again, for the same thing to be done once. An operation is a call.
 */
final class OnceLoop<C> extends Workload<C> {

    OnceLoop(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.OWN);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().onces());
    }

    private <O> void run(Round round, Onces<O> onces) {
        long n = round.n();
        O once = onces.once();
        AtomicLong ran = new AtomicLong();
        Task task = ran::incrementAndGet;
        long counted = onEach(round.procs(), () -> {
            long count = 0;
            for (long i = 0; i < n; i++) {
                onces.run(once, task);
                count++;
            }
            return count;
        });
        round.check("ran", 1, ran.get());
        round.check("counted", round.procs() * n, counted);
        round.did(round.procs() * n);
    }
}
