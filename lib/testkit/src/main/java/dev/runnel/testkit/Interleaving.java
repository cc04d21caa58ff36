package dev.runnel.testkit;

import java.io.Serializable;
import java.util.List;

/**
 * What happened in a run, step by step.
 *
 * @param schedule the answers that were given in fact
 * @param steps who did what on which channel, who waited and why, who was preempted by whom. Channels are numbered by
 *     their first appearance in the run, so the steps of a schedule are the same each time.
 */
public record Interleaving(Schedule schedule, List<String> steps) implements Serializable {

    /** With steps that do not change. */
    public Interleaving {
        steps = List.copyOf(steps);
    }

    /** The steps, numbered from 1, each on its line. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            text.append("%4d. %s%n".formatted(i + 1, steps.get(i)));
        }
        return text.toString();
    }
}
