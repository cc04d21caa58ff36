package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** A line of goroutines, each of which passes on what it gets. An operation is a hop. */
final class Chain<C> extends Workload<C> {

    Chain(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    @Override
    public void run(Round round) {
        long n = round.n();
        C first = kit.chan(round.cap());
        C last = first;
        for (int i = 0; i < round.size(); i++) {
            C left = last;
            C right = kit.chan(round.cap());
            kit.go(() -> {
                for (long k = 0; k < n; k++) {
                    kit.send(right, kit.recv(left));
                }
            });
            last = right;
        }
        kit.go(() -> feed(first, n));
        round.check("sum", Values.sum(n), drain(last, n));
        round.did(n * (round.size() + 1));
    }
}
