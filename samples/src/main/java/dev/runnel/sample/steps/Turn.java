package dev.runnel.sample.steps;

import java.util.List;

/**
 * One turn of a P, and what there is after it.
 *
 * @param processor the P
 * @param does what it did
 * @param stacks for each P the calls that are open in its goroutine, the outermost first
 * @param deques for each P what is queued, the oldest first
 * @param stalled the joins that wait
 */
record Turn(int processor, String does, List<List<String>> stacks, List<List<String>> deques, List<String> stalled) {

    int longestDeque() {
        return deques.stream().mapToInt(List::size).max().orElse(0);
    }

    int deepestStack() {
        return stacks.stream().mapToInt(List::size).max().orElse(0);
    }
}
