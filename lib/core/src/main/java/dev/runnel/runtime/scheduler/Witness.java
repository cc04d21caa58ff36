package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sees every runtime of this JVM: has the flight recorders on from the beginning, and looks at what they have when
 * their runtimes have ended. For tests of Runnel itself, and for timelines of programs that make their runtimes
 * themselves.
 */
public abstract class Witness {

    private static final IdentityHashMap<Scheduler, AssertionError> WRONG = new IdentityHashMap<>();

    private static volatile @Nullable Witness witness;

    /** For subclasses. */
    protected Witness() {}

    /** From now on this one sees the runtimes that are made. */
    public static void call(Witness one) {
        witness = one;
    }

    /** From now on none sees them, nor the end of those that were made before. */
    public static void dismiss() {
        witness = null;
    }

    /** How many events are kept for each P of a runtime whose settings do not ask for a recording. */
    protected abstract int events(boolean deterministic);

    /** All goroutines of a runtime have ended. By whoever closes it; what is thrown is given to {@link #failed}. */
    protected abstract void look(FlightRecord record);

    /**
     * What was wrong with a runtime that has ended. Told once.
     *
     * @param of null for any
     */
    public static @Nullable AssertionError objection(@Nullable Scheduler of) {
        synchronized (WRONG) {
            Scheduler which =
                    of != null ? of : WRONG.keySet().stream().findFirst().orElse(null);
            return which == null ? null : WRONG.remove(which);
        }
    }

    /** Before anything happens in it. */
    static void opened(Scheduler scheduler) {
        Witness present = witness;
        if (present != null && !scheduler.listening.isRecording()) {
            scheduler.listening.start(Tracing.ON.withEvents(present.events(scheduler.directed != null)), true);
        }
    }

    /** After all its goroutines have ended, and before anybody is told so. */
    static void closing(Scheduler scheduler) {
        Witness present = witness;
        if (present == null) {
            return;
        }
        try {
            FlightRecord record = scheduler.listening.record();
            if (record != null) {
                present.look(record);
            }
        } catch (AssertionError wrong) {
            present.failed(scheduler, wrong);
        } catch (Throwable failure) { // also if there is no memory for it: it would be asked again and again
            present.failed(scheduler, new AssertionError("the witness failed", failure));
        }
    }

    /**
     * The witness has thrown this, or there is nothing to look at because of the cause of this. It is kept for
     * {@link #objection}.
     */
    protected void failed(Scheduler runtime, AssertionError why) {
        synchronized (WRONG) {
            WRONG.put(runtime, why);
        }
    }
}
