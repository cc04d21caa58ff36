package dev.runnel.testkit;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * One run, under a schedule.
 *
 * @param schedule what is decided; 0 after its end
 */
public record ReplayPolicy(Schedule schedule) implements Policy {

    /**
     * Checks the schedule.
     *
     * @throws NullPointerException if it is null
     */
    public ReplayPolicy {
        Objects.requireNonNull(schedule, "schedule");
    }

    @Override
    public Iterator<Picker> pickers() {
        return List.of(schedule.picker()).iterator();
    }

    @Override
    public String toString() {
        return "new ReplayPolicy(Schedule.parse(\"" + schedule + "\"))";
    }
}
