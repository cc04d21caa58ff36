package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;

/** Two goroutines that wait for each other. An operation is there and back. */
final class PingPong<C> extends Workload<C> {

    PingPong(Kit<C> kit) {
        super(kit);
    }

    @Override
    public void run(Round round) {
        C ping = kit.chan(round.cap());
        C pong = kit.chan(round.cap());
        long n = round.n();
        kit.go(() -> {
            for (long i = 0; i < n; i++) {
                kit.send(pong, kit.recv(ping));
            }
        });
        long sum = 0;
        for (long i = 0; i < n; i++) {
            kit.send(ping, Values.of(i));
            sum += Values.number(kit.recv(pong));
        }
        round.check("sum", Values.sum(n), sum);
        round.did(n);
    }
}
