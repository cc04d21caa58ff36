package dev.runnel.observe;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.FlightRecorder;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.trace.EventKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the recorder writes down is what a scheduler can do, from any moment to any other. */
class RecordingTest {

    private static RuntimeConfig config(int procs) {
        return RuntimeConfig.fromProperties().withProcs(procs);
    }

    private static RuntimeConfig traced(int procs) {
        return config(procs).withTracing(Tracing.ON.withEvents(1 << 17));
    }

    private static Trace traceOf(GoRuntime runtime) {
        return Trace.of(runtime.recorder().record().get());
    }

    private static List<TraceEvent> parked(Trace trace, String reason) {
        return trace.events().stream()
                .filter(event ->
                        event.kind() == EventKind.PARKED && trace.reason(event).equals(reason))
                .toList();
    }

    private static Set<Long> numbers(List<TraceEvent> events) {
        return events.stream().map(TraceEvent::b).collect(Collectors.toSet());
    }

    /** As a wait that nothing else may end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waitThatAContextMayEnd_isOnItsLockOrItsChannel(boolean bubble) {
        Body program = () -> {
            FlightRecorder recorder = Go.recorder();
            recorder.start();
            Mutex mutex = new Mutex();
            mutex.lock();
            Chan<Integer> c = chan();
            WaitGroup all = new WaitGroup();
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                all.go(() -> mutex.locked(() -> {}));
                all.go(() -> {
                    mutex.lock(ctx);
                    mutex.unlock();
                });
                all.go(c::recv);
                all.go(() -> c.recv(ctx));
                Trace trace = Trace.of(recorder.record().get());
                while (parked(trace, "sync.Mutex.Lock").size() < 2
                        || parked(trace, "chan receive").size() < 2) {
                    Go.gosched();
                    trace = Trace.of(recorder.record().get());
                }
                mutex.unlock();
                c.send(1);
                c.send(2);
                all.await();
                Set<Long> locks = numbers(parked(trace, "sync.Mutex.Lock"));
                Set<Long> channels = numbers(parked(trace, "chan receive"));
                assertEquals(1, locks.size(), locks::toString);
                assertEquals(1, channels.size(), channels::toString);
                assertTrue(locks.iterator().next() < 0, locks::toString);
                assertTrue(channels.iterator().next() > 0, channels::toString);
            }
        };
        if (bubble) {
            Bubble.run(program);
        } else {
            Go.run(program);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void complete_hasAllAndPasses(int procs) {
        try (GoRuntime runtime = new GoRuntime(traced(procs))) {
            runtime.run(() -> Busy.work(20, 50));
            Trace trace = traceOf(runtime);
            assertEquals(procs, trace.procs());
            assertTrue(trace.complete(), trace.toString());
            assertEquals(0, trace.lost());
            TraceChecker.require(trace);
            assertEquals(22, count(trace, EventKind.CREATED));
            assertEquals(22, count(trace, EventKind.STARTED));
            assertEquals(22, count(trace, EventKind.ENDED));
            Set<EventKind> seen = trace.events().stream()
                    .map(TraceEvent::kind)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(EventKind.class)));
            Set<EventKind> always = EnumSet.complementOf(EnumSet.of(EventKind.STOLEN, EventKind.OUT, EventKind.BACK));
            assertTrue(seen.containsAll(always), seen.toString());
            assertEquals("main", trace.goroutines().get(0).name());
            assertEquals(
                    20,
                    trace.goroutines().stream()
                            .filter(g -> g.name() != null && g.name().startsWith("worker ") && g.createdBy() == 1)
                            .count());
            assertTrue(trace.events().stream()
                    .filter(e -> e.kind() == EventKind.PARKED)
                    .anyMatch(e -> trace.reason(e).equals("chan send") && e.b() > 0));
        }
    }

    private static long count(Trace trace, EventKind kind) {
        return trace.events().stream().filter(e -> e.kind() == kind).count();
    }

    @Test
    void stopped_endsThereWheneverItIsTaken() {
        try (GoRuntime runtime = new GoRuntime(traced(1))) {
            runtime.go(() -> {}).join();
            runtime.recorder().stop();
            Trace trace = traceOf(runtime);
            runtime.go(() -> {}).join();
            assertEquals(trace.end(), traceOf(runtime).end());
            assertEquals(trace.events(), traceOf(runtime).events());
            TraceChecker.require(traceOf(runtime));
            runtime.recorder().start();
            assertTrue(runtime.recorder().isOn());
            assertFalse(traceOf(runtime).complete());
        }
    }

    @Test
    void blocked_isOutsideAndBack() {
        try (GoRuntime runtime = new GoRuntime(traced(1))) {
            runtime.run(() -> {
                CountDownLatch latch = new CountDownLatch(1);
                AtomicBoolean atLatch = new AtomicBoolean();
                Thread main = Thread.currentThread();
                go(() -> {
                    while (!atLatch.get() || main.getState() != Thread.State.WAITING) {
                        Go.gosched();
                    }
                    latch.countDown();
                });
                atLatch.set(true); // no call into the runtime from here on: whoever finds it waiting finds it there
                latch.await();
                Go.gosched();
            });
            Trace trace = traceOf(runtime);
            TraceChecker.require(trace);
            assertTrue(count(trace, EventKind.OUT) > 0);
            assertTrue(count(trace, EventKind.BACK) > 0);
        }
    }

    @Test
    void snapshots_passWhileItRunsAndOverwrites() {
        try (GoRuntime runtime = new GoRuntime(config(2).withTracing(Tracing.ON.withEvents(64)))) {
            AtomicBoolean stop = new AtomicBoolean();
            runtime.go("busy", () -> {
                while (!stop.get()) {
                    Busy.work(5, 20);
                }
            });
            FlightRecorder recorder = runtime.recorder();
            boolean lost = false;
            for (int i = 0; i < 300 || !lost; i++) {
                Trace trace = Trace.of(recorder.record().get());
                TraceChecker.require(trace);
                lost |= trace.lost() > 0;
                assertEquals(trace.lost() == 0, trace.complete());
            }
            stop.set(true);
        }
    }

    @Test
    void startedLater_passesFromAnyMoment() {
        try (GoRuntime runtime = new GoRuntime(config(2))) {
            AtomicBoolean stop = new AtomicBoolean();
            runtime.go(() -> {
                while (!stop.get()) {
                    Busy.work(5, 20);
                }
            });
            FlightRecorder recorder = runtime.recorder();
            assertFalse(recorder.isOn());
            assertTrue(recorder.record().isEmpty());
            for (int i = 0; i < 100; i++) {
                recorder.start(4096);
                while (recorder.record().get().size() < 100) {
                    Thread.onSpinWait();
                }
                recorder.stop();
                assertFalse(recorder.isOn());
                Trace trace = Trace.of(recorder.record().get());
                assertFalse(trace.complete());
                TraceChecker.require(trace);
            }
            stop.set(true);
        }
    }

    /** Under schedules, where the clock stands still, and the same schedule gives the same trace. */
    @Test
    void deterministic_passesAndIsTheSameAgain() {
        List<Trace> first = traces();
        assertEquals(20, first.size());
        assertEquals(first, traces());
    }

