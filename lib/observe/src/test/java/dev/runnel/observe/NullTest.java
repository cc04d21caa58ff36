package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.GoRuntime;
import dev.runnel.observe.jfr.JfrSettings;
import dev.runnel.observe.jmx.Jmx;
import dev.runnel.observe.metrics.Histogram;
import dev.runnel.observe.metrics.Latencies;
import dev.runnel.observe.metrics.Metrics;
import dev.runnel.observe.metrics.Waits;
import dev.runnel.observe.micrometer.RunnelMetrics;
import dev.runnel.observe.timeline.Timeline;
import dev.runnel.observe.timeline.TimelineFile;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import io.micrometer.core.instrument.Tags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What must not be null is named by whatever refuses it. */
class NullTest {

    private record Call(String names, Executable call) {}

    @Test
    void null_isNamed() {
        GoRuntime none = null;
        ObservedRuntime nobody = null;
        Path file = Path.of("target", "never-written");
        Trace trace = new Trace(1, "shared", "nanos", true, 0, 0, List.of(), List.of(), List.of());
        try (GoRuntime runtime = new GoRuntime()) {
            ObservedRuntime observed = runtime.observed();
            List<Call> calls = List.of(
                    new Call("trace", () -> ChromeTrace.text(null)),
                    new Call("trace", () -> ChromeTrace.write(null, file)),
                    new Call("record", () -> Trace.of((FlightRecord) null)),
                    new Call("record", () -> new TraceFileWriter().write(null, file)),
                    new Call("trace", () -> TraceChecker.check(null)),
                    new Call("trace", () -> TraceChecker.require(null)),
                    new Call("runtime", () -> WaitProfile.start(nobody, Duration.ZERO)),
                    new Call("rate", () -> WaitProfile.start(observed, null)),
                    new Call("runtime", () -> MutexProfile.start(nobody, Duration.ZERO)),
                    new Call("rate", () -> MutexProfile.start(observed, null)),
                    new Call("file", () -> JfrSettings.write(null)),
                    new Call("runtime", () -> Jmx.register(none)),
                    new Call("runtime", () -> Jmx.register(none, "x")),
                    new Call("runtime", () -> Jmx.register(nobody)),
                    new Call("runtime", () -> Jmx.register(nobody, "x")),
                    new Call("name", () -> Jmx.register(runtime, null)),
                    new Call("name", () -> Jmx.register(observed, null)),
                    new Call("record", () -> Latencies.of(null)),
                    new Call("record", () -> Waits.of((FlightRecord) null)),
                    new Call("runtime", () -> Metrics.of(none)),
                    new Call("runtime", () -> Metrics.of(nobody)),
                    new Call("scheduler", () -> Metrics.timers(null)),
                    new Call("runtime", () -> new RunnelMetrics(none)),
                    new Call("runtime", () -> new RunnelMetrics(nobody, Tags.empty())),
                    new Call("tags", () -> new RunnelMetrics(observed, null)),
                    new Call("registry", () -> new RunnelMetrics(runtime).bindTo(null)),
                    new Call("runtime", () -> Timeline.write(none, file)),
                    new Call("file", () -> Timeline.write(runtime, null)),
                    new Call("trace", () -> Timeline.write((Trace) null, file)),
                    new Call("file", () -> Timeline.write(trace, null)),
                    new Call("trace", () -> Timeline.write(null, "x", file)),
                    new Call("title", () -> Timeline.write(trace, null, file)),
                    new Call("trace", () -> Timeline.html(null, "x")),
                    new Call("title", () -> Timeline.html(trace, null)),
                    new Call("trace", () -> Timeline.html(null, runtime.goroutines(), "x")),
                    new Call("dump", () -> Timeline.html(trace, null, "x")),
                    new Call("title", () -> Timeline.html(trace, runtime.goroutines(), null)),
                    new Call("file", () -> TimelineFile.open(null)),
                    new Call(
                            "carriers", () -> new Trace(1, null, "nanos", true, 0, 0, List.of(), List.of(), List.of())),
                    new Call("a null in reasons", () -> traceOf(Collections.singletonList(null), List.of(), List.of())),
                    new Call(
                            "a null in goroutines",
                            () -> traceOf(List.of(), Collections.singletonList(null), List.of())),
                    new Call("a null in events", () -> traceOf(List.of(), List.of(), Collections.singletonList(null))),
                    new Call("clock", () -> new Trace(1, "shared", null, true, 0, 0, List.of(), List.of(), List.of())),
                    new Call("kind", () -> new TraceEvent(0, null, 0, 1, 0, 0)),
                    new Call("event", () -> new WrongStep(0, null, "why")),
                    new Call("why", () -> new WrongStep(0, new TraceEvent(0, EventKind.IDLE, 0, 0, 0, 0), null)),
                    new Call("reason", () -> new WaitProfile.Site(null, List.of(), 1, Duration.ZERO)),
                    new Call("waited", () -> new WaitProfile.Site("sleep", List.of(), 1, null)),
                    new Call("words", () -> new Waits.Reason(null, 1, 0, 0)),
                    new Call("words", () -> new Waits(List.of()).of((String) null)),
                    new Call("reasons", () -> traceOf(null, List.of(), List.of())),
                    new Call("goroutines", () -> traceOf(List.of(), null, List.of())),
                    new Call("events", () -> traceOf(List.of(), List.of(), null)),
                    new Call("parked", () -> trace.reason(null)),
                    new Call("stack", () -> new WaitProfile.Site("sleep", null, 1, Duration.ZERO)),
                    new Call("counts", () -> new Histogram(null)),
                    new Call("a null in counts", () -> new Histogram(Collections.singletonList(null))),
                    new Call("a null in all", () -> new Waits(Collections.singletonList(null))),
                    new Call("all", () -> new Waits(null)));
            for (Call call : calls) {
                assertEquals(
                        call.names,
                        assertThrows(NullPointerException.class, call.call).getMessage());
            }
        }
    }

    private static Trace traceOf(List<String> reasons, List<TraceGoroutine> goroutines, List<TraceEvent> events) {
        return new Trace(1, "shared", "nanos", true, 0, 0, reasons, goroutines, events);
    }
}
