package dev.runnel.observe.micrometer;

import dev.runnel.GoRuntime;
import dev.runnel.observe.metrics.Metrics;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.SchedulerSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Meters of a runtime, with its name as the tag {@code runtime}. The runtime is held weakly, by this and by the meters.
 * The meters stay in the registry until this is closed. Once the runtime has closed and is garbage, gauges give no
 * number, and counters the last one that was asked for. A registry keeps what it has: it takes no meter of another
 * runtime with the same tags while they are there.
 */
public final class RunnelMetrics implements MeterBinder, AutoCloseable {

    private final WeakReference<ObservedRuntime> runtime;
    private final Tags tags;
    private final Queue<Bound> bound = new ConcurrentLinkedQueue<>();

    /** Meters of a runtime, under the name that Runnel has for it. */
    public RunnelMetrics(GoRuntime runtime) {
        this(Objects.requireNonNull(runtime, "runtime").observed(), Tags.empty());
    }

    /**
     * Meters of a runtime, which may be the default one, with more tags. One of these named {@code runtime} replaces
     * its name.
     */
    public RunnelMetrics(ObservedRuntime runtime, Iterable<Tag> tags) {
        this.runtime = new WeakReference<>(Objects.requireNonNull(runtime, "runtime"));
        this.tags = Tags.of("runtime", runtime.name()).and(Objects.requireNonNull(tags, "tags"));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry");
        ObservedRuntime of = runtime.get();
        if (of != null) {
            // a registry gives what it has in place of another with the same name and tags
            Set<Meter> before = new HashSet<>(registry.getMeters());
            new Binding(registry, of, tags, meter -> {
                        if (!before.contains(meter)) {
                            bound.add(new Bound(registry, meter));
                        }
                    })
                    .all();
        }
    }

    /**
     * Takes the meters that came by this out of their registries, which then take those of another runtime. A second
     * call does nothing.
     */
    @Override
    public void close() {
        for (Bound each = bound.poll(); each != null; each = bound.poll()) {
            each.remove();
        }
    }

    private record Bound(MeterRegistry registry, Meter meter) {

        /** Unless it is gone: a registry removes by name and tags, which another's may have by now. */
        void remove() {
            if (registry.getMeters().stream().anyMatch(there -> there == meter)) {
                registry.remove(meter);
            }
        }
    }

    private record Binding(MeterRegistry registry, ObservedRuntime runtime, Tags tags, Consumer<Meter> made) {

        void all() {
            gauge(
                    "runnel.procs",
                    "procs",
                    "Ps: as many goroutines may run at once",
                    s -> s.procs().size());
            gauge("runnel.procs.idle", "procs", "Ps that have nothing to do", SchedulerSnapshot::idleProcs);
            state("runnable", s -> s.goroutines().runnable());
            state("running", s -> s.goroutines().running());
            state("waiting", s -> s.goroutines().waiting());
            state("outside", s -> s.goroutines().outside());
            counter("runnel.goroutines.created", "goroutines", "Goroutines created", SchedulerSnapshot::created);
            counter("runnel.goroutines.ended", "goroutines", "Goroutines that have ended", SchedulerSnapshot::ended);
            gauge(
                    "runnel.machines",
                    "threads",
                    "Virtual threads that carry goroutines",
                    s -> s.machines().total());
            gauge(
                    "runnel.machines.idle",
                    "threads",
                    "Those that carry none now",
                    s -> s.machines().idle());
            gauge(
                    "runnel.scheduler.queue",
                    "goroutines",
                    "Goroutines in the queue that all Ps share",
                    SchedulerSnapshot::globalQueue);
            counter(
                    "runnel.scheduler.steals",
                    "goroutines",
                    "Goroutines that a P took from another's queue",
                    SchedulerSnapshot::steals);
            counter(
                    "runnel.scheduler.handovers",
                    "handovers",
                    "How often a P was passed from one M to another",
                    SchedulerSnapshot::handOvers);
            gauge("runnel.scheduler.timers", "timers", "Timers that are set", Metrics::timers);
        }

        private void state(String state, ToDoubleFunction<SchedulerSnapshot> value) {
            made.accept(Gauge.builder("runnel.goroutines", runtime, r -> value.applyAsDouble(r.snapshot()))
                    .tags(tags)
                    .tag("state", state)
                    .baseUnit("goroutines")
                    .description("Goroutines that have not ended, by state; outside: blocked in the JDK")
                    .register(registry));
        }

        private void gauge(String name, String unit, String text, ToDoubleFunction<SchedulerSnapshot> value) {
            made.accept(Gauge.builder(name, runtime, r -> value.applyAsDouble(r.snapshot()))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(text)
                    .register(registry));
        }

        private void counter(String name, String unit, String text, ToDoubleFunction<SchedulerSnapshot> value) {
            made.accept(FunctionCounter.builder(name, runtime, r -> value.applyAsDouble(r.snapshot()))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(text)
                    .register(registry));
        }
    }
}
