package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.Fifo;
import dev.runnel.runtime.queue.RunQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The run queue that all Ps share: what overflows a ring, what yields, what comes back from outside without finding an
 * idle P, and, before all these, what a P had that is no more. Under the scheduler's lock but for {@link #isEmpty()} and {@link #size()}.
 */
final class GlobalQueue {

    private static final int LARGEST_BATCH = RunQueue.SLOTS / 2;

    private final Fifo<Goroutine> queue = new Fifo<>();

    void put(Goroutine g) {
        queue.put(g);
    }

    /** All that a P has, in its order, {@code next} first, before what is here (P71). By who has that P in hands. */
    void putFirst(RunQueue.Owner<Goroutine> owner) {
        List<Goroutine> all = new ArrayList<>();
        Goroutine next = owner.takeNext();
        if (next != null) {
            all.add(next);
        }
        for (Goroutine g = owner.take(); g != null; g = owner.take()) {
            all.add(g);
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            queue.putFirst(all.get(i));
        }
    }

    @Nullable Goroutine take() {
        return queue.take();
    }

    /**
     * Takes the share of a P: its part of the queue and one, half a ring at most. The first is returned, the others go to
     * the P's ring. By who holds that P.
     */
    @Nullable Goroutine takeBatch(Processor p, int processors) {
        int n = Math.min(queue.size() / processors + 1, Math.min(LARGEST_BATCH, p.queue.room()));
        Goroutine first = queue.take();
        for (int i = 1; i < n; i++) {
            Goroutine g = queue.take();
            if (g == null) {
                break;
            }
            p.queue.put(g, shed -> {
                throw new IllegalStateException("a ring with room for a batch overflows");
            });
        }
        return first;
    }

    /** First out first; for tests. */
    List<Goroutine> elements() {
        return queue.elements();
    }

    /** Without the lock, too; as a hint. */
    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Without the lock, too; as a hint. */
    int size() {
        return queue.size();
    }
}
