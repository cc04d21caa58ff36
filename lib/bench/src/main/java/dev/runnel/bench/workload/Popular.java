package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Picker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Many goroutines that select between a channel of their own and one that all share. An operation is a value on one of
 * the former.
 */
final class Popular<C> extends Workload<C> {

    Popular(Kit<C> kit) {
        super(kit, Need.SELECT);
    }

    @Override
    public void run(Round round) {
        long n = round.n();
        C shared = kit.chan(0);
        List<C> own = new ArrayList<>();
        Crew crew = kit.crew(round.size());
        LongAdder sum = new LongAdder();
        for (int j = 0; j < round.size(); j++) {
            C mine = kit.chan(0);
            own.add(mine);
            kit.go(() -> {
                Picker picker = kit.picker(List.of(shared, mine), List.of(), false);
                long total = 0;
                for (long i = 0; i < n; i++) {
                    total += Values.number(picker.pick(null));
                }
                sum.add(total);
                crew.done();
            });
        }
        for (long i = 0; i < n; i++) {
            Integer value = Values.of(i);
            for (int j = 0; j < own.size(); j++) {
                kit.send(own.get(j), value);
            }
        }
        crew.await();
        round.check("sum", round.size() * Values.sum(n), sum.sum());
        round.did(round.size() * n);
    }
}
