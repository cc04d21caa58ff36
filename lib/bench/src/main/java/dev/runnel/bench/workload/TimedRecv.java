package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.time.Duration;

/** One sends, one receives with a time limit that is never reached. An operation is a value. */
final class TimedRecv<C> extends Workload<C> {

    TimedRecv(Kit<C> kit) {
        super(kit, Need.TIMED);
    }

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        Duration limit = Duration.ofHours(1);
        long n = round.n();
        kit.go(() -> feed(channel, n));
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += Values.number(kit.recvWithin(channel, limit));
        }
        round.check("sum", Values.sum(n), sum);
        round.did(n);
    }
}
