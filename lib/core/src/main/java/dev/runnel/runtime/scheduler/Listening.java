package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.trace.Recorder;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import org.jspecify.annotations.Nullable;

/** Who is told of the steps of a scheduler: its flight recorder and a listener, each while it is on. */
final class Listening {

    private final Scheduler scheduler;
    private volatile @Nullable Recorder last;
    private volatile boolean recording;
    private @Nullable StepListener listener; // under the monitor

    Listening(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Begins a new recording.
     *
     * @param sinceCreation whether nothing has happened yet
     */
    synchronized void start(Tracing tracing, boolean sinceCreation) {
        Directed directed = scheduler.directed;
        last = new Recorder(
                scheduler.processors.length, tracing.events(), directed == null ? null : directed.clock, sinceCreation);
        recording = true;
        tell();
    }

    synchronized void stop() {
        Recorder recorder = last;
        if (recorder != null) {
            recorder.stop(); // first: until then it has everything
        }
        recording = false;
        tell();
    }

    synchronized void listen(@Nullable StepListener listener) {
        this.listener = listener;
        tell();
    }

    private void tell() {
        Recorder recorder = recording ? last : null;
        scheduler.recording = recorder == null && listener == null ? null : new Recording(recorder, listener);
    }

    boolean isRecording() {
        return recording;
    }

    @Nullable FlightRecord record() {
        Recorder recorder = last;
        return recorder == null ? null : Recording.snapshot(scheduler, recorder);
    }
}
