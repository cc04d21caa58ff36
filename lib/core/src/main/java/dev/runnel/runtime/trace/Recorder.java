package dev.runnel.runtime.trace;

import dev.runnel.runtime.choice.VirtualClock;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.trace.EventRing.Copy;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recording of one scheduler: a ring for each P, written by the holder of that P, and one under a lock for those that
 * have none. It knows goroutines by their numbers only.
 */
public final class Recorder {

    /** What stamps are counted from, so that none is negative. */
    private static final long ORIGIN = System.nanoTime();

    /** How often a copy of all rings is tried again until nothing was put down meanwhile. */
    private static final int TRIES = 100;

    private final int capacity;
    private volatile EventRing[] rings;
    private final EventRing outside;
    private final SpinLock outsideLock = new SpinLock();
    private final @Nullable VirtualClock clock;
    private final boolean sinceCreation;
    private final long began;
    private volatile long stopped = Long.MAX_VALUE;

    /**
     * Begins.
     *
     * @param procs the number of Ps
     * @param events how many each ring keeps; rounded up to a power of two
     * @param clock of a deterministic run
     * @param sinceCreation whether nothing has happened yet
     */
    public Recorder(int procs, int events, @Nullable VirtualClock clock, boolean sinceCreation) {
        capacity = Math.max(2, Integer.highestOneBit(Math.max(1, events - 1)) << 1);
        rings = new EventRing[0];
        grow(procs);
        outside = new EventRing(capacity);
        this.clock = clock;
        this.sinceCreation = sinceCreation;
        began = now();
    }

    private EventRing ring(int p) {
        EventRing[] all = rings;
        return p < all.length ? all[p] : grow(p + 1)[p];
    }

    /** There are more Ps than before. All is made before the lock is taken: there may be no memory for it. */
    private EventRing[] grow(int procs) {
        EventRing[] all = rings;
        while (all.length < procs) {
            EventRing[] more = Arrays.copyOf(all, procs);
            for (int p = all.length; p < procs; p++) {
                more[p] = new EventRing(capacity);
            }
            outsideLock.lockAnother();
            if (rings == all) {
                rings = more;
            }
            all = rings;
            outsideLock.unlock();
        }
        return all;
    }

    private long now() {
        VirtualClock virtual = clock;
        return virtual == null ? System.nanoTime() - ORIGIN : virtual.nanos();
    }

    /**
     * Puts an event down.
     *
     * @param p the P that the caller holds; -1 if it has none
     * @param after the stamp of the last event of this goroutine; the caller may change the goroutine's state
     * @return the stamp of this one
     */
    public long put(int p, EventKind kind, long g, long after, long a, long b) {
        long now = now();
        if (p >= 0) {
            return ring(p).put(now, kind, g, after, a, b);
        }
        outsideLock.lockAnother();
        long stamp = outside.put(now, kind, g, after, a, b);
        outsideLock.unlock();
        return stamp;
    }

    /** As {@link #put}, for the creation of a goroutine. */
    public long putCreated(int p, long g, @Nullable String name, long creator) {
        long now = now();
        if (p >= 0) {
            return ring(p).putCreated(now, g, name, 0, creator);
        }
        outsideLock.lockAnother();
        long stamp = outside.putCreated(now, g, name, 0, creator);
        outsideLock.unlock();
        return stamp;
    }

    /**
     * The recording ends now: what is put down later is not part of it. Not to be called by two at once; the first call
     * counts.
     */
    public void stop() {
        if (stopped == Long.MAX_VALUE) {
            stopped = now();
        }
    }

    /** How far it goes: to now, or to where it was stopped. */
    private long until() {
        return Math.min(now(), stopped);
    }

    /**
     * What the rings have, as of one moment: now, or that of the stop.
     *
     * @param dedicated whether each P has a platform thread of its own
     * @param reasons the words for the reasons of waits
     * @param live the goroutines that are known to be there
     */
    public FlightRecord snapshot(boolean dedicated, List<String> reasons, List<FlightRecord.Named> live) {
        long cut = clock == null ? until() : Long.MAX_VALUE;
        List<Copy> copies = copies();
        Merge merge = new Merge(copies, began, cut);
        long end = Math.max(merge.lastStamp(), until());
        boolean complete = sinceCreation && merge.lost() == 0;
        return new FlightRecord(
                new FlightRecord.About(
                        copies.size() - 1, dedicated, clock != null, complete, end - began, merge.lost(), reasons),
                merge.goroutines(live),
                merge.events());
    }

    /** In a deterministic run the clock does not tell what belongs together, so nothing may be put down meanwhile. */
    private List<Copy> copies() {
        List<Copy> copies = copyAll();
        for (int i = 0; clock != null && i < TRIES && !areOfOneMoment(copies); i++) {
            copies = copyAll();
        }
        return copies;
    }

    private List<Copy> copyAll() {
        List<Copy> copies = new ArrayList<>();
        for (EventRing ring : rings) {
            copies.add(ring.copy());
        }
        copies.add(outside.copy());
        return copies;
    }

    private boolean areOfOneMoment(List<Copy> copies) {
        for (int p = 0; p < rings.length; p++) {
            if (rings[p].written() != copies.get(p).written()) {
                return false;
            }
        }
        return outside.written() == copies.get(rings.length).written();
    }
}
