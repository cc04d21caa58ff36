package dev.runnel.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The idle Ps of a scheduler, and the idle Ms that no P has; last in, first out. Used under the scheduler's lock,
 * except where said otherwise.
 */
final class Idle {

    /** Idle Ms beyond this number end. */
    private static final int MOST_MACHINES = 64;

    final IdleMachines machines = new IdleMachines(MOST_MACHINES);

    private @Nullable Processor firstP;
    private volatile int processors; // written under the lock, read without
    private long wakeUps;

    /** The number of idle Ps. Without the lock, too. */
    int processors() {
        return processors;
    }

    /** How often a P was taken up: while this stands still and all are idle, nothing has happened. */
    long wakeUps() {
        return wakeUps;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void put(Processor p) {
        p.holder = null;
        p.idle = true;
        p.nextIdle = firstP;
        firstP = p;
        processors++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    @Nullable Processor takeProcessor() {
        Processor p = firstP;
        if (p == null) {
            return null;
        }
        firstP = p.nextIdle;
        p.nextIdle = null;
        p.idle = false;
        processors--;
        wakeUps++;
        return p;
    }

    /** Takes out a P that is to go; returns whether it was here. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    boolean remove(Processor gone) {
        if (!gone.idle) {
            return false;
        }
        Processor before = null;
        for (Processor p = firstP; p != gone; p = p.nextIdle) {
            before = Objects.requireNonNull(p, "idle, and not listed");
        }
        if (before == null) {
            firstP = gone.nextIdle;
        } else {
            before.nextIdle = gone.nextIdle;
        }
        gone.nextIdle = null;
        gone.idle = false;
        processors--;
        return true;
    }

    /** The queues of idle Ps, which nobody owns, refer to no goroutine after this. */
    void forgetStolen() {
        for (Processor p = firstP; p != null; p = p.nextIdle) {
            p.queue.forgetStolen();
        }
    }

    /**
     * The idle Ps, for tests.
     *
     * @throws AssertionError if the list and the count do not match
     */
    List<Processor> listProcessors() {
        List<Processor> all = new ArrayList<>();
        for (Processor p = firstP; p != null && all.size() <= processors; p = p.nextIdle) {
            all.add(p);
        }
        if (all.size() != processors) {
            throw new AssertionError(processors + " are said to be idle, but these are: " + all);
        }
        return all;
    }
}
