package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** A goroutine sends one value, and the one that started it receives it. An operation is a goroutine. */
final class SpawnRendezvous<C> extends Workload<C> {

    SpawnRendezvous(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    @Override
    public void run(Round round) {
        C channel = kit.chan(0);
        long sum = 0;
        for (long i = 0; i < round.n(); i++) {
            Integer value = Values.of(i);
            kit.go(() -> kit.send(channel, value));
            sum += Values.number(kit.recv(channel));
        }
        round.check("sum", Values.sum(round.n()), sum);
        round.did(round.n());
    }
}
