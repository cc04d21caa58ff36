package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes goroutines, each with a number of its own; Go's {@code newproc}. A P takes numbers in batches, so that only
 * every sixteenth goroutine needs the scheduler's lock for it.
 */
final class Creation {

    private final Scheduler scheduler;
    private final boolean keepsSites;

    /** The last number given. Under the scheduler's lock. */
    private long lastId;

    /** Goroutines started by callers without a P here. Under the scheduler's lock. */
    private long byForeigners;

    Creation(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.keepsSites = scheduler.config.reports().spawnSites();
    }

    /** By whoever holds the P: the new one becomes its {@code next}. */
    Goroutine on(Processor p, @Nullable Goroutine parent, @Nullable String name, Body body) {
        Goroutine g = make(p, parent, name, body);
        p.queue.putNext(g, scheduler.overflow);
        scheduler.dispatch.wakeSpinner();
        return g;
    }

    /** By whoever holds the P: the new one is runnable, and in no queue yet. */
    Goroutine make(Processor p, @Nullable Goroutine parent, @Nullable String name, Body body) {
        if (p.nextId == p.lastId) {
            takeIds(p);
        }
        Goroutine g = new Goroutine(
                scheduler, ++p.nextId, parent == null ? 0 : parent.id, Particulars.of(name, site()), body);
        g.become(GoroutineStatus.RUNNABLE);
        Recording on = scheduler.recording;
        if (on != null) {
            on.created(p, g);
        }
        if (scheduler.directed != null) {
            scheduler.directed.happens(g, Act.NEW, parent);
        }
        p.created++;
        return g;
    }

    /**
     * By a caller without a P here.
     *
     * @throws RuntimeClosedException if the runtime is closed or closing
     */
    Goroutine fromOutside(@Nullable String name, Body body) {
        scheduler.lock();
        long id = ++lastId;
        boolean open = !scheduler.isClosing();
        if (open) {
            byForeigners++; // counted before the closing can find that none is left
        }
        scheduler.unlock();
        if (!open) {
            throw new RuntimeClosedException();
        }
        Goroutine g = null;
        try {
            g = new Goroutine(scheduler, id, 0, Particulars.of(name, site()), body);
        } finally {
            if (g == null) { // for lack of memory
                scheduler.lock();
                byForeigners--;
                scheduler.unlock();
            }
        }
        g.become(GoroutineStatus.RUNNABLE);
        Recording on = scheduler.recording;
        if (on != null) {
            on.created(null, g);
        }
        scheduler.inject(g);
        return g;
    }

    private List<StackTraceElement> site() {
        return keepsSites ? SpawnSite.ofCaller() : List.of();
    }

    /** Under the scheduler's lock. */
    long byForeigners() {
        return byForeigners;
    }

    private void takeIds(Processor p) {
        scheduler.lock();
        p.nextId = lastId;
        lastId += Processor.IDS_PER_BATCH;
        p.lastId = lastId;
        scheduler.unlock();
    }
}
