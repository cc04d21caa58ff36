package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Picker;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Four send, four receive, each by a select over four channels. An operation is a value. */
final class SelectBoth<C> extends Workload<C> {

    SelectBoth(Kit<C> kit) {
        super(kit, Need.SELECT, Need.SELECT_BOTH);
    }

    private static final int PARTIES = 4;

    @Override
    public void run(Round round) {
        List<C> channels =
                Stream.generate(() -> kit.chan(round.cap())).limit(PARTIES).toList();
        long share = round.n() / PARTIES + 1;
        Crew crew = kit.crew(PARTIES);
        LongAdder sum = new LongAdder();
        for (int t = 0; t < PARTIES; t++) {
            kit.go(() -> {
                Picker sender = kit.picker(List.of(), channels, false);
                for (long i = 0; i < share; i++) {
                    sender.pick(Values.of(i));
                }
            });
            kit.go(() -> {
                Picker receiver = kit.picker(channels, List.of(), false);
                long mine = 0;
                for (long i = 0; i < share; i++) {
                    mine += Values.number(receiver.pick(null));
                }
                sum.add(mine);
                crew.done();
            });
        }
        crew.await();
        round.check("sum", PARTIES * Values.sum(share), sum.sum());
        round.did(PARTIES * share);
    }
}
