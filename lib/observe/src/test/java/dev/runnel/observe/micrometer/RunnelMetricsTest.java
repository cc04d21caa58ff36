package dev.runnel.observe.micrometer;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.observe.Numbers;
import dev.runnel.scheduler.RuntimeConfig;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunnelMetricsTest {

    private static GoRuntime runtime(int procs) {
        return new GoRuntime(RuntimeConfig.fromProperties().withProcs(procs));
    }

    @Test
    void meters_followTheirRuntime() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (GoRuntime one = runtime(3);
                GoRuntime two = runtime(1)) {
            new RunnelMetrics(one).bindTo(registry);
            new RunnelMetrics(two.observed(), Tags.of("runtime", "two", "app", "shop")).bindTo(registry);
            Chan<Integer> never = chan();
            for (int i = 0; i < 6; i++) {
                one.go(never::recv);
            }
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (one.snapshot().goroutines().waiting() != 6 || one.snapshot().idleProcs() != 3) {
                assertTrue(System.nanoTime() - deadline < 0, one::dump);
                Thread.yield();
            }
            String name = one.observed().name();
            assertEquals(
                    3, registry.get("runnel.procs").tag("runtime", name).gauge().value());
            assertEquals(
                    3,
                    registry.get("runnel.procs.idle")
                            .tag("runtime", name)
                            .gauge()
                            .value());
            assertEquals(
                    1,
                    registry.get("runnel.procs")
                            .tags("runtime", "two", "app", "shop")
                            .gauge()
                            .value());
            assertEquals(
                    6,
                    registry.get("runnel.goroutines")
                            .tags("runtime", name, "state", "waiting")
                            .gauge()
                            .value());
            for (String none : new String[] {"runnable", "running", "outside"}) {
                assertEquals(
                        0,
                        registry.get("runnel.goroutines")
                                .tags("runtime", name, "state", none)
                                .gauge()
                                .value());
            }
            assertEquals(
                    6,
                    registry.get("runnel.goroutines.created")
                            .tag("runtime", name)
                            .functionCounter()
                            .count());
            assertEquals(
                    0,
                    registry.get("runnel.goroutines.ended")
                            .tag("runtime", "two")
                            .functionCounter()
                            .count());
            assertEquals(
                    one.stats().steals(),
                    registry.get("runnel.scheduler.steals")
                            .tag("runtime", name)
                            .functionCounter()
                            .count());
            assertEquals(
                    one.stats().handOvers(),
                    registry.get("runnel.scheduler.handovers")
                            .tag("runtime", name)
                            .functionCounter()
                            .count());
            assertTrue(
                    registry.get("runnel.machines").tag("runtime", name).gauge().value() >= 6);
            assertEquals(2 * 14, registry.getMeters().size());
        }
    }

    @Test
    void meters_areTheNumbersOfTheirNames() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Numbers runtime = new Numbers(); // the meters do not keep it
        new RunnelMetrics(runtime, Tags.empty()).bindTo(registry);
        Map<String, Double> all = new HashMap<>();
        for (Meter meter : registry.getMeters()) {
            assertEquals("numbers", meter.getId().getTag("runtime"));
            String state = meter.getId().getTag("state");
            all.put(
                    meter.getId().getName() + (state == null ? "" : " " + state),
                    meter.measure().iterator().next().getValue());
        }
        Reference.reachabilityFence(runtime);
        assertEquals(
                Map.ofEntries(
                        Map.entry("runnel.procs", 3.0),
                        Map.entry("runnel.procs.idle", 1.0),
                        Map.entry("runnel.goroutines runnable", 11.0),
                        Map.entry("runnel.goroutines running", 12.0),
                        Map.entry("runnel.goroutines waiting", 13.0),
                        Map.entry("runnel.goroutines outside", 14.0),
                        Map.entry("runnel.goroutines.created", 41.0),
                        Map.entry("runnel.goroutines.ended", 42.0),
                        Map.entry("runnel.machines", 21.0),
                        Map.entry("runnel.machines.idle", 22.0),
                        Map.entry("runnel.scheduler.queue", 31.0),
                        Map.entry("runnel.scheduler.steals", 43.0),
                        Map.entry("runnel.scheduler.handovers", 44.0),
                        Map.entry("runnel.scheduler.timers", 5.0)),
                all);
    }

    /**
     * A registry keeps the meters that it has; so a runtime that takes the place of another, under its name, needs them
     * gone.
     */
    @Test
    void closed_theMetersAreGone_andTheNextMayHaveTheirNames() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        SimpleMeterRegistry another = new SimpleMeterRegistry();
        Tags orders = Tags.of("runtime", "orders");
        try (GoRuntime first = runtime(3);
                GoRuntime second = runtime(1)) {
            registry.counter("of.others");
            RunnelMetrics metrics = new RunnelMetrics(first.observed(), orders);
            metrics.bindTo(registry);
            metrics.bindTo(another);
            metrics.close();
            assertEquals(1, registry.getMeters().size());
            assertEquals(0, another.getMeters().size());
            RunnelMetrics next = new RunnelMetrics(second.observed(), orders);
            next.bindTo(registry);
            metrics.close();
            assertEquals(1, registry.get("runnel.procs").gauge().value());
            assertEquals(1 + 14, registry.getMeters().size());
        }
    }

    @Test
    void closed_withoutMetersOfItsOwn_leavesThoseOfAnother() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Tags orders = Tags.of("runtime", "orders");
        try (GoRuntime first = runtime(3);
                GoRuntime second = runtime(1)) {
            new RunnelMetrics(first.observed(), orders).bindTo(registry);
            RunnelMetrics inVain = new RunnelMetrics(second.observed(), orders);
            inVain.bindTo(registry);
            inVain.close();
            assertEquals(3, registry.get("runnel.procs").gauge().value());
            assertEquals(14, registry.getMeters().size());
        }
    }

    /** Somebody has taken its meters out before. */
    @Test
    void closed_afterAnotherHasTakenItsPlace_leavesThat() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Tags orders = Tags.of("runtime", "orders");
        try (GoRuntime first = runtime(3);
                GoRuntime second = runtime(1)) {
            RunnelMetrics metrics = new RunnelMetrics(first.observed(), orders);
            metrics.bindTo(registry);
            registry.clear();
            new RunnelMetrics(second.observed(), orders).bindTo(registry);
            metrics.close();
            assertEquals(14, registry.getMeters().size());
            assertEquals(1, registry.get("runnel.procs").gauge().value());
        }
    }

    /** Closed, unreferenced: neither the binder nor its meters keep it. Gauges give no number, counters their last. */
    @Test
    void closedRuntime_isGarbage() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        WeakReference<Object> runtime = closedAndBound(registry);
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (runtime.get() != null) {
            assertTrue(System.nanoTime() - deadline < 0, "is kept");
            System.gc();
        }
        assertNull(runtime.get());
        assertTrue(Double.isNaN(registry.get("runnel.procs").gauge().value()));
        assertEquals(
                1, registry.get("runnel.goroutines.created").functionCounter().count());
    }

    private static WeakReference<Object> closedAndBound(SimpleMeterRegistry registry) {
        GoRuntime runtime = runtime(2);
        new RunnelMetrics(runtime).bindTo(registry);
        runtime.go(() -> {}).join();
        assertEquals(2, registry.get("runnel.procs").gauge().value());
        assertEquals(
                1, registry.get("runnel.goroutines.created").functionCounter().count());
        runtime.close();
        return new WeakReference<>(runtime.observed());
    }
}
