package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A producer and a consumer per processor, all on one channel, each of which works a little on each value. An operation
 * is a value.
 */
final class ProdCons<C> extends Workload<C> {

    ProdCons(Kit<C> kit) {
        super(kit, Need.MANY);
    }

    private static final int BATCH = 1000;
    private static final Integer VALUE = 1;
    private static final Integer LAST = 0;

    @Override
    public void run(Round round) {
        C channel = kit.chan(round.cap());
        Crew crew = kit.crew(2 * round.procs());
        AtomicLong batches = new AtomicLong(round.n() / BATCH + 1);
        long n = batches.get() * BATCH;
        LongAdder received = new LongAdder();
        LongAdder idle = new LongAdder();
        int work = round.size();
        for (int p = 0; p < round.procs(); p++) {
            kit.go(() -> {
                idle.add(produce(channel, batches, work));
                crew.done();
            });
            kit.go(() -> {
                idle.add(consume(channel, received, work));
                crew.done();
            });
        }
        crew.await();
        round.check("received", n, received.sum());
        round.check("somebody worked", work > 0 ? 1 : 0, idle.sum() < 2 * round.procs() ? 1 : 0);
        round.did(n);
    }

    private long produce(C channel, AtomicLong batches, int work) {
        long state = Work.START;
        while (batches.getAndDecrement() > 0) {
            for (int i = 0; i < BATCH; i++) {
                state = Work.steps(state, work);
                kit.send(channel, VALUE);
            }
        }
        kit.send(channel, LAST);
        return Work.idle(state);
    }

    private long consume(C channel, LongAdder received, int work) {
        long state = Work.START;
        long count = 0;
        while (Values.number(kit.recv(channel)) != LAST) {
            state = Work.steps(state, work);
            count++;
        }
        received.add(count);
        return Work.idle(state);
    }
}
