package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Groups;

/** On each processor one goroutine starts a group of others, and waits for them. An operation is one of these. */
final class WaitGroupWait<C> extends Workload<C> {

    WaitGroupWait(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.TWO_KINDS);
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().groups());
    }

    private <G> void run(Round round, Groups<G> groups) {
        long n = round.n();
        int size = round.size();
        long counted = onEach(round.procs(), () -> {
            long sum = 0;
            for (long i = 0; i < n; i++) {
                int[] counts = new int[size];
                G group = groups.of(size);
                for (int k = 0; k < size; k++) {
                    int mine = k;
                    kit.go(() -> {
                        counts[mine] = 1;
                        groups.done(group);
                    });
                }
                groups.await(group);
                for (int count : counts) {
                    sum += count;
                }
            }
            return sum;
        });
        round.check("counted", round.procs() * n * size, counted);
        round.did(round.procs() * n * size);
    }
}
