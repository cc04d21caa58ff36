package dev.runnel;

import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;

/**
 * The flight recorder of a runtime: it keeps the last events of the scheduler, so that one can look at what went
 * before. While it is off, it costs nothing that could be measured. {@link GoRuntime#recorder()} and
 * {@link Go#recorder()} return it; the artifact {@code runnel-observe} reads what it has recorded. Any thread may use
 * it at any time.
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
     * @param events how many events are kept for each P, {@value Tracing#LEAST} to {@value Tracing#MOST}; rounded up to
     *     a power of two
     * @throws IllegalArgumentException if these are too few or too many
     */
    public void start(int events) {
        runtime.startRecording(Tracing.OFF.withEvents(events));
    }

    /** Ends the recording; what was recorded is kept until the next recording begins. */
    public void stop() {
        runtime.stopRecording();
    }

    /** Whether it is recording. */
    public boolean isOn() {
        return runtime.isRecording();
    }

    /** What has been recorded until now, as of one moment; none if the recorder was never on. Recording goes on. */
    public Option<FlightRecord> record() {
        return Option.of(runtime.flightRecord());
    }
}
