package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.ThreadChance;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.queue.RunQueue;
import dev.runnel.runtime.queue.TimerHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * P: the right to run goroutines, with a run queue and a timer heap. What is not marked otherwise is written only by
 * the M that holds it and may be read by anyone as a hint.
 */
public final class Processor {

    static final int IDS_PER_BATCH = 16;

    /** The number of a P that is none. */
    static final int NOWHERE = -1;

    private static final int MOST_MACHINES = 16;

    private static final VarHandle HOLDER;
    private static final VarHandle HAND_OVERS;
    private static final VarHandle STARTED;
    private static final VarHandle ENDED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HOLDER = lookup.findVarHandle(Processor.class, "holder", Machine.class);
            STARTED = lookup.findVarHandle(Processor.class, "started", long.class);
            ENDED = lookup.findVarHandle(Processor.class, "ended", long.class);
            HAND_OVERS = lookup.findVarHandle(Processor.class, "handOvers", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(3, i -> {
            switch (i) {
                case 0 -> HOLDER.setRelease((Processor) null, (Machine) null);
                case 1 -> STARTED.setRelease((Processor) null, 0L);
                default -> {
                    long unused = (long) HAND_OVERS.getOpaque((Processor) null);
                }
            }
        });
    }

    final int id;
    final RunQueue.Owner<Goroutine> queue;
    final RunQueue.Thief<Goroutine> thief;
    final TimerHeap timers = new TimerHeap();

    /**
     * Draws what is left to chance on this P. An M that has just lost the P may draw once more: then two draw the same
     * number, perhaps.
     */
    Chance chance = ThreadChance.ITS_OWN;

    /** Whether goroutines that wait keep it for a moment. */
    final Lingering lingering = new Lingering();

    /** Whether it leaves goroutines of other Ps together. */
    final CloseGroup closeGroup = new CloseGroup(this);

    /** Idle Ms, at hand for goroutines that start here, without the scheduler's lock. None while it is idle. */
    final IdleMachines machines = new IdleMachines(MOST_MACHINES);

    /** Time slices begun; a goroutine from {@code next} does not begin one. */
    int tick;

    /** The slice whose goroutine has taken it up. A thread may need long to wake, and that is no part of the slice. */
    int tickTakenUp;

    /** Whether it stays. Written under the scheduler's lock. */
    enum Stay {
        /** It is one of those that there are to be. */
        STAYS,
        /** Whoever has it in hands next is to put it away; still one of {@link Scheduler#processors}. */
        GOES,
        /** It is no more; kept, as its counters count, and for when there are to be more again. */
        GONE
    }

    volatile Stay stay = Stay.STAYS;

    /** While it goes: when there was no memory to put it away; 0 if that was not tried. Under the scheduler's lock. */
    long couldNotEndAt;

    /** While it goes: the P that gets its timers. Under the scheduler's lock. */
    @Nullable Processor heir;

    /** The slice that is running has lasted too long; set by the watchdog, cleared by the holder. */
    volatile boolean sliceOver;

    /** In shared mode, once per slice: the JDK's pool may run others; set by the watchdog, cleared by the holder. */
    volatile boolean poolIsDue;

    /** Goroutines taken from {@code next} since one was taken from elsewhere. */
    int nextsInARow;

    /** Naps of Ms that looked for work here and left all alone, since work was last found. */
    long napsInARow;

    /** Goroutines taken from the young end of the ring, where that is done; see {@link Continuations}. */
    int youngest;

    /** Who holds it; null when idle. Written at each hand-over. */
    volatile @Nullable Machine holder;

    /** Where its holder is mounted; dedicated mode only. Changed by the watchdog when that thread is stuck. */
    volatile @Nullable Carrier carrier;

    /** Gives its carrier at any time; see {@link SpareCarriers}. Any that is made is as good. */
    @Nullable Supplier<Carrier> inPlace;

    /** Whether it is in the list of idle Ps. Under the scheduler's lock; read without it by thieves. */
    volatile boolean idle;

    /** The next in the list of idle Ps. Under the scheduler's lock. */
    @Nullable Processor nextIdle;

    long nextId;
    long lastId;
    long created;
    private volatile long started;
    private volatile long ended;
    long steals;
    long handOvers;

    // What the watchdog saw last; its own, except for Retaking.forgetHolders.
    @Nullable Machine seenHolder;

    int seenTick;
    int seenTickTakenUp;
    long seenHandOvers;
    long seenSince;

    /** That was put off, because the watchdog came late. */
    boolean seenAnew;

    long seenStillSince;
    boolean seenBlocked;
    boolean seenAsleep;
    long gaveWayAt;

    /** Since when its holder or another has waited at its carrier, while nothing moved; 0 if nobody has. */
    long seenArrivalsSince;

    /** Says who holds it, as a release. */
    void heldBy(@Nullable Machine m) {
        HOLDER.setRelease(this, m);
    }

    /** Goroutines that an M has taken up here. Read it before {@link #created} of any P: then none is missed. */
    long started() {
        return started;
    }

    /** Goroutines that have ended here. Read it before {@link #created} of any P: then none is missed. */
    long ended() {
        return ended;
    }

    /** Changes whenever another goroutine begins or goes on here; a hint to others. */
    long progress() {
        return tick + handOvers + ended;
    }

    /** The hand-overs up to now; for others that watch it. */
    long handOversSeen() {
        return (long) HAND_OVERS.getOpaque(this);
    }

    /** By the holder, which carries the goroutine: whoever sees this count can list it. */
    void countStart() {
        STARTED.setRelease(this, started + 1);
    }

    /** By the holder. */
    void countEnd() {
        ENDED.setRelease(this, ended + 1);
    }

    /** By the holder, which has taken it up. */
    void beginSlice() {
        tickTakenUp = tick;
        if (sliceOver) {
            endSlice(); // set for the time that it took to take it up
        }
    }

    /** By the holder, which is about to let others run. The next slice of a P that goes would be over at once. */
    void endSlice() {
        sliceOver = false;
        if (goes()) {
            sliceOver = true; // said so before, perhaps, and was overwritten just now
        }
    }

    boolean goes() {
        return stay == Stay.GOES;
    }

    /** Whether it is only given to an M so that the M ends. */
    boolean isNowhere() {
        return id == NOWHERE;
    }

    Processor(int id) {
        this(id, new RunQueue<>());
    }

    Processor(int id, RunQueue<Goroutine> ring) {
        this.id = id;
        this.queue = ring.owner();
        this.thief = ring.thief();
    }

    @Override
    public String toString() {
        return "P" + id;
    }
}
