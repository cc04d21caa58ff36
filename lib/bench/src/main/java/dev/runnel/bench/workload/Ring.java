package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** A circle of goroutines with one token. An operation is a hop. */
final class Ring<C> extends Workload<C> {

    Ring(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    @Override
    public void run(Round round) {
        long n = round.n();
        C first = kit.chan(round.cap());
        C last = first;
        for (int i = 1; i < round.size(); i++) {
            C left = last;
            C right = kit.chan(round.cap());
            kit.go(() -> {
                for (long k = 0; k < n; k++) {
                    kit.send(right, Values.of(Values.number(kit.recv(left)) + 1));
                }
            });
            last = right;
        }
        for (long k = 0; k < n; k++) {
            kit.send(first, 1);
            round.check("token", Values.of(round.size()), Values.number(kit.recv(last)));
        }
        round.did(n * round.size());
    }
}
