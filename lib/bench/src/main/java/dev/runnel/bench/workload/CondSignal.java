package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.tool.Locks;

/**
 * One goroutine puts values into a place with room for one, others take them out, and each side signals to the other.
 * An operation is a value.
 */
final class CondSignal<C> extends Workload<C> {

    CondSignal(Kit<C> kit) {
        super(kit, Need.TOOLS);
    }

    private static final int NOTHING = -1;

    @Override
    public void run(Round round) {
        run(round, kit.tools().locks());
    }

    private <M, D> void run(Round round, Locks<M, D> locks) {
        Place<M, D> place = new Place<>(locks);
        long share = round.n() / round.size() + 1;
        long n = round.size() * share;
        kit.go(() -> {
            for (long i = 0; i < n; i++) {
                place.put(Values.of(i));
            }
        });
        long sum = onEach(round.size(), () -> {
            long mine = 0;
            for (long i = 0; i < share; i++) {
                mine += place.take();
            }
            return mine;
        });
        round.check("sum", Values.sum(n), sum);
        round.did(n);
    }

    private static final class Place<M, D> {

        private final Locks<M, D> locks;
        private final M mutex;
        private final D filled;
        private final D emptied;
        private int value = NOTHING;

        Place(Locks<M, D> locks) {
            this.locks = locks;
            mutex = locks.mutex();
            filled = locks.condition(mutex);
            emptied = locks.condition(mutex);
        }

        void put(int next) {
            locks.lock(mutex);
            while (value != NOTHING) {
                locks.await(emptied);
            }
            value = next;
            locks.signal(filled);
            locks.unlock(mutex);
        }

        int take() {
            locks.lock(mutex);
            while (value == NOTHING) {
                locks.await(filled);
            }
            int taken = value;
            value = NOTHING;
            locks.signal(emptied);
            locks.unlock(mutex);
            return taken;
        }
    }
}
