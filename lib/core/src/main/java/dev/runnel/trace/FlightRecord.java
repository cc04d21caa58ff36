package dev.runnel.trace;

import dev.runnel.runtime.text.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last events of the scheduler of one runtime, in order of time. Immutable. It has the events of each goroutine and
 * each P from some moment on, without gaps. Asking for an event by a number that there is not throws an
 * {@link IndexOutOfBoundsException}.
 */
public final class FlightRecord {

    /** How many numbers there are to an event: time, kind, P, goroutine, a, b. */
    public static final int WIDTH = 6;

    private static final List<EventKind> KINDS = List.of(EventKind.values());

    private final About about;
    private final List<Named> goroutines;
    private final long[] events;

    /**
     * What is said of the whole.
     *
     * @param procs the number of Ps
     * @param dedicated whether each P had a platform thread of its own
     * @param virtualClock whether it is of a deterministic run, and in the time of that
     * @param complete whether it has everything from when the runtime was made to the end
     * @param end when it was taken, or the recording was stopped, in nanoseconds since the recording began
     * @param lost how many events were overwritten; all of them were earlier
     * @param reasons the words for the reasons of waits, by their numbers
     */
    public record About(
            int procs,
            boolean dedicated,
            boolean virtualClock,
            boolean complete,
            long end,
            long lost,
            List<String> reasons) {

        /** Keeps a copy of the list. */
        public About {
            reasons = Copies.of(reasons, "reasons");
        }
    }

    /**
     * A goroutine.
     *
     * @param id its number
     * @param name its name, if it has one
     * @param createdBy who made it; 0 for a thread or a timer, -1 if that was overwritten
     */
    public record Named(long id, @Nullable String name, long createdBy) {}

    /**
     * @param about what is said of the whole
     * @param goroutines those that occur, by their numbers
     * @param events {@value #WIDTH} numbers each, in order of time; the array is kept, and must not be changed
     */
    public FlightRecord(About about, List<Named> goroutines, long[] events) {
        this.about = Objects.requireNonNull(about, "about");
        this.goroutines = Copies.of(goroutines, "goroutines");
        this.events = Objects.requireNonNull(events, "events");
    }

    /** What is said of the whole. */
    public About about() {
        return about;
    }

    /** The words for the reasons of waits, by their numbers. */
    public List<String> reasons() {
        return about.reasons();
    }

    /** The goroutines that occur, by their numbers. */
    public List<Named> goroutines() {
        return goroutines;
    }

    /** The number of events. */
    public int size() {
        return events.length / WIDTH;
    }

    /** When the event was, in nanoseconds since the recording began. */
    public long time(int event) {
        return events[Objects.checkIndex(event, size()) * WIDTH];
    }

    /** What it was. */
    public EventKind kind(int event) {
        return KINDS.get((int) events[Objects.checkIndex(event, size()) * WIDTH + 1]);
    }

    /** On which P; -1 for none. */
    public int p(int event) {
        return (int) events[Objects.checkIndex(event, size()) * WIDTH + 2];
    }

    /** Which goroutine; 0 for none. */
    public long g(int event) {
        return events[Objects.checkIndex(event, size()) * WIDTH + 3];
    }

    /** Its number a. */
    public long a(int event) {
        return events[Objects.checkIndex(event, size()) * WIDTH + 4];
    }

    /** Its number b. */
    public long b(int event) {
        return events[Objects.checkIndex(event, size()) * WIDTH + 5];
    }

    @Override
    public String toString() {
        return size() + " events, " + about.lost() + " lost";
    }
}
