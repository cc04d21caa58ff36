package dev.runnel.runtime.select;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whose turn it is in a select that rotates: the clause behind the one that was chosen last. It moves by
 * compare-and-set from where a run began to look, so that a run that was slower than others does not set it back. As
 * each move goes to the first ready clause at or behind the place where it began, none goes past a clause that is
 * ready.
 */
final class Turn {

    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Turn.class, "next", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        new Turn().passed(0, -1); // here, as the first call takes memory, and whoever makes it has chosen
    }

    private volatile int next;

    /** The number of the clause at which to begin. */
    int next() {
        return next;
    }

    /** A run that began there has chosen a clause. */
    void passed(int began, int chosen) {
        NEXT.compareAndSet(this, began, chosen + 1);
    }
}
