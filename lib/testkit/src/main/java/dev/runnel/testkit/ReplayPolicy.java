package dev.runnel.testkit;

import java.util.Iterator;
import java.util.List;

/**
 * One run, under a schedule.
 *
 * @param schedule what is decided; 0 when it has come to its end
 */
public record ReplayPolicy(Schedule schedule) implements Policy {

    @Override
    public Iterator<Picker> pickers() {
        return List.of(schedule.picker()).iterator();
    }

    @Override
    public String toString() {
        return "new ReplayPolicy(Schedule.parse(\"" + schedule + "\"))";
    }
}