    private static List<Trace> traces() {
        List<Trace> traces = new ArrayList<>();
        new Explorer(MixedPolicy.of(7)).withRuns(20).explore(() -> {
            Go.recorder().start();
            Chan<Integer> numbers = chan();
            for (int i = 0; i < 3; i++) {
                int n = i;
                go("sender " + i, () -> numbers.send(n));
            }
            numbers.recv();
            numbers.recv();
            sleep(Duration.ofSeconds(1));
            numbers.recv();
            Trace trace = Trace.of(Go.recorder().record().get());
            TraceChecker.require(trace);
            assertEquals("virtual", trace.clock());
            assertTrue(trace.end() >= 1_000_000_000);
            traces.add(withoutChannels(trace));
        });
        return traces;
    }

    /** Channels are numbered through all runs. */
    private static Trace withoutChannels(Trace t) {
        List<TraceEvent> events = t.events().stream()
                .map(e -> new TraceEvent(e.time(), e.kind(), e.p(), e.g(), e.a(), 0))
                .toList();
        return new Trace(
                t.procs(),
                t.carriers(),
                t.clock(),
                t.complete(),
                t.end(),
                t.lost(),
                t.reasons(),
                t.goroutines(),
                events);
    }

    @Test
    void caller_findsItsOwnRecorder() {
        Go.run(traced(2), () -> {
            assertTrue(Go.recorder().isOn());
            Busy.work(3, 10);
            TraceChecker.require(Trace.of(Go.recorder().record().get()));
        });
        Go.run(config(1), () -> assertFalse(Go.recorder().isOn()));
    }

    @Test
    void deadlock_comesWithItsRecordAndAFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("deadlock.json");
        RuntimeConfig config = config(2).withTracing(Tracing.ON.withFile(file));
        DeadlockException asleep = assertThrows(DeadlockException.class, () -> Go.run(config, () -> chan().recv()));
        Trace trace = Trace.of(asleep.flightRecord().get());
        TraceChecker.require(trace);
        assertEquals(trace, Trace.read(file));
        TraceEvent last = trace.events().stream()
                .filter(e -> e.g() == 1)
                .reduce((first, second) -> second)
                .orElseThrow();
        assertEquals(EventKind.PARKED, last.kind());
        assertEquals("chan receive", trace.reason(last));
    }

    @Test
    void failure_comesWithItsRecord() {
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(traced(2), () -> {
                    Busy.work(3, 10);
                    throw new IllegalStateException("boom");
                }));
        TraceChecker.require(Trace.of(failed.flightRecord().get()));
        GoroutineFailedException untraced = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(config(1), () -> {
                    throw new IllegalStateException("boom");
                }));
        assertTrue(untraced.flightRecord().isEmpty());
    }
}
