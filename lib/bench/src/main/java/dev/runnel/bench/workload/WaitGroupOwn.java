package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Groups;

/**
 * On each processor one goroutine adds one to a group of its own, says that it is done, and waits for nobody. An
 * operation is all three.
 */
final class WaitGroupOwn<C> extends Workload<C> {

    WaitGroupOwn(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.TWO_KINDS, Need.GROWING);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().groups());
    }

    private <G> void run(Round round, Groups<G> groups) {
        long n = round.n();
        long counted = onEach(round.procs(), () -> {
            G group = Own.of(() -> groups.of(0));
            long count = 0;
            for (long i = 0; i < n; i++) {
                groups.add(group);
                groups.done(group);
                groups.await(group);
                count++;
            }
            return count;
        });
        round.check("counted", round.procs() * n, counted);
        round.did(round.procs() * n);
    }
}
