package dev.runnel.sync;

import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.queue.Line;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Sneaky;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Those who wait for one object of this package, and the short lock that guards them; Go's {@code semaRoot}. */
final class Waiters extends SpinLock implements Home.Homed, Numbered {

    /** First come, first served. */
    final WaitQueue queue = new WaitQueue();

    private final Primitive owner;

    /** Those who do not wait, and want to be told. */
    private final Line<Onlooker> onlookers = new Line<>();

    Waiters(Primitive owner) {
        this.owner = owner;
    }

    /**
     * Gets hold of what is needed to wait. Under the lock.
     *
     * @return false if the lock had to be given back for that: the caller looks again
     */
    boolean tryEnter(Strand self) {
        if (self.hasRecord() && self.tryEnter()) {
            return true;
        }
        unlock();
        if (self.hasRecord()) {
            self.enter();
            self.leave();
        } else {
            self.makeRecord(); // here: a failure under the lock would keep it held
        }
        return false;
    }

    /** A record for a wait that begins now, of a strand that has entered. */
    static Waiter open(Strand self, @Nullable Object what) {
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), what);
        return waiter;
    }

    /** What a wait here is on, for whoever looks at waits from outside. */
    Object shownAs(@Nullable CancelHook hook) {
        Object more = hook == null ? null : hook.on();
        return more == null ? this : more;
    }

    // ---------------------------------------------------------------- onlookers

    Onlooker add(Runnable wake) {
        Onlooker fresh = new Onlooker(this, wake);
        lock();
        onlookers.append(fresh);
        unlock();
        VarHandle.fullFence(); // we list it, then look at the object; whoever gives that back does so, then looks here
        return fresh;
    }

    boolean hasOnlookers() {
        return !onlookers.isEmpty();
    }

    /** Returns whether it was still there. */
    boolean remove(Onlooker onlooker) {
        lock();
        boolean listed = onlookers.remove(onlooker);
        unlock();
        return listed;
    }

    /**
     * The object may be had: tells all who look on, and forgets them. Called after it has become so, with no lock held.
     * So an onlooker that has added itself and then found the object taken is in the list when this looks.
     */
    void tell() {
        if (!hasOnlookers()) {
            return;
        }
        lock();
        Onlooker first = onlookers.takeAll();
        unlock();
        Throwable failure = null;
        for (Onlooker o = first; o != null; o = o.next()) {
            try {
                o.wake.run();
            } catch (Throwable e) { // the others are told all the same
                failure = e;
            }
        }
        if (failure != null) {
            throw Sneaky.rethrow(failure);
        }
    }

    @Override
    public long number() {
        return -1L - System.identityHashCode(owner);
    }

    @Override
    public boolean isForeignTo(@Nullable Home bubble) {
        return false;
    }

    @Override
    public boolean isWhollyOf(@Nullable Home bubble) {
        return owner.isOf(bubble);
    }

    @Override
    public String toString() {
        return owner.toString();
    }
}
