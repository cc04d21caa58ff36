package dev.runnel.scheduler;

import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A runtime as those who watch it see it: what it counts, shows and records. Any thread may use it, even after the
 * closing.
 */
public interface ObservedRuntime {

    /**
     * What tells it from the others of this JVM: {@code default} for the default runtime, else {@code runtime-} and a
     * number.
     */
    String name();

    /** Whether it is open: its closing has not begun. */
    boolean isOpen();

    /** Whether each P has a platform thread of its own. */
    boolean isDedicated();

    /** Its Ps, Ms and goroutines, counted now. */
    SchedulerSnapshot snapshot();

    /** The goroutines that have started, the thousand oldest at most, in Go's layout. */
    String dump();

    /** The same, as values. */
    GoroutineDump goroutineDump();

    /**
     * Goroutines that have waited for at least that long, for something that need never happen; see
     * {@link dev.runnel.GoRuntime#leaks}.
     */
    GoroutineDump leaks(Duration olderThan);

    /**
     * Goroutines that nothing can wake any more; see {@link dev.runnel.GoRuntime#unreachable}.
     *
     * @throws UnsupportedOperationException if the JVM cannot tell
     * @throws IllegalStateException if another such call has been under way for five seconds
     */
    GoroutineDump unreachable();

    /**
     * Changes how many Ps there are, and returns how many there were to be before; see
     * {@link dev.runnel.GoRuntime#procs(int)}.
     *
     * @throws IllegalArgumentException if that is not allowed
     * @throws IllegalStateException if it is not 1 in a deterministic run, which has one P
     */
    int changeProcs(int n);

    /** Has that number follow that of the processors; see {@link dev.runnel.GoRuntime#followProcessors}. */
    void followProcessors();

    /** The settings of its flight recorder. */
    Tracing tracing();

    /** Begins a new recording; what was recorded before is forgotten. */
    void startRecording(Tracing tracing);

    /** Ends the recording; what was recorded is kept until the next recording begins. */
    void stopRecording();

    /** Whether the flight recorder is on. */
    boolean isRecording();

    /** What the flight recorder has; null if it was never on. */
    @Nullable FlightRecord flightRecord();

    /**
     * Sets who is told of each step from now on, in place of the one that this method set before; null for nobody.
     * Listeners that were added are told, too. If nobody is told, that costs nothing.
     */
    void listen(@Nullable StepListener listener);

    /**
     * Adds a listener that is told of each step from now on, beside all others, until it is removed: each hears
     * everything, whatever the others do. This is how a recording of JFR is told.
     */
    void addListener(StepListener listener);

    /** Removes a listener, which is told no more; nothing happens if it was not added. */
    void removeListener(StepListener listener);
}
