package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.queue.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * How Ps go from hand to hand: from the M of a goroutine that waits to the M of the next; to an M that looks for work,
 * when there may be some; away from an M that is blocked outside.
 */
final class Dispatch {

    /**
     * How long, in nanoseconds, a P that finds only goroutines that it leaves alone naps the first time: looking at the
     * P that does all the work takes time from that P.
     */
    private static final long FIRST_NAP = 100_000;

    /** How many of the next naps are twice as long as the one before. */
    private static final int DOUBLED = 2;

    private final Scheduler s;

    /**
     * The carrier that sleeps for an M that takes a long nap, the last one that began to. Null in shared mode, and if
     * there is none.
     */
    private volatile @Nullable Carrier napper;

    Dispatch(Scheduler s) {
        this.s = s;
    }

    /**
     * As {@link #handOver}, to a goroutine that has started, by an M without one. The M joins the idle ones: those of
     * its P, if there is room. It may be given a P before it has put down its own.
     *
     * @return false if it should end instead
     */
    boolean handOverAndRest(Machine from, Goroutine chosen) {
        boolean rests = from.processor().machines.put(from);
        handOver(from, chosen);
        return rests || rest(from);
    }

    /**
     * Passes the P of an M to the M of a goroutine that was chosen to run on it. A goroutine that has not started needs
     * an M; without memory for that the caller still has the P and the goroutine.
     */
    void handOver(Machine from, Goroutine chosen) {
        Processor p = from.processor();
        p.handOvers++;
        try {
            // Should this leave the carrier meanwhile, to start a thread, say, it comes back as the P's holder.
            run(p, chosen, from.mountedOn());
        } catch (OutOfMemoryError e) {
            s.owed.refused();
            p.heldBy(from);
            throw e;
        }
        from.release();
    }

    /**
     * A nap between two searches of a P that finds only goroutines that it leaves alone. An M whose goroutine waits
     * passes the P on to an M without a goroutine, because its own goroutine could not go on at once when it is
     * readied.
     *
     * @return whether this M has napped, and searches again; false if it no longer has a P
     */
    boolean napsForIt(Machine m) {
        if (m.g != null && passSearchOn(m)) {
            return false;
        }
        if (m.g == null) {
            m.moveToCarrier(); // else the holder of another P, whose carrier it is, would wait for the end of the nap
        }
        Carrier naps = m.mountedOn();
        napper = naps;
        if (s.global.isEmpty()) { // looked at after that: whoever puts something there looks for the napper then
            Processor p = m.processor();
            m.nap(nap(p.napsInARow++, p.timers.earliest(), s.chance.nanoTime()));
        }
        if (napper == naps) {
            napper = null; // else another began to nap meanwhile
        }
        return true;
    }

    /**
     * How long a nap lasts, in nanoseconds, after so many in a row: not longer than until the first timer of its P is
     * due, as nobody else may look at that P's timers.
     */
    static long nap(long before, long firstTimer, long now) {
        long nap = FIRST_NAP << Math.min(before, DOUBLED);
        return firstTimer == TimerHeap.NEVER ? nap : Math.clamp(firstTimer - now, 0, nap);
    }

    /** Somebody has queued up in the global queue, as no P was idle. */
    void wakeNapper() {
        Carrier naps = napper;
        if (naps != null) {
            naps.wakeUp();
        }
    }

    /** Returns whether it did: there may be no memory for another M. */
    private boolean passSearchOn(Machine from) {
        Processor p = from.processor();
        try {
            startMachine(p, null, from.mountedOn(), true);
        } catch (OutOfMemoryError e) {
            p.heldBy(from);
            return false;
        }
        from.spinning = false; // the other is counted for it
        from.release();
        return true;
    }

    /** Runs a goroutine on a P that the caller has in its hands; later, if there is no memory for an M. */
    void run(Processor p, Goroutine chosen) {
        try {
            run(p, chosen, null);
        } catch (OutOfMemoryError e) {
            s.owed.owe(p, chosen, e);
        }
    }

    private void run(Processor p, Goroutine chosen, @Nullable Carrier leaving) {
        Machine m = chosen.machine;
        if (m == null) {
            startMachine(p, chosen, leaving, false);
        } else {
            chosen.become(GoroutineStatus.RUNNING);
            Recording on = s.recording;
            if (on != null) {
                on.goesOn(p, chosen);
            }
            m.grant(p, leaving);
        }
    }

    /** An M looks for work for that P; later, if there is no memory for one. */
    private void startMachine(Processor p, boolean spin) {
        try {
            startMachine(p, null, null, spin);
        } catch (OutOfMemoryError e) {
            if (spin) {
                s.spinners.stop();
            }
            s.owed.owe(p, null, e);
        }
    }

    /**
     * An M that has a P ends: another M gets the P, and starts the goroutine that this one was to start, or looks for
     * work, which may be where no one else looks.
     */
    void leave(Machine m, Processor p) {
        if (m.spinning) {
            s.spinners.stop(m);
        }
        m.release();
        if (m.start == null) {
            startMachine(p, false);
        } else {
            run(p, m.start);
        }
    }

