package dev.runnel.bench.runner;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Someone who takes part.
 *
 * @param name what it is called in results
 * @param command what starts its process, for a workload of that size
 * @param environment what that process has in its environment besides ours
 */
public record Contender(String name, IntFunction<List<String>> command, Map<String, String> environment) {

    /** Runnel on the pool of the JDK. */
    public static final String SHARED = "runnel-shared";

    /** Runnel on carriers of its own. */
    public static final String DEDICATED = "runnel-dedicated";

    /** Go. */
    public static final String GO = "go";

    /** The switch of two virtual threads on one carrier of our own. */
    public static final String FLOOR = "bare";

    /** Whether its process is a JVM. */
    boolean isJvm() {
        return !name.equals(GO);
    }

    /** Whether it is one of the JVM's, and not ours. */
    public static boolean isJvmRival(String name) {
        return !name.equals(SHARED) && !name.equals(DEDICATED) && !name.equals(GO) && !isFloor(name);
    }

    /** Whether it is not a contender, but the best that the JVM can do. */
    public static boolean isFloor(String name) {
        return name.startsWith(FLOOR);
    }
}
