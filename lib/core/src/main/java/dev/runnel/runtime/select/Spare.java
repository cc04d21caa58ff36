package dev.runnel.runtime.select;

import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the workings of one run of a select for the next, so that a select in a loop does not make them anew. Runs at
 * the same time, or a run within the body of another, each get their own.
 */
final class Spare {

    private static final VarHandle KEPT;

    static {
        try {
            KEPT = MethodHandles.lookup().findVarHandle(Spare.class, "kept", SelectRun.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(1, i -> KEPT.setRelease((Spare) null, (SelectRun) null));
    }

    private final Clauses clauses;

    @SuppressWarnings("unused") // through KEPT
    private volatile @Nullable SelectRun kept;

    Spare(Clauses clauses) {
        this.clauses = clauses;
    }

    SelectRun take() {
        SelectRun run = (SelectRun) KEPT.getAndSet(this, null);
        Plan plan = clauses.plan();
        return run != null && run.plan() == plan ? run : new SelectRun(plan);
    }

    void giveBack(SelectRun run) {
        KEPT.setRelease(this, run);
    }
}
