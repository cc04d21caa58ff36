package dev.runnel.context;

import dev.runnel.runtime.channel.Registrations;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Something that happens once when a context has ended, unless it is stopped before. */
abstract class Once extends Child implements Registrations.Own {

    private static final VarHandle TAKEN;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(Once.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through TAKEN
    private volatile boolean taken;

    /** Does it. */
    abstract void happen();

    /** Does it, unless that was done or prevented. */
    final void fire() {
        if (TAKEN.compareAndSet(this, false, true)) {
            happen();
        }
    }

    @Override
    public final boolean stop() {
        Checkpoint.passToGiveBack(Act.STOP, null);
        return stopNow();
    }

    @Override
    public final boolean stopNow() {
        StackRoom.require();
        if (!TAKEN.compareAndSet(this, false, true)) {
            return false;
        }
        unlink();
        return true;
    }

    @Override
    final void reach(Propagation propagation) {
        propagation.later(this);
    }

    @Override
    final void cameTooLate(Outcome parents) {
        fire();
    }

    @Override
    final void parentEnded(Outcome mine) {
        fire();
    }
}
