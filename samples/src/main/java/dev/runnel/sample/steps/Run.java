package dev.runnel.sample.steps;

import dev.runnel.scheduler.SpawnPolicy;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a run.
 *
 * @param procs how many Ps it had
 * @param spawn which goroutine ran first after a fork
 * @param result the number
 * @param turns all turns, in their order
 * @param stalledJoins how many joins had to wait
 */
record Run(int procs, SpawnPolicy spawn, int result, List<Turn> turns, int stalledJoins) {

    String title() {
        return spawn.name().toLowerCase(Locale.ROOT) + ", " + (procs == 1 ? "1 P" : procs + " Ps");
    }

    int longestDeque() {
        return turns.stream().mapToInt(Turn::longestDeque).max().orElse(0);
    }

    int deepestStack() {
        return turns.stream().mapToInt(Turn::deepestStack).max().orElse(0);
    }
}
