package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Locks;

/**
 * Goroutines that meet again and again: the last to come wakes the others. An operation is a goroutine that is woken.
 */
final class CondBroadcast<C> extends Workload<C> {

    CondBroadcast(Kit<C> kit) {
        super(kit, Need.TOOLS);
    }

    private static final class Meeting {
        private int there;
        private long held;
    }

    @Override
    public void run(Round round) {
        run(round, kit.tools().locks());
    }

    private <M, D> void run(Round round, Locks<M, D> locks) {
        M mutex = locks.mutex();
        D condition = locks.condition(mutex);
        Meeting meeting = new Meeting();
        long n = round.n();
        int all = round.size() + 1;
        long turns = onEach(all, () -> {
            long count = 0;
            for (long i = 0; i < n; i++) {
                locks.lock(mutex);
                if (++meeting.there == all) {
                    meeting.there = 0;
                    meeting.held++;
                    locks.broadcast(condition);
                } else {
                    long before = meeting.held;
                    while (meeting.held == before) {
                        locks.await(condition);
                    }
                }
                locks.unlock(mutex);
                count++;
            }
            return count;
        });
        round.check("turns", all * n, turns);
        round.check("held", n, meeting.held);
        round.did(round.size() * n);
    }
}
