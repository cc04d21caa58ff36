package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Picker;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Some goroutines that each select between a channel of their own and a quit channel that all share. An operation is a
 * value.
 */
final class SelectQuit<C> extends Workload<C> {

    SelectQuit(Kit<C> kit) {
        super(kit, Need.SELECT);
    }

    @Override
    public void run(Round round) {
        long share = round.n() / round.size() + 1;
        C quit = kit.chan(0);
        Crew feeders = kit.crew(round.size());
        Crew workers = kit.crew(round.size());
        LongAdder sum = new LongAdder();
        for (int i = 0; i < round.size(); i++) {
            C own = kit.chan(round.cap());
            kit.go(() -> {
                feed(own, share);
                feeders.done();
            });
            kit.go(() -> {
                Picker picker = kit.picker(List.of(own, quit), List.of(), false);
                long mine = 0;
                for (Object v = picker.pick(null); v != null; v = picker.pick(null)) {
                    mine += Values.number(v);
                }
                sum.add(mine);
                workers.done();
            });
        }
        feeders.await();
        kit.close(quit);
        workers.await();
        round.check("sum", round.size() * Values.sum(share), sum.sum());
        round.did(round.size() * share);
    }
}
