package dev.runnel.observe.jfr;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.observe.Numbers;
import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of small programs are in a recording of JFR, and only while one wants them. */
class JfrTest {

    @TempDir
    Path folder;

    private static Recording recording() throws IOException, ParseException {
        return new Recording(Configuration.create(new StringReader(JfrSettings.text())));
    }

    /** Our events of this runtime, in order of time. */
    private List<RecordedEvent> events(Recording recording, String runtime) throws IOException {
        recording.stop();
        Path file = folder.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(e -> e.getEventType().getName().startsWith("runnel."))
                .filter(e -> e.getString("runtime").equals(runtime))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    private static RuntimeConfig config(int procs) {
        return RuntimeConfig.fromProperties().withProcs(procs);
    }

    private static String kind(RecordedEvent event) {
        return event.getEventType().getName().substring("runnel.".length());
    }

    private static List<String> lifeOf(long g, List<RecordedEvent> events) {
        return events.stream()
                .filter(e -> e.hasField("g") && e.getLong("g") == g && !kind(e).equals("GoWait"))
                .map(JfrTest::kind)
                .filter(kind -> !Set.of("GoYield", "GoOut", "GoBack", "GoSteal").contains(kind))
                .toList();
    }

    /** On one P it is certain who waits for whom. */
    @Test
    void smallProgram_isThereStepByStep() throws Exception {
        try (Recording recording = recording()) {
            recording.start();
            String name;
            try (GoRuntime runtime = new GoRuntime(config(1))) {
                name = runtime.observed().name();
                runtime.run(() -> {
                    Chan<Integer> numbers = chan();
                    Chan<Boolean> done = chan();
                    go("receiver", () -> {
                        numbers.recv();
                        done.send(true);
                    });
                    numbers.send(42);
                    done.recv();
                });
            }
            List<RecordedEvent> events = events(recording, name);
            RecordedEvent receiver = events.stream()
                    .filter(e -> kind(e).equals("GoCreate") && "receiver".equals(e.getString("name")))
                    .findFirst()
                    .orElseThrow();
            assertEquals(1, receiver.getLong("creator"));
            assertEquals(0, receiver.getInt("p"));
            long g = receiver.getLong("g");
            assertEquals("GoCreate", lifeOf(g, events).get(0));
            assertEquals("GoStart", lifeOf(g, events).get(1));
            List<String> life = lifeOf(1, events);
            assertEquals(List.of("GoCreate", "GoStart"), life.subList(0, 2));
            assertEquals("GoEnd", life.get(life.size() - 1));
            // What is parked is readied, and then runs.
            for (long each : new long[] {1, g}) {
                List<String> steps = lifeOf(each, events);
                for (int i = 0; i < steps.size(); i++) {
                    if (steps.get(i).equals("GoPark")) {
                        assertEquals(List.of("GoReady", "GoRun"), steps.subList(i + 1, i + 3), steps::toString);
                    }
                }
            }
            RecordedEvent park = events.stream()
                    .filter(e -> kind(e).equals("GoPark") && e.getLong("g") == 1)
                    .findFirst()
                    .orElseThrow();
            assertTrue(Set.of("chan send", "chan receive").contains(park.getString("reason")), park::toString);
            assertTrue(park.getLong("on") > 0);
            RecordedEvent ready = events.stream()
                    .filter(e -> kind(e).equals("GoReady") && e.getLong("g") == 1)
                    .findFirst()
                    .orElseThrow();
            assertEquals(g, ready.getLong("by"));
            assertFalse(events.stream().filter(e -> kind(e).equals("GoEnd")).anyMatch(e -> e.getBoolean("failed")));
            RecordedEvent wait = events.stream()
                    .filter(e -> kind(e).equals("GoWait") && e.getLong("g") == 1)
                    .findFirst()
                    .orElseThrow();
            assertEquals(park.getString("reason"), wait.getString("reason"));
            assertTrue(wait.getThread().isVirtual());
            assertTrue(wait.getThread().getJavaName().startsWith("runnel-M-"), wait::toString);
            assertNull(wait.getStackTrace());
        }
    }

    @Test
    void blockedInTheJdk_isHandedOver() throws Exception {
        try (Recording recording = recording()) {
            recording.start();
            String name;
            try (GoRuntime runtime = new GoRuntime(config(1))) {
                name = runtime.observed().name();
                runtime.run(() -> {
                    CountDownLatch latch = new CountDownLatch(1);
                    go(() -> {
                        while (runtime.snapshot().goroutines().outside() != 1) {
                            Go.gosched();
                        }
                        latch.countDown();
                    });
                    latch.await();
                    Go.gosched();
                });
            }
            List<RecordedEvent> events = events(recording, name);
            List<String> steps = events.stream().map(JfrTest::kind).toList();
            assertTrue(steps.contains("GoBack"), steps::toString);
            assertTrue(steps.contains("GoOut"), steps::toString);
            RecordedEvent out = first(events, "GoOut");
            RecordedEvent back = first(events, "GoBack");
            assertTrue(out.getStartTime().isBefore(back.getStartTime()), () -> out + " " + back);
        }
    }

    private static RecordedEvent first(List<RecordedEvent> events, String kind) {
        return events.stream().filter(e -> kind(e).equals(kind)).findFirst().orElseThrow();
    }

    /** Nobody commits anything else meanwhile, and the runtime goes on. */
    @Test
    void handOver_isThereWhenARecordingOfNothingElseIsStopped() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (GoRuntime runtime = new GoRuntime(config(1));
                Recording recording = new Recording()) {
            recording.enable("runnel.GoOut");
            recording.start();
            runtime.go(() -> release.await());
            while (runtime.snapshot().goroutines().outside() == 0) {
                Thread.onSpinWait();
            }
            while (runtime.snapshot().idleProcs() == 0) { // the event comes between the two
                Thread.onSpinWait();
            }
            List<RecordedEvent> events = events(recording, runtime.observed().name());
            release.countDown();
            assertEquals(List.of("GoOut"), events.stream().map(JfrTest::kind).toList());
        }
    }

