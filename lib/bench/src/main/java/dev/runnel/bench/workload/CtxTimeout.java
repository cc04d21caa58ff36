package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Contexts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * While many contexts with a time limit exist, a goroutine per processor makes ten more and cancels them. An operation
 * is one of these.
 */
final class CtxTimeout<C> extends Workload<C> {

    CtxTimeout(Kit<C> kit) {
        super(kit, Need.TOOLS, Need.OWN);
    }

    private static final int BATCH = 10;
    private static final Duration LIMIT = Duration.ofHours(1);

    @Override
    public void run(Round round) {
        run(round, kit.tools().contexts());
    }

    private <X> void run(Round round, Contexts<C, X> contexts) {
        int procs = round.procs();
        List<X> crowd = new ArrayList<>();
        onEach(procs, () -> {
            List<X> mine = make(contexts, round.size() / procs, new ArrayList<>());
            synchronized (crowd) {
                crowd.addAll(mine);
            }
            return 0;
        });
        long n = round.n();
        long start = System.nanoTime();
        long ended = onEach(procs, () -> {
            List<X> batch = new ArrayList<>();
            long count = 0;
            for (long i = 0; i < n; i++) {
                batch.clear();
                count += cancel(contexts, make(contexts, BATCH, batch));
            }
            return count;
        });
        round.took(System.nanoTime() - start);
        round.check("ended", procs * n * BATCH, ended);
        round.check("crowd", round.size() / procs * procs, cancel(contexts, crowd));
        round.did(procs * n * BATCH);
    }

    private static <C, X> List<X> make(Contexts<C, X> contexts, int count, List<X> list) {
        for (int i = 0; i < count; i++) {
            list.add(contexts.limited(LIMIT));
        }
        return list;
    }

    private static <C, X> long cancel(Contexts<C, X> contexts, List<X> list) {
        long ended = 0;
        for (int i = 0; i < list.size(); i++) {
            contexts.cancel(list.get(i));
            ended += contexts.hasError(list.get(i)) ? 1 : 0;
        }
        return ended;
    }
}
