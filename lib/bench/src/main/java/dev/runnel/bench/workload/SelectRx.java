package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Picker;
import java.util.List;
import java.util.stream.Stream;

/** A sender for each of some channels, and one that receives from all by a select. An operation is a value. */
final class SelectRx<C> extends Workload<C> {

    SelectRx(Kit<C> kit) {
        super(kit, Need.SELECT);
    }

    @Override
    public void run(Round round) {
        List<C> channels =
                Stream.generate(() -> kit.chan(round.cap())).limit(round.size()).toList();
        long share = round.n() / round.size() + 1;
        channels.forEach(c -> kit.go(() -> feed(c, share)));
        Picker picker = kit.picker(channels, List.of(), false);
        long sum = 0;
        for (long i = 0; i < round.size() * share; i++) {
            sum += Values.number(picker.pick(null));
        }
        round.check("sum", round.size() * Values.sum(share), sum);
        round.did(round.size() * share);
    }
}
