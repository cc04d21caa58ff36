package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Picker;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A producer and a consumer per processor, whose every send and receive is a select with a timeout and a quit channel.
 * An operation is a value.
 */
final class SelectTimeout<C> extends Workload<C> {

    SelectTimeout(Kit<C> kit) {
        super(kit, Need.SELECT);
    }

    private static final Integer LAST = -1;

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        C quit = kit.chan(0);
        long share = round.n() / round.procs() + 1;
        Crew crew = kit.crew(round.procs());
        LongAdder sum = new LongAdder();
        for (int p = 0; p < round.procs(); p++) {
            kit.go(() -> {
                Picker sender = kit.picker(List.of(quit), List.of(channel), true);
                for (long i = 0; i < share; i++) {
                    sender.pick(Values.of(i));
                }
                sender.pick(LAST);
            });
            kit.go(() -> {
                Picker receiver = kit.picker(List.of(channel, quit), List.of(), true);
                long mine = 0;
                for (int v = Values.number(receiver.pick(null)); v != LAST; v = Values.number(receiver.pick(null))) {
                    mine += v;
                }
                sum.add(mine);
                crew.done();
            });
        }
        crew.await();
        round.check("sum", round.procs() * Values.sum(share), sum.sum());
        round.did(round.procs() * share);
    }
}
