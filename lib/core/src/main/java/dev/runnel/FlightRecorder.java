package dev.runnel;

import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;

/**
 * The flight recorder of a runtime: keeps the last events of its scheduler, so that one can look at what went before. Off, it
 * costs nothing that could be measured. {@link GoRuntime#recorder()} and {@link Go#recorder()} give it; the artifact {@code
 * runnel-observe} reads what it gives. Any thread may use it at any time.
 */
public final class FlightRecorder {

    private final Scheduler scheduler;

    FlightRecorder(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Begins a new recording, with as many events as the settings say; what was recorded before is forgotten. */
    public void start() {
        scheduler.startRecording(scheduler.tracing());
    }

    /**
     * Begins a new recording; what was recorded before is forgotten.
     *
     * @param events how many events are kept for each P
     * @throws IllegalArgumentException if these are too few or too many
     */
    public void start(int events) {
        scheduler.startRecording(Tracing.OFF.withEvents(events));
    }

    /** Ends the recording; what it has is kept until the next one begins. */
    public void stop() {
        scheduler.stopRecording();
    }

    /** Whether it records. */
    public boolean isOn() {
        return scheduler.isRecording();
    }

    /** What it has recorded until now, as of one moment; none if it was never on. It goes on recording. */
    public Option<FlightRecord> record() {
        return Option.of(scheduler.flightRecord());
    }
}
