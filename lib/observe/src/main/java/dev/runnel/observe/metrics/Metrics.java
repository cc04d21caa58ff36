package dev.runnel.observe.metrics;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.SchedulerSnapshot;
import dev.runnel.trace.FlightRecord;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a runtime does, in numbers, at one moment.
 *
 * @param runtime its name
 * @param scheduler its Ps, Ms and goroutines
 * @param latencies how long goroutines waited for a P; none while the flight recorder is off
 * @param waits how long goroutines waited for each other, and for what; none while the flight recorder is off
 */
public record Metrics(String runtime, SchedulerSnapshot scheduler, Option<Histogram> latencies, Option<Waits> waits) {

    /** The metrics of a runtime, now. */
    public static Metrics of(GoRuntime runtime) {
        return of(Objects.requireNonNull(runtime, "runtime").observed());
    }

    /** The metrics of a runtime, now. If the flight recorder is on, this goes through what that has kept. */
    public static Metrics of(ObservedRuntime runtime) {
        Objects.requireNonNull(runtime, "runtime");
        Option<FlightRecord> record = runtime.isRecording() ? Option.of(runtime.flightRecord()) : Option.none();
        return new Metrics(runtime.name(), runtime.snapshot(), record.map(Latencies::of), record.map(Waits::of));
    }

    /** Timers that are set, of all Ps. */
    public int timers() {
        return timers(scheduler);
    }

    /** Timers that are set, of all Ps. */
    public static int timers(SchedulerSnapshot scheduler) {
        return Objects.requireNonNull(scheduler, "scheduler").procs().stream()
                .mapToInt(SchedulerSnapshot.Proc::timers)
                .sum();
    }

    /** By the names of Go's {@code runtime/metrics}, as far as that has them; the threads are virtual. */
    public Map<String, Long> byGoNames() {
        SchedulerSnapshot.Goroutines goroutines = scheduler.goroutines();
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("/sched/gomaxprocs:threads", (long) scheduler.procs().size());
        all.put("/sched/goroutines:goroutines", goroutines.total());
        all.put("/sched/goroutines-created:goroutines", scheduler.created());
        all.put("/sched/goroutines/not-in-go:goroutines", goroutines.outside());
        all.put("/sched/goroutines/runnable:goroutines", goroutines.runnable());
        all.put("/sched/goroutines/running:goroutines", goroutines.running());
        all.put("/sched/goroutines/waiting:goroutines", goroutines.waiting());
        all.put("/sched/threads/total:threads", (long) scheduler.machines().total());
        return Collections.unmodifiableMap(all);
    }
}
