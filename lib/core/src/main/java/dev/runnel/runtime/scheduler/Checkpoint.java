package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director.Act;
import org.jspecify.annotations.Nullable;

/**
 * Where a goroutine calls the runtime: it is unwound here if its runtime closes, and may be preempted here in a
 * deterministic run. Nearly free while no runtime of the JVM does either.
 */
public final class Checkpoint {

    /** How many runtimes close or are deterministic. */
    private static volatile int armed;

    private Checkpoint() {}

    static synchronized void arm() {
        armed++;
    }

    static synchronized void disarm() {
        armed--;
    }

    /**
     * The calling thread, if it is a goroutine, is about to do something.
     *
     * @param act what
     * @param on the channel or the reason that it concerns, if any
     */
    public static void pass(Act act, @Nullable Object on) {
        if (armed != 0) {
            stop(act, on);
        }
    }

    private static void stop(Act act, @Nullable Object on) {
        Machine m = Machine.current();
        Goroutine g = m == null ? null : m.g;
        if (m == null || g == null) {
            return;
        }
        if (m.scheduler.isClosing()) {
            if (!g.unwinding) {
                g.unwinding = true;
                throw Goexit.INSTANCE;
            }
            return;
        }
        Directed directed = m.scheduler.directed;
        if (directed != null && m.isInUserCode()) { // what a timer does is no call
            directed.about(m, g, act, on);
        }
    }
}
