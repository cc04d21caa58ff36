package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.trace.Listeners;
import dev.runnel.runtime.trace.Recorder;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Those that are told of the steps of a scheduler: its flight recorder and its listeners, each while it is on. */
final class Listening {

    private final Scheduler scheduler;
    private volatile @Nullable Recorder last;
    private volatile boolean recording;
    private @Nullable StepListener listener; // under the monitor
    private final List<StepListener> added = new ArrayList<>(); // likewise

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

    synchronized void add(StepListener listener) {
        added.add(Objects.requireNonNull(listener, "nobody cannot be added"));
        tell();
    }

    synchronized void remove(StepListener listener) {
        added.removeIf(each -> each == listener);
        tell();
    }

    private void tell() {
        Recorder recorder = recording ? last : null;
        StepListener told = told();
        scheduler.recording = recorder == null && told == null ? null : new Recording(recorder, told);
    }

    private @Nullable StepListener told() {
        List<StepListener> all = new ArrayList<>(added);
        if (listener != null) {
            all.addFirst(listener);
        }
        return all.isEmpty() ? null : all.size() == 1 ? all.getFirst() : new Listeners(all);
    }

    boolean isRecording() {
        return recording;
    }

    @Nullable FlightRecord record() {
        Recorder recorder = last;
        return recorder == null ? null : Recording.snapshot(scheduler, recorder);
    }
}
