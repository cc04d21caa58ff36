package dev.runnel.scheduler;

import java.util.Set;
import java.util.TreeSet;

/**
 * The names of the settings. A property {@code runnel.word} that is none of them, or one below {@code runnel.trace.},
 * is most likely misspelt, and would otherwise be ignored silently. Other names of more parts are left to programs.
 */
final class SettingNames {

    private static final String PREFIX = "runnel.";
    private static final String TRACING = Tracing.TRACE + '.';

    private static final Set<String> HERE = Set.of(
            RuntimeConfig.PROCS,
            RuntimeConfig.CARRIERS,
            RuntimeConfig.TIME_SLICE,
            RuntimeConfig.DEADLOCK,
            RuntimeConfig.CLOSE_TIMEOUT,
            RuntimeConfig.SPAWN,
            Reports.SCHED_TRACE,
            Reports.SCHED_DETAIL,
            Reports.SPAWN_SITES,
            Reports.HOGS,
            Tracing.TRACE,
            Tracing.EVENTS,
            Tracing.FILE);

    /** Read by {@code runnel-observe} and {@code runnel-testkit}. */
    private static final Set<String> ELSEWHERE = Set.of("runnel.jmx", "runnel.seed", "runnel.check");

    private SettingNames() {}

    /**
     * Looks at the names of all properties.
     *
     * @throws IllegalArgumentException naming one that is no setting, its value, and those that there are
     */
    static void check() {
        for (String name : System.getProperties().stringPropertyNames()) {
            if (isOurs(name) && !HERE.contains(name) && !ELSEWHERE.contains(name)) {
                Set<String> all = new TreeSet<>(HERE);
                all.addAll(ELSEWHERE);
                throw new IllegalArgumentException(name + ": there is no such setting (its value is '"
                        + System.getProperty(name) + "'); there are " + String.join(", ", all));
            }
        }
    }

    private static boolean isOurs(String name) {
        if (name.startsWith(TRACING)) {
            return true;
        }
        return name.startsWith(PREFIX) && name.indexOf('.', PREFIX.length()) < 0;
    }
}
