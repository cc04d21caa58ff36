package dev.runnel.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a runtime and their system properties; P67 and P69 for the number of Ps. */
class RuntimeConfigTest {

    private static final List<String> PROPERTIES = List.of(
            RuntimeConfig.PROCS,
            RuntimeConfig.CARRIERS,
            RuntimeConfig.TIME_SLICE,
            RuntimeConfig.DEADLOCK,
            RuntimeConfig.CLOSE_TIMEOUT,
            Tracing.TRACE,
            Tracing.EVENTS,
            Tracing.FILE,
            Reports.SCHED_TRACE,
            Reports.SCHED_DETAIL,
            Reports.SPAWN_SITES,
            Reports.HOGS,
            RuntimeConfig.SPAWN);

    private final Map<String, String> before = new HashMap<>();

    @BeforeEach
    void clearProperties() {
        for (String property : PROPERTIES) {
            before.put(property, System.clearProperty(property));
        }
    }

    @AfterEach
    void restoreProperties() {
        before.forEach((property, value) -> {
            if (value == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, value);
            }
        });
    }

    @Test
    void properties_haveTheirNames() {
        assertEquals(
                List.of(
                        "runnel.procs",
                        "runnel.carriers",
                        "runnel.timeslice",
                        "runnel.deadlock",
                        "runnel.closetimeout",
                        "runnel.trace",
                        "runnel.trace.events",
                        "runnel.trace.file",
                        "runnel.schedtrace",
                        "runnel.scheddetail",
                        "runnel.spawnsites",
                        "runnel.hogs",
                        "runnel.spawn"),
                PROPERTIES);
        assertEquals("GOMAXPROCS", RuntimeConfig.GOMAXPROCS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"runnel.carrier", "runnel.Procs", "runnel.", "runnel.trace.event"})
    void propertyThatIsNoSetting_isNamed_andSoAreThoseThatThereAre(String name) {
        System.setProperty(name, "7");
        try {
            assertMessage(
                    name + ": there is no such setting (its value is '7'); there are runnel.carriers, runnel.check,"
                            + " runnel.closetimeout, runnel.deadlock, runnel.hogs, runnel.jmx, runnel.procs,"
                            + " runnel.scheddetail, runnel.schedtrace, runnel.seed, runnel.spawn, runnel.spawnsites,"
                            + " runnel.timeslice, runnel.trace, runnel.trace.events, runnel.trace.file",
                    RuntimeConfig::fromProperties);
        } finally {
            System.clearProperty(name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"runnel.shop.size", "runnels", "runnel"})
    void propertyOfAProgram_isNoneOfOurs(String name) {
        System.setProperty(name, "7");
        try {
            assertEquals(CarrierMode.AUTO, RuntimeConfig.fromProperties().carriers());
        } finally {
            System.clearProperty(name);
        }
    }

    @Test
    void settings_withoutProperties_areTheDefaults() {
        RuntimeConfig config = RuntimeConfig.fromProperties();
        String gomaxprocs = System.getenv("GOMAXPROCS");
        boolean follows = gomaxprocs == null || gomaxprocs.isEmpty();
        assertEquals(follows, config.autoProcs());
        assertEquals(
                follows ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(gomaxprocs.strip()),
                config.procs());
        assertEquals(CarrierMode.AUTO, config.carriers());
        assertEquals(Duration.ofMillis(10), config.timeSlice());
        assertTrue(config.deadlockDetection());
        assertEquals(Duration.ofSeconds(10), config.closeTimeout());
        assertEquals(SpawnPolicy.CHILD, config.spawn());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64, 4096})
    void procs_areThoseOfTheProperty(int procs) {
        System.setProperty("runnel.procs", Integer.toString(procs));
        assertEquals(procs, RuntimeConfig.fromProperties().procs());
        assertFalse(RuntimeConfig.fromProperties().autoProcs());
    }

    @ParameterizedTest
    @CsvSource({"auto, AUTO", "shared, SHARED", "dedicated, DEDICATED"})
    void carriers_areThoseOfTheProperty(String text, CarrierMode mode) {
        System.setProperty("runnel.carriers", text);
        assertEquals(mode, RuntimeConfig.fromProperties().carriers());
    }

    @Test
    void timeSlice_isThatOfThePropertyInMilliseconds() {
        System.setProperty("runnel.timeslice", "25");
        assertEquals(Duration.ofMillis(25), RuntimeConfig.fromProperties().timeSlice());
        System.setProperty("runnel.timeslice", Integer.toString(Integer.MAX_VALUE));
        assertEquals(
                Duration.ofMillis(Integer.MAX_VALUE),
                RuntimeConfig.fromProperties().timeSlice());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deadlockDetection_isThatOfTheProperty(boolean on) {
        System.setProperty("runnel.deadlock", Boolean.toString(on));
        assertEquals(on, RuntimeConfig.fromProperties().deadlockDetection());
    }

    @Test
    void closeTimeout_isThatOfThePropertyInMilliseconds() {
        System.setProperty("runnel.closetimeout", "0");
        assertEquals(Duration.ZERO, RuntimeConfig.fromProperties().closeTimeout());
        System.setProperty("runnel.closetimeout", "1500");
        assertEquals(Duration.ofMillis(1500), RuntimeConfig.fromProperties().closeTimeout());
    }

    @Test
    void hogReports_areThoseOfTheProperty() {
        assertFalse(RuntimeConfig.fromProperties().reports().hogs());
        System.setProperty("runnel.hogs", "report");
        assertTrue(RuntimeConfig.fromProperties().reports().hogs());
        System.setProperty("runnel.hogs", "off");
        assertFalse(RuntimeConfig.fromProperties().reports().hogs());
        System.setProperty("runnel.hogs", "on");
        assertMessage("runnel.hogs: 'on' is not allowed; allowed: report or off", RuntimeConfig::fromProperties);
    }

    @Test
    void tracing_isThatOfTheProperties() {
        assertEquals(Tracing.OFF, RuntimeConfig.fromProperties().tracing());
        System.setProperty("runnel.trace", "on");
        assertEquals(Tracing.ON, RuntimeConfig.fromProperties().tracing());
        System.setProperty("runnel.trace.events", "16");
        System.setProperty("runnel.trace.file", "trace.json");
        assertEquals(
                new Tracing(true, 16, Path.of("trace.json")),
                RuntimeConfig.fromProperties().tracing());
        System.setProperty("runnel.trace", "off");
        assertFalse(RuntimeConfig.fromProperties().tracing().on());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "runnel.procs        | 0                    | a whole number from 1 to 4096",
                "runnel.procs        | -1                   | a whole number from 1 to 4096",
                "runnel.procs        | 4097                 | a whole number from 1 to 4096",
                "runnel.procs        | 4294967297           | a whole number from 1 to 4096",
                "runnel.procs        | 99999999999999999999 | a whole number from 1 to 4096",
                "runnel.procs        | two                  | a whole number from 1 to 4096",
                "runnel.procs        | 1.5                  | a whole number from 1 to 4096",
                "runnel.procs        | ' '                  | a whole number from 1 to 4096",
                "runnel.procs        | ''                   | a whole number from 1 to 4096",
                "runnel.carriers     | both                 | auto, dedicated or shared",
                "runnel.carriers     | SHARED               | auto, dedicated or shared",
                "runnel.carriers     | ''                   | auto, dedicated or shared",
                "runnel.spawn        | parent               | child or continuation",
                "runnel.spawn        | CHILD                | child or continuation",
                "runnel.spawn        | ''                   | child or continuation",
                "runnel.timeslice    | 0                    | a whole number from 1 to 2147483647",
                "runnel.timeslice    | -10                  | a whole number from 1 to 2147483647",
                "runnel.timeslice    | 2147483648           | a whole number from 1 to 2147483647",
                "runnel.timeslice    | 10ms                 | a whole number from 1 to 2147483647",
                "runnel.timeslice    | ''                   | a whole number from 1 to 2147483647",
                "runnel.deadlock     | yes                  | true or false",
                "runnel.deadlock     | True                 | true or false",
                "runnel.deadlock     | ''                   | true or false",
                "runnel.closetimeout | -1                   | a whole number from 0 to 2147483647",
                "runnel.closetimeout | soon                 | a whole number from 0 to 2147483647",
                "runnel.closetimeout | ''                   | a whole number from 0 to 2147483647",
                "runnel.trace        | true                 | on or off",
                "runnel.trace        | ''                   | on or off",
                "runnel.trace.events | 15                   | a whole number from 16 to 4194304",
                "runnel.trace.events | 4194305              | a whole number from 16 to 4194304",
                "runnel.trace.events | many                 | a whole number from 16 to 4194304"
            })
    void badProperty_isNamedWithItsValueAndWhatIsAllowed(String property, String value, String allowed) {
        System.setProperty(property, value);
        var e = assertThrows(IllegalArgumentException.class, RuntimeConfig::fromProperties);
        assertEquals(property + ": '" + value + "' is not allowed; allowed: " + allowed, e.getMessage());
    }

    private static RuntimeConfig config() {
        return new RuntimeConfig(2, CarrierMode.SHARED, Duration.ofMillis(5), true, Duration.ofSeconds(1));
    }

    @Test
    void badSetting_isNamedWithItsValueAndWhatIsAllowed() {
        RuntimeConfig config = config();
        assertMessage("procs: '0' is not allowed; allowed: 1 to 4096", () -> config.withProcs(0));
        assertMessage("procs: '-3' is not allowed; allowed: 1 to 4096", () -> config.withProcs(-3));
        assertMessage("procs: '4097' is not allowed; allowed: 1 to 4096", () -> config.withProcs(4097));
        assertMessage(
                "timeSlice: 'PT0S' is not allowed; allowed: a positive duration",
                () -> config.withTimeSlice(Duration.ZERO));
        assertMessage(
                "timeSlice: 'PT-1S' is not allowed; allowed: a positive duration",
                () -> config.withTimeSlice(Duration.ofSeconds(-1)));
        assertMessage(
                "closeTimeout: 'PT-0.001S' is not allowed; allowed: a duration of zero or more",
                () -> config.withCloseTimeout(Duration.ofMillis(-1)));
        Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
        assertMessage(
                "schedTrace: '" + ever + "' is not allowed; allowed: a duration from zero to 2147483647 ms",
                () -> Reports.NONE.withSchedTrace(ever));
        assertThrows(NullPointerException.class, () -> config.withCarriers(null));
        assertThrows(NullPointerException.class, () -> config.withTracing(null));
        assertMessage("events: '15' is not allowed; allowed: 16 to 4194304", () -> Tracing.ON.withEvents(15));
    }

    private static void assertMessage(String message, org.junit.jupiter.api.function.Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void limits_areAllowed() {
        assertEquals(1, config().withProcs(1).procs());
        assertEquals(4096, config().withProcs(4096).procs());
        assertEquals(
                Duration.ofNanos(1), config().withTimeSlice(Duration.ofNanos(1)).timeSlice());
        assertEquals(Duration.ZERO, config().withCloseTimeout(Duration.ZERO).closeTimeout());
    }

    @ParameterizedTest
    @EnumSource
    void withX_changesThatAlone(CarrierMode mode) {
        Duration slice = Duration.ofMillis(5);
        Duration close = Duration.ofSeconds(1);
        Duration other = Duration.ofMillis(7);
        assertEquals(new RuntimeConfig(9, CarrierMode.SHARED, slice, true, close), config().withProcs(9));
        assertEquals(new RuntimeConfig(2, mode, slice, true, close), config().withCarriers(mode));
        assertEquals(new RuntimeConfig(2, CarrierMode.SHARED, other, true, close), config().withTimeSlice(other));
        assertEquals(
                new RuntimeConfig(2, CarrierMode.SHARED, slice, false, close), config().withDeadlockDetection(false));
        assertEquals(new RuntimeConfig(2, CarrierMode.SHARED, slice, true, other), config().withCloseTimeout(other));
        assertEquals(
                new RuntimeConfig(
                        2,
                        CarrierMode.SHARED,
                        slice,
                        true,
                        close,
                        Tracing.ON,
                        Reports.NONE,
                        SpawnPolicy.CONTINUATION,
                        false),
                config().withTracing(Tracing.ON).withSpawn(SpawnPolicy.CONTINUATION));
        assertEquals(Tracing.ON, config().withTracing(Tracing.ON).withProcs(9).tracing());
    }

    /** There and back: on the way one setting has changed, and afterwards none. */
    @Test
    void withX_keepsAllOthers_whateverTheyAre() {
        Tracing tracing = new Tracing(true, 16, Path.of("trace.json"));
        Reports reports = new Reports(Duration.ofMillis(250), true, true, true);
        thereAndBack(
                tracing,
                Tracing.OFF,
                List.of((of, to) -> of.withEvents(to.events()), (of, to) -> of.withFile(to.file())));
        thereAndBack(
                reports,
                Reports.NONE,
                List.of(
                        (of, to) -> of.withSchedTrace(to.schedTrace()),
                        (of, to) -> of.withSchedDetail(to.schedDetail()),
                        (of, to) -> of.withSpawnSites(to.spawnSites()),
                        (of, to) -> of.withHogs(to.hogs())));
        thereAndBack(
                new RuntimeConfig(
                        9,
                        CarrierMode.DEDICATED,
                        Duration.ofMillis(7),
                        false,
                        Duration.ofSeconds(3),
                        tracing,
                        reports,
                        SpawnPolicy.CONTINUATION,
                        false),
                config(),
                List.of(
                        (of, to) -> of.withProcs(to.procs()),
                        (of, to) -> of.withCarriers(to.carriers()),
                        (of, to) -> of.withTimeSlice(to.timeSlice()),
                        (of, to) -> of.withDeadlockDetection(to.deadlockDetection()),
                        (of, to) -> of.withCloseTimeout(to.closeTimeout()),
                        (of, to) -> of.withTracing(to.tracing()),
                        (of, to) -> of.withReports(to.reports()),
                        (of, to) -> of.withSpawn(to.spawn())));
    }

    private static <T> void thereAndBack(T settings, T others, List<BinaryOperator<T>> withs) {
        for (BinaryOperator<T> with : withs) {
            T changed = with.apply(settings, others);
            assertNotEquals(settings, changed);
            assertEquals(settings, with.apply(changed, settings));
        }
    }

    @ParameterizedTest
    @CsvSource({"child, CHILD", "continuation, CONTINUATION"})
    void spawn_isThatOfTheProperty(String text, SpawnPolicy policy) {
        System.setProperty("runnel.spawn", text);
        assertEquals(policy, RuntimeConfig.fromProperties().spawn());
    }

    @Test
    void reports_areThoseOfTheProperties() {
        assertEquals(Reports.NONE, RuntimeConfig.fromProperties().reports());
        System.setProperty("runnel.schedtrace", "250");
        System.setProperty("runnel.scheddetail", "1");
        System.setProperty("runnel.spawnsites", "on");
        assertEquals(
                new Reports(Duration.ofMillis(250), true, true, false),
                RuntimeConfig.fromProperties().withProcs(3).reports());
    }

    @ParameterizedTest
    @CsvSource({
        "runnel.schedtrace, -1, 0 to 2147483647",
        "runnel.schedtrace, often, 0 to 2147483647",
        "runnel.scheddetail, 2, 0 or 1",
        "runnel.spawnsites, yes, on or off"
    })
    void reports_badValue_isNamed(String property, String value, String allowed) {
        System.setProperty(property, value);
        String message = assertThrows(IllegalArgumentException.class, RuntimeConfig::fromProperties)
                .getMessage();
        assertTrue(message.startsWith(property + ": '" + value + "'") && message.contains(allowed), message);
    }

    @Test
    void reports_badDuration_isNamed() {
        assertThrows(IllegalArgumentException.class, () -> Reports.NONE.withSchedTrace(Duration.ofMillis(-1)));
    }
}
