package dev.runnel.observe;

import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scheduler.SchedulerSnapshot.Goroutines;
import dev.runnel.scheduler.SchedulerSnapshot.Machines;
import dev.runnel.scheduler.SchedulerSnapshot.Proc;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A runtime that is nothing but its numbers, of which no two are the same. */
public final class Numbers implements ObservedRuntime {

    private static final SchedulerSnapshot SNAPSHOT = new SchedulerSnapshot(
            List.of(proc(0, false, 2), proc(1, true, 3), proc(2, false, 0)),
            new Goroutines(100, 11, 12, 13, 14),
            new Machines(21, 22, 23, 24),
            31,
            41,
            42,
            43,
            44);

    private static Proc proc(int id, boolean idle, int timers) {
        return new Proc(id, idle, SchedulerSnapshot.NO_MACHINE, 0, false, 0, 0, 0, 0, timers);
    }

    @Override
    public String name() {
        return "numbers";
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isDedicated() {
        return true;
    }

    @Override
    public SchedulerSnapshot snapshot() {
        return SNAPSHOT;
    }

    @Override
    public String dump() {
        throw new UnsupportedOperationException();
    }

    @Override
    public GoroutineDump goroutineDump() {
        throw new UnsupportedOperationException();
    }

    @Override
    public GoroutineDump leaks(Duration olderThan) {
        throw new UnsupportedOperationException();
    }

    @Override
    public GoroutineDump unreachable() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int changeProcs(int n) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void followProcessors() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Tracing tracing() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void startRecording(Tracing tracing) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stopRecording() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isRecording() {
        return false;
    }

    @Override
    public @Nullable FlightRecord flightRecord() {
        return null;
    }

    @Override
    public void listen(@Nullable StepListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addListener(StepListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void removeListener(StepListener listener) {
        throw new UnsupportedOperationException();
    }
}
