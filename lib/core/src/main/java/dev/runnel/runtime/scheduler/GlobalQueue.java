package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.Fifo;
import dev.runnel.runtime.queue.RunQueue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The run queue that all Ps share. In it are: what overflows a ring; what yields, and what was in {@code next} as a
 * slice ended; what is started or readied from outside, or comes back from there, without finding an idle P; what there
 * is no M for; and, before all these, what a P had that is no more, or for which there was no M. Used under the
 * scheduler's lock, except for {@link #isEmpty()} and {@link #size()}.
 */
final class GlobalQueue {

    private static final int LARGEST_BATCH = RunQueue.SLOTS / 2;

    private static final RunQueue.Overflow<Goroutine> NO_OVERFLOW = shed -> {
        throw new IllegalStateException("a ring with room for a batch overflows");
    };

    private final Fifo<Goroutine> queue = new Fifo<>();

    /** Empty except for a moment. Made in advance: whoever has taken goroutines out has them in its hands. */
    private final Fifo<Goroutine> ofOneThatGoes = new Fifo<>();

    void put(Goroutine g) {
        queue.put(g);
    }

    /**
     * All that a P has, in its order, {@code next} first, before what is here (P71). By whoever has that P in its
     * hands.
     */
    void putFirst(RunQueue.Owner<Goroutine> owner) {
        Fifo<Goroutine> all = ofOneThatGoes;
        Goroutine next = owner.takeNext();
        if (next != null) {
            all.put(next);
        }
        for (Goroutine g = owner.take(); g != null; g = owner.take()) {
            all.put(g);
        }
        queue.putAllFirst(all);
    }

    @Nullable Goroutine take() {
        return queue.take();
    }

    /** The first that needs no other M than its own, if there is one. */
    @Nullable Goroutine takeOneThatHasStarted() {
        Goroutine first = null;
        for (int left = queue.size(); left > 0; left--) { // all of them, which keeps their order
            Goroutine g = Objects.requireNonNull(queue.take());
            if (first == null && g.hasStarted()) {
                first = g;
            } else {
                queue.put(g);
            }
        }
        return first;
    }

    /**
     * Takes the share of a P: its part of the queue and one, half a ring at most. The first is returned, the others go
     * to the P's ring. By whoever holds that P.
     */
    @Nullable Goroutine takeBatch(Processor p, int processors) {
        int n = Math.min(queue.size() / processors + 1, Math.min(LARGEST_BATCH, p.queue.room()));
        Goroutine first = queue.take();
        for (int i = 1; i < n; i++) {
            Goroutine g = queue.take();
            if (g == null) {
                break;
            }
            p.queue.put(g, NO_OVERFLOW);
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
