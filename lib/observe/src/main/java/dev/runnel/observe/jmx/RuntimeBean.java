package dev.runnel.observe.jmx;

import dev.runnel.observe.Trace;
import dev.runnel.observe.metrics.Metrics;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** A runtime's numbers and dumps. */
final class RuntimeBean implements RuntimeMXBean {

    private final ObservedRuntime runtime;

    RuntimeBean(ObservedRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String getName() {
        return runtime.name();
    }

    @Override
    public boolean isDedicated() {
        return runtime.isDedicated();
    }

    @Override
    public int getProcs() {
        return getSnapshot().procs().size();
    }

    @Override
    public void setProcs(int procs) {
        runtime.changeProcs(procs);
    }

    @Override
    public void followProcessors() {
        runtime.followProcessors();
    }

    @Override
    public int getIdleProcs() {
        return getSnapshot().idleProcs();
    }

    @Override
    public long getGoroutines() {
        return getSnapshot().goroutines().total();
    }

    @Override
    public long getRunnable() {
        return getSnapshot().goroutines().runnable();
    }

    @Override
    public long getRunning() {
        return getSnapshot().goroutines().running();
    }

    @Override
    public long getWaiting() {
        return getSnapshot().goroutines().waiting();
    }

    @Override
    public long getOutside() {
        return getSnapshot().goroutines().outside();
    }

    @Override
    public long getCreated() {
        return getSnapshot().created();
    }

    @Override
    public int getMachines() {
        return getSnapshot().machines().total();
    }

    @Override
    public int getGlobalQueue() {
        return getSnapshot().globalQueue();
    }

    @Override
    public long getSteals() {
        return getSnapshot().steals();
    }

    @Override
    public long getHandOvers() {
        return getSnapshot().handOvers();
    }

    @Override
    public int getTimers() {
        return Metrics.timers(getSnapshot());
    }

    @Override
    public SchedulerSnapshot getSnapshot() {
        return runtime.snapshot();
    }

    @Override
    public String dump() {
        return runtime.dump();
    }

    @Override
    public String dumpGrouped() {
        return runtime.goroutineDump().grouped();
    }

    @Override
    public String dumpJson() {
        return runtime.goroutineDump().json();
    }

    @Override
    public String leaks(long seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("seconds: '" + seconds + "' is not allowed; allowed: 0 or more");
        }
        return runtime.leaks(Duration.ofSeconds(seconds)).grouped();
    }

    @Override
    public String unreachable() {
        return runtime.unreachable().grouped();
    }

    @Override
    public boolean isRecording() {
        return runtime.isRecording();
    }

    @Override
    public void startRecording(int events) {
        Tracing asSet = runtime.tracing();
        runtime.startRecording(events == 0 ? asSet : asSet.withEvents(events));
    }

    @Override
    public void stopRecording() {
        runtime.stopRecording();
    }

    @Override
    public void writeRecording(String file) throws IOException {
        Objects.requireNonNull(file, "file");
        FlightRecord record = runtime.flightRecord();
        if (record == null) {
            throw new IllegalStateException("the flight recorder of " + runtime.name() + " was never on");
        }
        Trace.of(record).write(Path.of(file));
    }
}
