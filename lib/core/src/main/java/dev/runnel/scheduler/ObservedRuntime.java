package dev.runnel.scheduler;

import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import org.jspecify.annotations.Nullable;

/** A runtime as those see it who watch it: what it counts, shows and records. Any thread may use it, also after the closing. */
public interface ObservedRuntime {

    /** What tells it from the others of this JVM: {@code default} for the default runtime, else {@code runtime-} and a number. */
    String name();

    /** Whether it is open: its closing has not begun. */
    boolean isOpen();

    /** Whether each P has a platform thread of its own. */
    boolean isDedicated();

    /** What there is of everything now. */
    SchedulerSnapshot snapshot();

    /** All goroutines that have started, in Go's layout. */
    String dump();

    /** How its flight recorder is set. */
    Tracing tracing();

    /** Begins a new recording; what was recorded before is forgotten. */
    void startRecording(Tracing tracing);

    /** Ends the recording; what it has is kept until the next one begins. */
    void stopRecording();

    /** Whether the flight recorder is on. */
    boolean isRecording();

    /** What the flight recorder has; null if it was never on. */
    @Nullable FlightRecord flightRecord();

    /** Who is told of each step from now on, in place of who was; null for nobody, and that costs nothing. */
    void listen(@Nullable StepListener listener);
}
