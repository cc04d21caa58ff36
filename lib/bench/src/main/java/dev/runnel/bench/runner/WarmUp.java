package dev.runnel.bench.runner;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a contender has run a workload for long enough before the rounds that count: as long as was asked for, and
 * until it no longer gets faster. How long the JVM's compiler needs for that depends on the machine.
 *
 * <p>The time is cut into parts, a third each of what was asked for. It no longer gets faster if neither of the last
 * two is a tenth faster than the fastest of those before.
 */
final class WarmUp {

    private static final int PARTS = 3;
    private static final double FASTER = 0.9;

    private final long least;
    private final long most;

    /** How long an operation took in each part that is over. */
    private final List<Double> parts = new ArrayList<>();

    private final long begun = System.nanoTime();
    private long spent;
    private long wall;
    private long ops;

    /**
     * @param least how long its rounds take together, in nanoseconds
     * @param most how long it takes if it still gets faster, in nanoseconds, with what is between the rounds
     */
    WarmUp(long least, long most) {
        this.least = least;
        this.most = most;
    }

    /** There was a round. */
    void add(Sample round) {
        spent += round.wall();
        wall += round.wall();
        ops += round.ops();
        if (wall >= least / PARTS) {
            parts.add((double) wall / ops);
            wall = 0;
            ops = 0;
        }
    }

    boolean isOver() {
        return parts.size() >= PARTS && spent >= least && (System.nanoTime() - begun >= most || !getsFaster());
    }

    /** Whether it still got faster in the end. */
    boolean getsFaster() {
        int last = parts.size() - 2;
        return fastest(last, parts.size()) < FASTER * fastest(0, last);
    }

    private double fastest(int from, int to) {
        return parts.subList(from, to).stream()
                .mapToDouble(Double::doubleValue)
                .min()
                .orElseThrow();
    }
}