    /** A runtime that was there before; its flight recorder, beside the recording, has what it should. */
    @Test
    void recordingBegunLater_hasRuntimesThatWereThere_andDisturbsNoFlightRecord() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(2).withTracing(Tracing.ON.withEvents(1 << 15)))) {
            runtime.go(() -> {}).join();
            try (Recording recording = recording()) {
                recording.start();
                for (int i = 0; i < 50; i++) {
                    runtime.go("late", () -> {}).join();
                }
                List<RecordedEvent> events =
                        events(recording, runtime.observed().name());
                assertEquals(50, created(events, "late"));
            }
            runtime.go(() -> {}).join();
            Trace trace = Trace.of(runtime.recorder().record().get());
            assertTrue(trace.complete());
            assertTrue(trace.goroutines().size() >= 52, trace::toString);
            TraceChecker.require(trace);
        }
    }

    /** Hears how many goroutines are made, and then fails if it is to. */
    private static final class Creations implements StepListener {

        private final AtomicInteger heard = new AtomicInteger();
        private final boolean fails;

        Creations(boolean fails) {
            this.fails = fails;
        }

        private void fail() {
            if (fails) {
                throw new AssertionError("a listener that fails");
            }
        }

        @Override
        public void created(int p, long g, long creator, @Nullable String name) {
            heard.incrementAndGet();
            fail();
        }

        @Override
        public void parked(int p, long g, String reason, long on) {
            fail();
        }

        @Override
        public void step(EventKind kind, int p, long g, long a, long b) {
            fail();
        }

        @Override
        public @Nullable Object waitBegins(long g, String reason, long on) {
            fail();
            return null;
        }

        @Override
        public void waitEnded(Object begun) {
            throw new AssertionError("that was not asked for: " + begun);
        }
    }

    private static void make(GoRuntime runtime, String name, int many) {
        for (int i = 0; i < many; i++) {
            runtime.go(name, Go::gosched).join();
        }
    }

    private static long created(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(e -> kind(e).equals("GoCreate") && name.equals(e.getString("name")))
                .count();
    }

    @Test
    void listenerOfARuntime_whileARecordingComesAndGoes_hearsEverything() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(2))) {
            Creations mine = new Creations(false);
            runtime.observed().listen(mine);
            make(runtime, "before", 10);
            assertEquals(10, mine.heard.get());
            try (Recording recording = recording()) {
                recording.start();
                make(runtime, "during", 10);
                assertEquals(20, mine.heard.get());
                assertEquals(10, created(events(recording, runtime.observed().name()), "during"));
            }
            make(runtime, "after", 10);
            assertEquals(30, mine.heard.get());
        }
    }

    @Test
    void recording_whileAListenerOfTheRuntimeComesAndGoes_hasEverything() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(2));
                Recording recording = recording()) {
            recording.start();
            Creations mine = new Creations(false);
            make(runtime, "before", 10);
            runtime.observed().listen(mine);
            make(runtime, "during", 10);
            runtime.observed().listen(null);
            make(runtime, "after", 10);
            assertEquals(10, mine.heard.get());
            List<RecordedEvent> events = events(recording, runtime.observed().name());
            assertEquals(10, created(events, "before"));
            assertEquals(10, created(events, "during"));
            assertEquals(10, created(events, "after"));
        }
    }

    @Test
    void recording_whileAListenerOfTheRuntimeFails_hasEverything() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(1));
                Recording recording = recording()) {
            recording.start();
            Creations mine = new Creations(true);
            runtime.observed().listen(mine);
            make(runtime, "mine", 10);
            runtime.run(() -> {
                Chan<Integer> numbers = chan();
                go("sender", () -> numbers.send(1));
                numbers.recv();
            });
            assertEquals(12, mine.heard.get());
            List<RecordedEvent> events = events(recording, runtime.observed().name());
            assertEquals(10, created(events, "mine"));
            assertEquals(1, created(events, "sender"));
            assertTrue(events.stream().anyMatch(e -> kind(e).equals("GoWait")));
            assertEquals(
                    12, events.stream().filter(e -> kind(e).equals("GoEnd")).count());
        }
    }

    /** The listener of a runtime is gone when no recording wants our events: nothing is spent. */
    @Test
    void otherRecordings_haveNoneOfOurs() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(1));
                Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            runtime.go(() -> {}).join();
            assertEquals(List.of(), events(recording, runtime.observed().name()));
        }
    }

    @Test
    void runtime_isListenedTo_onceWhileARecordingWantsIt_andNotWhenItHasClosed() throws Exception {
        List<Object> listeners = new CopyOnWriteArrayList<>();
        ObservedRuntime runtime = heardBy(listeners);
        Bridge.ONE.opened(runtime);
        assertEquals(0, listeners.size());
        try (Recording first = recording();
                Recording second = recording()) {
            first.start();
            assertEquals(1, listeners.size());
            second.start();
            assertEquals(1, listeners.size());
            first.stop();
            assertEquals(1, listeners.size());
            second.stop();
            assertEquals(0, listeners.size());
        }
        Bridge.ONE.closed(runtime);
        try (Recording third = recording()) {
            third.start();
            assertEquals(0, listeners.size());
        }
    }

    private static ObservedRuntime heardBy(List<Object> listeners) {
        return (ObservedRuntime) Proxy.newProxyInstance(
                ObservedRuntime.class.getClassLoader(),
                new Class<?>[] {ObservedRuntime.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "addListener" -> {
                        listeners.add(arguments[0]);
                        yield null;
                    }
                    case "removeListener" -> {
                        listeners.remove(arguments[0]);
                        yield null;
                    }
                    case "hashCode" -> 1;
                    case "equals" -> self == arguments[0];
                    default -> method.invoke(new Numbers(), arguments);
                });
    }

    @Test
    void settings_areWrittenToTheFileThatIsNamed() throws Exception {
        Path file = folder.resolve("some.jfc");
        JfrSettings.main(new String[] {file.toString()});
        assertEquals(JfrSettings.text(), Files.readString(file));
    }

    @Test
    void statistics_comePeriodically_forEachRuntime() throws Exception {
        try (GoRuntime one = new GoRuntime(config(3));
                GoRuntime two = new GoRuntime(config(1));
                RecordingStream stream = new RecordingStream()) {
            Chan<Integer> never = chan();
            Chan<Boolean> go = chan(5);
            for (int i = 0; i < 5; i++) {
                one.go(() -> {
                    go.send(true);
                    never.recv();
                });
            }
            for (int i = 0; i < 5; i++) {
                go.recv();
            }
            String first = one.observed().name();
            String second = two.observed().name();
            CountDownLatch ofOne = new CountDownLatch(1);
            CountDownLatch ofTwo = new CountDownLatch(1);
            stream.enable("runnel.SchedulerStatistics").withPeriod(Duration.ofMillis(50));
            stream.onEvent("runnel.SchedulerStatistics", e -> {
                if (e.getString("runtime").equals(first)
                        && e.getInt("procs") == 3
                        && e.getLong("waiting") == 5
                        && e.getLong("goroutines") == 5
                        && e.getLong("created") == 5) {
                    ofOne.countDown();
                }
                if (e.getString("runtime").equals(second) && e.getInt("procs") == 1 && e.getLong("goroutines") == 0) {
                    ofTwo.countDown();
                }
            });
            stream.startAsync();
            assertTrue(ofOne.await(60, TimeUnit.SECONDS));
            assertTrue(ofTwo.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void deadlock_isFoundWhileItIsRecorded() throws Exception {
        try (Recording recording = recording()) {
            recording.start();
            assertThrows(DeadlockException.class, () -> Go.run(config(2), () -> chan().recv()));
        }
    }

    /** Otherwise a spelling mistake would go unnoticed: JFR ignores what it does not know. */
    @Test
    void settings_nameEachEvent() throws Exception {
        Set<String> ours = Stream.concat(
                        Stream.of(StepEvent.class.getDeclaredClasses()),
                        Stream.of(WaitEvent.class, SchedulerStatisticsEvent.class))
                .map(type -> type.getAnnotation(Name.class).value())
                .collect(Collectors.toSet());
        Set<String> named = Configuration.create(new StringReader(JfrSettings.text())).getSettings().keySet().stream()
                .map(key -> key.substring(0, key.indexOf('#')))
                .collect(Collectors.toSet());
        assertEquals(ours, named);
        try (Recording recording = recording()) {
            recording.start();
            try (GoRuntime runtime = new GoRuntime(config(1))) {
                runtime.go(() -> {}).join();
            }
            Set<String> known = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                    .map(EventType::getName)
                    .collect(Collectors.toSet());
            assertTrue(known.containsAll(ours), known::toString);
        }
    }
}
