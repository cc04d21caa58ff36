package dev.runnel.testkit;

import dev.runnel.runtime.text.Copies;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What happened in a run, step by step.
 *
 * @param schedule the answers that were given in fact
 * @param steps who did what on which channel, who waited and why, who was preempted by whom. Channels are numbered by
 *     their first appearance in the run, so the steps of a schedule are the same each time.
 * @param places where in the program each step was, as {@code Type.method(File.java:line)}: the innermost frame of the
 *     stack that is neither of Runnel nor of the JDK, nor of vavr or a library for tests. Empty if there is none, and
 *     for a step that is no call, such as an end or a preemption
 */
public record Interleaving(Schedule schedule, List<String> steps, List<String> places) implements Serializable {

    /**
     * With steps that do not change.
     *
     * @throws IllegalArgumentException if there are not as many places as steps
     */
    public Interleaving {
        Objects.requireNonNull(schedule, "schedule");
        steps = Copies.of(steps, "steps");
        places = Copies.of(places, "places");
        if (steps.size() != places.size()) {
            throw new IllegalArgumentException(
                    "places: " + places.size() + " is not allowed; allowed: as many as steps, " + steps.size());
        }
    }

    /**
     * The steps, numbered from 1, each on its line, with its place. Where a few of them repeat themselves, as in a loop
     * that polls, they are shown once, and a line says how many times more they come, and up to which step.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        lines().forEach(line -> text.append(line).append(System.lineSeparator()));
        return text.toString();
    }

    List<String> lines() {
        return Rounds.lines(IntStream.range(0, steps.size())
                .mapToObj(i -> steps.get(i) + (places.get(i).isEmpty() ? "" : "  at " + places.get(i)))
                .toList());
    }
}
