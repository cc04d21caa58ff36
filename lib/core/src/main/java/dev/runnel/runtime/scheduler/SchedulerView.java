package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.Reports;
import dev.runnel.scheduler.RuntimeStats;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.FlightRecord;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A scheduler as those that watch it see it. One for each scheduler. */
public final class SchedulerView implements ObservedRuntime {

    private final Scheduler scheduler;
    private final String name;

    SchedulerView(Scheduler scheduler, String name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isOpen() {
        return !scheduler.isClosing();
    }

    @Override
    public boolean isDedicated() {
        return scheduler.isDedicated();
    }

    // ---------------------------------------------------------------- what there is

    /** The counters now. */
    public RuntimeStats stats() {
        StackRoom.require();
        return scheduler.census.stats();
    }

    @Override
    public SchedulerSnapshot snapshot() {
        StackRoom.require();
        return Snapshot.of(scheduler);
    }

    /** How many goroutines have not ended. */
    public long live() {
        StackRoom.require();
        return scheduler.live();
    }

    /** The goroutines that have started and not ended. */
    public List<Goroutine> goroutines() {
        StackRoom.require();
        return scheduler.machines.goroutines();
    }

    /**
     * How many goroutines are not among {@link #goroutines()} because they have not started. If this is asked for
     * first, each that lives then is counted here or listed there.
     */
    public long notStarted() {
        StackRoom.require();
        return scheduler.census.notStarted();
    }

    /**
     * The timers that start something when they are due, a function or the end of a context; {@code toString} says
     * which. Those of goroutines that wait with a limit are not among them.
     */
    public List<Object> startingTimers() {
        StackRoom.require();
        return Arrays.stream(scheduler.processors)
                .flatMap(p -> p.timers.due(TimerHeap.NEVER).stream())
                .<Object>mapMulti((timer, sink) -> {
                    if (timer.starts()) {
                        sink.accept(timer);
                    }
                })
                .toList();
    }

    /** What the goroutines that wait are waiting for, as {@link dev.runnel.runtime.park.Strand#waiting} was told. */
    public List<Object> waitedFor() {
        return goroutines().stream()
                .<Object>mapMulti((g, sink) -> {
                    Object on = g.waitsOn;
                    if (on != null) {
                        sink.accept(on);
                    }
                })
                .toList();
    }

    @Override
    public String dump() {
        return goroutineDump().text();
    }

    /** As {@code schedtrace} prints it with all details. */
    public String details() {
        StackRoom.require();
        return new SchedTrace(scheduler, Reports.NONE.withSchedDetail(true)).text(0);
    }

    /** Of the goroutines that have started, those that are asked for; grouped if they are many. */
    public String dump(Predicate<? super Goroutine> which) {
        StackRoom.require();
        return Dump.of(scheduler, which).toString();
    }

    @Override
    public GoroutineDump goroutineDump() {
        StackRoom.require();
        return Dump.of(scheduler);
    }

    @Override
    public GoroutineDump leaks(Duration olderThan) {
        StackRoom.require();
        return Leaks.of(scheduler, olderThan);
    }

    @Override
    public GoroutineDump unreachable() {
        StackRoom.require();
        return Unreachable.of(scheduler);
    }

    /** How many Ps there are to be. */
    public int procs() {
        return scheduler.procs.wanted();
    }

    @Override
    public int changeProcs(int n) {
        StackRoom.require();
        return scheduler.procs.change(n);
    }

    @Override
    public void followProcessors() {
        StackRoom.require();
        scheduler.procs.follow();
    }

    /**
     * Checks the queues, lists and counts; for tests of the runtime itself. In a deterministic run it is called by the
     * director, else by any thread.
     *
     * @throws AssertionError if anything is not as it must be
     */
    public void checkQueues() {
        Directed directed = scheduler.directed;
        if (directed != null) {
            directed.check();
        } else {
            Soundness.check(scheduler);
        }
    }

    // ---------------------------------------------------------------- the flight recorder

    @Override
    public Tracing tracing() {
        return scheduler.config.tracing();
    }

    @Override
    public void startRecording(Tracing tracing) {
        StackRoom.require();
        scheduler.listening.start(Objects.requireNonNull(tracing, "tracing"), false);
    }

    @Override
    public void stopRecording() {
        StackRoom.require();
        scheduler.listening.stop();
    }

    @Override
    public boolean isRecording() {
        return scheduler.listening.isRecording();
    }

    @Override
    public @Nullable FlightRecord flightRecord() {
        StackRoom.require();
        return scheduler.listening.record();
    }

    @Override
    public void listen(@Nullable StepListener listener) {
        StackRoom.require();
        scheduler.listening.listen(listener);
    }

    @Override
    public void addListener(StepListener listener) {
        StackRoom.require();
        scheduler.listening.add(listener);
    }

    @Override
    public void removeListener(StepListener listener) {
        StackRoom.require();
        scheduler.listening.remove(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public String toString() {
        return name + " (procs " + procs() + ", goroutines " + live() + ")";
    }
}
