package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Crew;
import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/** Two virtual threads that park and unpark each other. An operation is a switch. */
final class Switch<C> extends Workload<C> {

    Switch(Kit<C> kit) {
        super(kit, Need.BARE);
    }

    private static final int SIDES = 2;

    private final AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(SIDES);
    private volatile long turn;

    @Override
    public void run(Round round) {
        turn = -SIDES;
        Crew crew = kit.crew(SIDES);
        for (int side = 0; side < SIDES; side++) {
            int me = side;
            kit.go(() -> {
                threads.set(me, Thread.currentThread());
                play(me, round.n());
                crew.done();
            });
        }
        crew.await();
        round.check("turns", SIDES * round.n(), turn);
        round.did(SIDES * round.n());
    }

    private void play(int me, long n) {
        if (me == 0) {
            while (threads.get(1) == null) {
                Thread.yield();
            }
            turn = 0;
        }
        Thread other = null;
        for (long i = 0; i < n; i++) {
            long mine = SIDES * i + me;
            while (turn != mine) {
                LockSupport.park(this);
            }
            if (other == null) {
                other = threads.get(1 - me);
            }
            turn = mine + 1;
            LockSupport.unpark(other);
        }
    }
}
