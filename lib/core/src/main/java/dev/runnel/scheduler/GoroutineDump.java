package dev.runnel.scheduler;

import dev.runnel.runtime.text.Copies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The goroutines of a runtime at some moment: a value, from which the texts are made.
 *
 * @param at when it was taken
 * @param goroutines those that have started, by id; if the dump was made because one has failed, that one comes first
 * @param leftOut how many others have started, and were not looked at: a dump has the thousand oldest at most, unless
 *     it is one of leaks
 * @param notStarted how many wait in a queue for their first turn; they have no stack yet
 */
public record GoroutineDump(Instant at, List<GoroutineInfo> goroutines, long leftOut, long notStarted) {

    /** More than that are grouped in {@link #toString()}. */
    private static final int MANY = 100;

    /** The list is copied. */
    public GoroutineDump {
        Objects.requireNonNull(at, "at");
        goroutines = Copies.of(goroutines, "goroutines");
    }

    /** Whether there is no goroutine. */
    public boolean isEmpty() {
        return goroutines.isEmpty() && leftOut == 0 && notStarted == 0;
    }

    /**
     * One after the other, in the layout of Go's dumps. As in those, a stack of more than a hundred frames is shown
     * without those in its middle.
     */
    public String text() {
        return DumpText.of(this);
    }

    /**
     * Those that are at the same place, in the same state and for the same reason, together; the largest group first.
     */
    public List<GoroutineGroup> groups() {
        return GoroutineGroup.of(goroutines);
    }

    /** {@link #groups()} as a text: a thousand goroutines that wait for one channel are as short as one. */
    public String grouped() {
        return DumpGroups.of(this);
    }

    /** As JSON: an object with the components of this record and of {@link GoroutineInfo}; durations in nanoseconds. */
    public String json() {
        return DumpJson.of(this);
    }

    /** As a text to be read: grouped if there are more than 100. */
    @Override
    public String toString() {
        return goroutines.size() <= MANY ? text() : grouped();
    }
}
