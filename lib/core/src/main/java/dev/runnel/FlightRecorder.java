package dev.runnel;

import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;

/**
 * The flight recorder of a runtime: keeps the last events of its scheduler, so that one can look at what went before.
 * Off, it costs nothing that could be measured. {@link GoRuntime#recorder()} and {@link Go#recorder()} give it; the
 * artifact {@code runnel-observe} reads what it gives. Any thread may use it at any time.
 */
public final class FlightRecorder {

    private final ObservedRuntime runtime;

    FlightRecorder(ObservedRuntime runtime) {
        this.runtime = runtime;
    }

    /** Begins a new recording, with as many events as the settings say; what was recorded before is forgotten. */
    public void start() {
        runtime.startRecording(runtime.tracing());
    }

    /**
     * Begins a new recording; what was recorded before is forgotten.
     *
     * @param events how many events are kept for each P
     * @throws IllegalArgumentException if these are too few or too many
     */
    public void start(int events) {
        runtime.startRecording(Tracing.OFF.withEvents(events));
    }

    /** Ends the recording; what it has is kept until the next one begins. */
    public void stop() {
        runtime.stopRecording();
    }

    /** Whether it records. */
    public boolean isOn() {
        return runtime.isRecording();
    }

    /** What it has recorded until now, as of one moment; none if it was never on. It goes on recording. */
    public Option<FlightRecord> record() {
        return Option.of(runtime.flightRecord());
    }
}
