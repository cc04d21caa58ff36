package dev.runnel.scheduler;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of what a runtime reports about itself.
 *
 * @param schedTrace how often a line about the scheduler is printed on the standard error; zero for never, and
 *     2,147,483,647 ms at most. Property {@value #SCHED_TRACE}, in milliseconds; 0 by default.
 * @param schedDetail whether each P, M and goroutine gets a line, too. Property {@value #SCHED_DETAIL}: 1 or 0; 0 by
 *     default.
 * @param spawnSites whether the place where each goroutine was started is kept, for dumps and failures. Costs a walk of
 *     the stack, some microseconds, at each start, and some hundred bytes for as long as the goroutine lives. Property
 *     {@value #SPAWN_SITES}: on or off; off by default.
 * @param hogs whether a goroutine whose P was taken from it, because it ran for longer than a time slice while others
 *     waited, is logged as a warning, once, with its place. Property {@value #HOGS}: report or off; off by default.
 */
public record Reports(Duration schedTrace, boolean schedDetail, boolean spawnSites, boolean hogs) {

    /** The property for {@link #schedTrace}. */
    public static final String SCHED_TRACE = "runnel.schedtrace";

    /** The property for {@link #schedDetail}. */
    public static final String SCHED_DETAIL = "runnel.scheddetail";

    /** The property for {@link #spawnSites}. */
    public static final String SPAWN_SITES = "runnel.spawnsites";

    /** The property for {@link #hogs}. */
    public static final String HOGS = "runnel.hogs";

    /** Reports nothing of itself. */
    public static final Reports NONE = new Reports(Duration.ZERO, false, false, false);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException naming the setting, the value and what is allowed
     */
    public Reports {
        if (Objects.requireNonNull(schedTrace, "schedTrace").isNegative()
                || schedTrace.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
            throw bad("schedTrace", schedTrace, "a duration from zero to " + Integer.MAX_VALUE + " ms");
        }
    }

    /**
     * The settings from the system properties.
     *
     * @throws IllegalArgumentException naming the property, its value and what is allowed
     */
    public static Reports fromProperties() {
        return new Reports(
                millis(),
                either(SCHED_DETAIL, "0", "1", "0 or 1"),
                either(SPAWN_SITES, "off", "on", "on or off"),
                either(HOGS, "off", "report", "report or off"));
    }

    /** These settings with another period of lines about the scheduler. */
    public Reports withSchedTrace(Duration period) {
        return new Reports(period, schedDetail, spawnSites, hogs);
    }

    /** These settings with lines for each object, or without. */
    public Reports withSchedDetail(boolean on) {
        return new Reports(schedTrace, on, spawnSites, hogs);
    }

    /** These settings with places of starts kept or not. */
    public Reports withSpawnSites(boolean on) {
        return new Reports(schedTrace, schedDetail, on, hogs);
    }

    /** These settings with reports of hogs on or off. */
    public Reports withHogs(boolean on) {
        return new Reports(schedTrace, schedDetail, spawnSites, on);
    }

    private static boolean either(String property, String no, String yes, String allowed) {
        String text = System.getProperty(property, no);
        if (!text.equals(no) && !text.equals(yes)) {
            throw bad(property, text, allowed);
        }
        return text.equals(yes);
    }

    private static Duration millis() {
        String text = System.getProperty(SCHED_TRACE, "0");
        try {
            int millis = Integer.parseInt(text.strip());
            if (millis >= 0) {
                return Duration.ofMillis(millis);
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw bad(SCHED_TRACE, text, "a whole number from 0 to " + Integer.MAX_VALUE);
    }

    private static IllegalArgumentException bad(String setting, Object value, String allowed) {
        return new IllegalArgumentException(setting + ": '" + value + "' is not allowed; allowed: " + allowed);
    }
}
