package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/**
 * The spawn policy {@code continuation}: a goroutine that is started runs at once, and the one that started it is
 * queued like a goroutine that yields, at the young end of its P's deque. The P takes the youngest first, thieves take
 * the oldest. So on one P goroutines that start others run in the order of calls that return.
 *
 * <p>{@code next} and ring are one stack, {@code next} on top. What is taken from it goes on in the same slice, as
 * after a call. A goroutine that yields, or has had its slice, lets the oldest run, in a slice of its own; if it
 * yields, after the one in {@code next}, if there is one. So nobody lies below for ever.
 */
final class Continuations implements Search {

    private final Scheduler s;

    Continuations(Scheduler s) {
        this.s = s;
    }

    /** Starts a goroutine; returns when the caller's own turn has come again. Inside the runtime. */
    Goroutine spawn(Machine m, @Nullable String name, Body body) {
        Processor p = m.processor();
        Goroutine parent = m.goroutine();
        Goroutine child = s.creation.make(p, parent, name, body);
        Goroutine readied = p.queue.takeNext();
        if (readied != null) {
            p.queue.put(readied, s.overflow); // what is queued now is younger
        }
        if (p.sliceOver) { // the caller is about to give way
            p.queue.put(child, s.overflow);
            s.dispatch.wakeSpinner();
            return child;
        }
        parent.become(GoroutineStatus.RUNNABLE);
        Recording on = s.recording;
        if (on != null) {
            on.letsChildRun(p, parent);
        }
        if (s.directed != null) {
            s.directed.tell(child, Act.PREEMPT, parent); // who knows of the child, which has been counted
        }
        p.queue.put(parent, s.overflow);
        s.dispatch.wakeSpinner();
        if (m.handsOver(child) || m.passesOn()) {
            m.awaitGrant();
        }
        return child;
    }

    @Override
    public @Nullable Goroutine find(Machine m) {
        return WorkSearch.find(m, this);
    }

    /** The counterpart of {@link WorkSearch}'s order. */
    @Nullable Goroutine inReach(Machine m) {
        Processor p = m.processor();
        boolean oldestFirst = yields(m);
        WorkSearch.fireDue(m);
        m.giveWayToPoolIfDue();
        if (p.sliceOver) {
            p.endSlice();
            oldestFirst = true;
            Goroutine hog = p.queue.takeNext();
            if (hog != null) {
                s.putGlobal(hog);
            }
        }
        Goroutine found = isGlobalsTurn(p) ? s.takeGlobal() : null;
        if (found == null && WorkSearch.isRingsTurn(s, p)) {
            found = p.queue.take();
        }
        if (found == null) {
            Goroutine next = p.queue.takeNext();
            if (next != null) {
                p.nextsInARow++;
                return next; // in the same time slice
            }
            p.nextsInARow = 0;
            if (oldestFirst) {
                found = takeOldest(p);
            } else {
                Goroutine youngest = p.queue.takeLast();
                if (youngest != null) {
                    p.youngest++;
                    return youngest; // likewise
                }
            }
        }
        if (found == null && !s.global.isEmpty()) {
            found = s.takeGlobalBatch(p);
        }
        if (found != null) {
            p.tick++;
        }
        return found;
    }

    /**
     * The ring's oldest, or one of the global queue: those for which the ring had no room are older, and lie there. The
     * two take turns, as others lie there, too.
     */
    private @Nullable Goroutine takeOldest(Processor p) {
        Goroutine one = p.tick % 2 == 0 || s.global.isEmpty() ? null : s.takeGlobal();
        return one == null ? p.queue.take() : one;
    }

    /** Whether the goroutine of this M is the one that makes room; a hint, as another P may take it up just now. */
    private static boolean yields(Machine m) {
        Goroutine g = m.g;
        return g != null && g.status() == GoroutineStatus.RUNNABLE;
    }

    /** Every 61st slice, and every 61st goroutine from the young end, which begins none. */
    private boolean isGlobalsTurn(Processor p) {
        if (s.global.isEmpty()) {
            return false;
        }
        boolean turn = p.tick % WorkSearch.GLOBAL_EVERY == 0 || p.youngest >= WorkSearch.GLOBAL_EVERY;
        if (turn) {
            p.youngest = 0;
        }
        return turn;
    }
}
