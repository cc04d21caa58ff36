package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/**
 * A tree of goroutines, ten below each; the leaves send their numbers, the others the sum. An operation is a goroutine.
 */
final class Skynet<C> extends Workload<C> {

    Skynet(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    private static final int FAN = 10;

    @Override
    public void run(Round round) {
        long leaves = round.size();
        long goroutines = 0;
        for (long level = leaves; level > 0; level /= FAN) {
            goroutines += level;
        }
        for (long i = 0; i < round.n(); i++) {
            C result = kit.chan(0);
            kit.go(() -> node(result, 0, leaves));
            round.check("sum", leaves * (leaves - 1) / 2, (Long) kit.recv(result));
        }
        round.did(round.n() * goroutines);
    }

    private void node(C parent, long number, long leaves) {
        if (leaves == 1) {
            kit.send(parent, number);
            return;
        }
        C children = kit.chan(0);
        long each = leaves / FAN;
        for (int i = 0; i < FAN; i++) {
            long first = number + i * each;
            kit.go(() -> node(children, first, each));
        }
        long sum = 0;
        for (int i = 0; i < FAN; i++) {
            sum += (Long) kit.recv(children);
        }
        kit.send(parent, sum);
    }
}
