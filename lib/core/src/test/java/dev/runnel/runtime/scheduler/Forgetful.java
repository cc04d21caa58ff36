package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has the first that can go on do so, but finds no memory once, for what it is told to refuse. */
final class Forgetful implements Director {

    /** A decision or an act. */
    @Nullable Enum<?> refuses;

    /** Which one is to run before one that could go on. */
    int preempts;

    /** Of the timers that are due the last one fires first, and no other before somebody has run. */
    boolean leavesTimers;

    @Override
    public int choose(Decision decision, int options, List<?> goroutines) {
        refuseOnce(decision);
        return switch (decision) {
            case PREEMPT -> preempts;
            case TIMER -> leavesTimers ? options - 1 : 0;
            case NEXT, SELECT -> 0;
        };
    }

    @Override
    public void happens(Object goroutine, Act act, @Nullable Object on) {
        refuseOnce(act);
    }

    private void refuseOnce(Enum<?> what) {
        if (what == refuses) {
            refuses = null;
            throw new OutOfMemoryError("for a test");
        }
    }
}
