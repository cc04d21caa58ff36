package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Rider;
import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How the watchdog gets the attention of an M whose goroutine calls the runtime, but never has to wait there: it
 * summons the M, and at its next {@link Checkpoint} the M looks at what else has been asked of it. Otherwise such calls
 * look at nothing, to be fast.
 *
 * <p>While any M is summoned, all checkpoints of the JVM take the longer way. So an M that parks drops the summons: it
 * sees anyway what it was asked when it goes on.
 */
abstract class Summoned extends Rider {

    private static final int NO = 0;
    private static final int YES = 1;
    private static final int GONE = 2;

    private static final VarHandle SUMMONS;

    static {
        try {
            SUMMONS = MethodHandles.lookup().findVarHandle(Summoned.class, "summons", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(1, i -> SUMMONS.compareAndSet((Summoned) null, 0, 0));
    }

    private volatile int summons = NO;

    /** By the watchdog; returns whether this is news. */
    final boolean summon() {
        if (summons != NO) {
            return false;
        }
        Checkpoint.arm(); // first: it may be dropped at once, and what is counted down must have been counted
        boolean fresh = SUMMONS.compareAndSet(this, NO, YES);
        if (!fresh) {
            Checkpoint.disarm();
        }
        return fresh;
    }

    final boolean isSummoned() {
        return summons == YES;
    }

    final void dropSummons() {
        if (summons == YES) {
            end(NO);
        }
    }

    /** The thread ends, or never begins. */
    final void noMoreSummons() {
        end(GONE);
    }

    /** It is no longer summoned: until the next time, or for ever. */
    private void end(int as) {
        for (int now = summons; now != as && now != GONE; now = summons) {
            if (SUMMONS.compareAndSet(this, now, as)) {
                if (now == YES) {
                    Checkpoint.disarm();
                }
                return;
            }
        }
    }
}
