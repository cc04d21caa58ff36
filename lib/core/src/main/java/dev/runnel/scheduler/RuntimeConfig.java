package dev.runnel.scheduler;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a runtime. Each has a system property; {@link #fromProperties()} reads them.
 *
 * @param procs how many Ps there are; at most that many goroutines run at once; 1 to {@value #MAX_PROCS}. Property
 *     {@value #PROCS}, else the environment's {@code GOMAXPROCS}, else the available processors.
 * @param carriers what the Ms are mounted on. Property {@value #CARRIERS}: auto (the default; dedicated if
 *     {@code java.lang} is open, else shared), dedicated or shared.
 * @param timeSlice how long goroutines that only wake each other may hold a P while others wait; positive. Property
 *     {@value #TIME_SLICE}, in milliseconds; 10 ms by default.
 * @param deadlockDetection whether {@code run} fails when nothing can ever run again. Property {@value #DEADLOCK}: true
 *     (the default) or false.
 * @param closeTimeout how long closing waits for goroutines that are not parked to end; not negative. Property
 *     {@value #CLOSE_TIMEOUT}, in milliseconds; 10 s by default.
 * @param tracing the flight recorder, which has properties of its own
 * @param reports what the runtime reports about itself; with properties of its own
 * @param spawn who runs first when a goroutine starts another. Property {@value #SPAWN}: child (the default, as in Go)
 *     or continuation.
 * @param autoProcs whether the number of Ps, which begins as {@link #procs}, follows that of the available processors
 *     while the runtime runs. It does by default, if neither {@value #PROCS} nor {@code GOMAXPROCS} is set.
 */
public record RuntimeConfig(
        int procs,
        CarrierMode carriers,
        Duration timeSlice,
        boolean deadlockDetection,
        Duration closeTimeout,
        Tracing tracing,
        Reports reports,
        SpawnPolicy spawn,
        boolean autoProcs) {

    /** The property for {@link #procs}. */
    public static final String PROCS = "runnel.procs";

    /** The property for {@link #carriers}. */
    public static final String CARRIERS = "runnel.carriers";

    /** The property for {@link #timeSlice}. */
    public static final String TIME_SLICE = "runnel.timeslice";

    /** The property for {@link #deadlockDetection}. */
    public static final String DEADLOCK = "runnel.deadlock";

    /** The property for {@link #closeTimeout}. */
    public static final String CLOSE_TIMEOUT = "runnel.closetimeout";

    /** The property for {@link #spawn}. */
    public static final String SPAWN = "runnel.spawn";

    /** The environment variable that stands in for {@link #PROCS}, as in Go. */
    public static final String GOMAXPROCS = "GOMAXPROCS";

    /** The largest number of Ps. */
    public static final int MAX_PROCS = 4096;

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException naming the setting, the value and what is allowed
     * @throws NullPointerException naming the setting that is null
     */
    public RuntimeConfig {
        if (procs < 1 || procs > MAX_PROCS) {
            throw bad("procs", procs, "1 to " + MAX_PROCS);
        }
        Objects.requireNonNull(carriers, "carriers");
        Objects.requireNonNull(tracing, "tracing");
        Objects.requireNonNull(reports, "reports");
        Objects.requireNonNull(spawn, "spawn");
        Objects.requireNonNull(timeSlice, "timeSlice");
        Objects.requireNonNull(closeTimeout, "closeTimeout");
        if (timeSlice.isNegative() || timeSlice.isZero()) {
            throw bad("timeSlice", timeSlice, "a positive duration");
        }
        if (closeTimeout.isNegative()) {
            throw bad("closeTimeout", closeTimeout, "a duration of zero or more");
        }
    }

    /** With a fixed number of Ps, Go's rule for new goroutines, the flight recorder off, and without reports. */
    public RuntimeConfig(
            int procs, CarrierMode carriers, Duration timeSlice, boolean deadlockDetection, Duration closeTimeout) {
        this(
                procs,
                carriers,
                timeSlice,
                deadlockDetection,
                closeTimeout,
                Tracing.OFF,
                Reports.NONE,
                SpawnPolicy.CHILD,
                false);
    }

    /**
     * The settings from the system properties.
     *
     * @throws IllegalArgumentException naming the property, its value and what is allowed; also if a property
     *     {@code runnel.word}, or one below {@code runnel.trace.}, is not a setting
     */
    public static RuntimeConfig fromProperties() {
        SettingNames.check();
        OptionalInt procs = procsFromProperties();
        return new RuntimeConfig(
                procs.orElseGet(RuntimeConfig::availableProcs),
                carriersFromProperties(),
                millis(TIME_SLICE, 10, 1),
                booleanFromProperties(),
                millis(CLOSE_TIMEOUT, 10_000, 0),
                tracingFromProperties(),
                Reports.fromProperties(),
                spawnFromProperties(),
                procs.isEmpty());
    }

    /** These settings with another number of Ps, which does not follow that of the processors. */
    public RuntimeConfig withProcs(int procs) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, false);
    }

    /** These settings with as many Ps as there are available processors, a number that the runtime then follows. */
    public RuntimeConfig withAutoProcs() {
        return new RuntimeConfig(
                availableProcs(), carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, true);
    }

    private static int availableProcs() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MAX_PROCS);
    }

    /** These settings with other carriers. */
    public RuntimeConfig withCarriers(CarrierMode carriers) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, autoProcs);
    }

    /** These settings with another time slice. */
    public RuntimeConfig withTimeSlice(Duration timeSlice) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, autoProcs);
    }

    /** These settings with deadlock detection on or off. */
    public RuntimeConfig withDeadlockDetection(boolean on) {
        return new RuntimeConfig(procs, carriers, timeSlice, on, closeTimeout, tracing, reports, spawn, autoProcs);
    }

    /** These settings with another bound on closing. */
    public RuntimeConfig withCloseTimeout(Duration timeout) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, timeout, tracing, reports, spawn, autoProcs);
    }

    /** These settings with another flight recorder. */
    public RuntimeConfig withTracing(Tracing tracing) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, autoProcs);
    }

    /** These settings with other reports. */
    public RuntimeConfig withReports(Reports reports) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, autoProcs);
    }

    /** These settings with another rule for who runs first when a goroutine starts another. */
    public RuntimeConfig withSpawn(SpawnPolicy spawn) {
        return new RuntimeConfig(
                procs, carriers, timeSlice, deadlockDetection, closeTimeout, tracing, reports, spawn, autoProcs);
    }

    private static SpawnPolicy spawnFromProperties() {
        String text = System.getProperty(SPAWN, "child");
        return switch (text) {
            case "child" -> SpawnPolicy.CHILD;
            case "continuation" -> SpawnPolicy.CONTINUATION;
            default -> throw bad(SPAWN, text, "child or continuation");
        };
    }

    private static OptionalInt procsFromProperties() {
        String source = PROCS;
        String text = System.getProperty(PROCS);
        if (text == null) {
            source = GOMAXPROCS;
            text = System.getenv(GOMAXPROCS);
            if (text == null || text.isEmpty()) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.of((int) number(source, text, 1, MAX_PROCS));
    }

    private static CarrierMode carriersFromProperties() {
        String text = System.getProperty(CARRIERS, "auto");
        for (CarrierMode mode : CarrierMode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
                return mode;
            }
        }
        throw bad(CARRIERS, text, "auto, dedicated or shared");
    }

    private static boolean booleanFromProperties() {
        String text = System.getProperty(DEADLOCK, "true");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(DEADLOCK, text, "true or false");
        };
    }

    private static Tracing tracingFromProperties() {
        String text = System.getProperty(Tracing.TRACE, "off");
        boolean on = switch (text) {
            case "on" -> true;
            case "off" -> false;
            default -> throw bad(Tracing.TRACE, text, "on or off");
        };
        @Nullable String events = System.getProperty(Tracing.EVENTS);
        @Nullable String file = System.getProperty(Tracing.FILE);
        return new Tracing(
                on,
                events == null
                        ? Tracing.DEFAULT_EVENTS
                        : (int) number(Tracing.EVENTS, events, Tracing.LEAST, Tracing.MOST),
                file == null ? null : file(file));
    }

    private static Path file(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw bad(Tracing.FILE, text, "the path of a file");
        }
    }

    private static Duration millis(String property, long otherwise, long least) {
        @Nullable String text = System.getProperty(property);
        return Duration.ofMillis(text == null ? otherwise : number(property, text, least, Integer.MAX_VALUE));
    }

    private static long number(String property, String text, long least, long most) {
        String allowed = "a whole number from " + least + " to " + most;
        long value;
        try {
            value = Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw bad(property, text, allowed);
        }
        if (value < least || value > most) {
            throw bad(property, text, allowed);
        }
        return value;
    }

    private static IllegalArgumentException bad(String setting, Object value, String allowed) {
        return new IllegalArgumentException(setting + ": '" + value + "' is not allowed; allowed: " + allowed);
    }
}