    /**
     * Gives a P to an idle M or a new one, to start a goroutine or to look for work. Go's {@code startm}. Without
     * memory for that the caller still has the P and the goroutine.
     *
     * @param leaving as for {@link Grantee#grant}
     */
    private void startMachine(Processor p, @Nullable Goroutine start, @Nullable Carrier leaving, boolean spin) {
        Machine m = machineFor(p);
        m.start = start;
        m.spinning = spin;
        m.grant(p, leaving);
    }

    /** An M without a P: an idle one, or a new one. */
    private Machine machineFor(Processor p) {
        Machine m = p.machines.take();
        if (m == null && s.idle.machines.size() > 0) { // a hint: a new one does as well
            s.lock();
            m = s.idle.machines.take();
            s.unlock();
        }
        return m == null ? newMachine() : m;
    }

    private Machine newMachine() {
        Machine made = s.machines.add(s);
        s.owed.made();
        return made;
    }

    /**
     * Wakes an M to look for work, if a P is idle and nobody looks. Go's {@code wakep}. If no P is idle, one may just
     * be becoming idle: its M did not look because it saw another look, which has since found nothing and given up. The
     * M of that P is told.
     */
    void wakeSpinner() {
        if ((s.idle.processors() == 0 && s.spinners.isWanted()) || !s.spinners.startFirst()) {
            return;
        }
        s.lock();
        Processor p = s.takeIdleLocked();
        if (p == null) {
            s.spinners.want(); // whoever saw this spinner did not wake one
            s.spinners.stop(); // before anyone can take that word, and be kept from spinning by this one
        }
        s.unlock();
        if (p != null) {
            startMachine(p, true);
        }
    }

    /** Finds a new holder for a P that was taken from an M. Go's {@code handoffp}. */
    void handOff(Processor p) {
        if (p.goes() && s.procs.putAway(p)) {
            return;
        }
        if (hasWorkFor(p)) {
            startMachine(p, false);
            return;
        }
        if (s.idle.processors() == 0 && s.spinners.startFirst()) {
            startMachine(p, true);
            return;
        }
        s.lock();
        boolean work = !s.global.isEmpty();
        boolean spins = !work && s.spinners.takeWanted();
        if (spins) {
            s.spinners.start();
        } else if (!work) {
            s.putIdleLocked(p);
        }
        s.unlock();
        if (work || spins) {
            startMachine(p, spins);
        } else {
            s.watchdog.someIdle();
        }
    }

    boolean hasWorkFor(Processor p) {
        return !p.thief.isEmpty() || !s.global.isEmpty();
    }

    // ---------------------------------------------------------------- spinning

    /** An M that looked for work has found some; if no other M looks, it wakes one. */
    void stopSpinning(Machine m) {
        m.processor().napsInARow = 0;
        s.spinners.stop(m);
        wakeSpinner();
    }

    /**
     * After an M has put its P down: looks at everything once more if it was spinning.
     *
     * @return whether it has a P again and should go on searching
     */
    boolean retryAfterIdling(Machine m) {
        if (!m.spinning) {
            return false;
        }
        s.spinners.stop(m);
        if (s.global.isEmpty() && allQueuesEmpty()) {
            return false;
        }
        s.lock();
        Processor p = s.takeIdleLocked();
        if (p == null) {
            s.spinners.want();
        }
        s.unlock();
        if (p == null) {
            return false;
        }
        m.acquire(p);
        s.spinners.start(m);
        return true;
    }

    boolean allQueuesEmpty() {
        for (Processor p : s.processors) {
            if (!p.thief.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /**
     * An M without P and goroutine joins the idle ones.
     *
     * @return false if it should end instead
     */
    boolean rest(Machine m) {
        if (!s.idle.machines.hasRoom()) { // a hint: there are enough
            return false;
        }
        s.lock();
        try {
            return !s.ending.isClosed() && s.idle.machines.put(m);
        } finally {
            s.unlock();
        }
    }

    /** Ends all idle Ms, and those of a P, by its holder. */
    void endIdleMachines(Processor held) {
        s.lock();
        s.idle.machines.takeAllOf(held.machines);
        s.unlock();
        endIdleMachines();
    }

    /** Ends all idle Ms that no P has. */
    void endIdleMachines() {
        for (; ; ) {
            Processor nowhere = s.machines.nowhere(); // first: there may be no memory for it
            nowhere.carrier = s.processors[0].carrier;
            s.lock();
            Machine m = s.idle.machines.take();
            s.unlock();
            if (m == null) {
                return;
            }
            m.end = true;
            m.grant(nowhere, null);
        }
    }

    /** Sees to it that somebody runs, if nobody does. */
    void kick() {
        s.lock();
        Processor p = s.allIdle() ? s.takeIdleLocked() : null;
        s.unlock();
        if (p != null) {
            startMachine(p, false);
        }
    }
}
