package dev.runnel.observe;

import dev.runnel.observe.file.WholeFile;
import dev.runnel.runtime.text.Copies;
import dev.runnel.trace.FlightRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The events of a runtime's scheduler, as a value. {@link #write} and {@link #read} keep it as a JSON file; the guide
 * says what is in such a file.
 *
 * @param procs the number of Ps
 * @param carriers {@code shared} or {@code dedicated}
 * @param clock {@code nanos}, or {@code virtual} for a deterministic run
 * @param complete whether it has everything from when the runtime was made to the end; if not, what went before is
 *     unknown
 * @param end when it was taken, or the recording was stopped, in nanoseconds since the recording began
 * @param lost how many events were overwritten; all of them were earlier than those here
 * @param reasons the words for the reasons of waits
 * @param goroutines those that occur
 * @param events in order of time
 */
public record Trace(
        int procs,
        String carriers,
        String clock,
        boolean complete,
        long end,
        long lost,
        List<String> reasons,
        List<TraceGoroutine> goroutines,
        List<TraceEvent> events) {

    /** Keeps copies of the lists. */
    public Trace {
        Objects.requireNonNull(carriers, "carriers");
        Objects.requireNonNull(clock, "clock");
        reasons = Copies.of(reasons, "reasons");
        goroutines = Copies.of(goroutines, "goroutines");
        events = Copies.of(events, "events");
    }

    /** The trace in a record that the flight recorder of a runtime has given, or the exception that ended a run. */
    public static Trace of(FlightRecord record) {
        FlightRecord.About about = Objects.requireNonNull(record, "record").about();
        List<TraceEvent> events = new ArrayList<>(record.size());
        for (int i = 0; i < record.size(); i++) {
            events.add(
                    new TraceEvent(record.time(i), record.kind(i), record.p(i), record.g(i), record.a(i), record.b(i)));
        }
        return new Trace(
                about.procs(),
                about.dedicated() ? "dedicated" : "shared",
                about.virtualClock() ? "virtual" : "nanos",
                about.complete(),
                about.end(),
                about.lost(),
                about.reasons(),
                record.goroutines().stream()
                        .map(g -> new TraceGoroutine(g.id(), g.name(), g.createdBy()))
                        .toList(),
                events);
    }

    /**
     * Reads a trace that {@link #toJson()} has made. One whose events are not in order of time, or that ends before the
     * last of them, is no trace.
     *
     * @throws IllegalArgumentException if it is no trace, saying where
     */
    public static Trace parse(String json) {
        return TraceFile.parse(Objects.requireNonNull(json, "json"));
    }

    /**
     * Reads a file.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is no trace, saying where
     */
    public static Trace read(Path file) throws IOException {
        return parse(Files.readString(Objects.requireNonNull(file, "file")));
    }

    /** The trace as compact JSON. */
    public String toJson() {
        return TraceFile.text(this);
    }

    /**
     * Writes a file; whoever reads it meanwhile sees what it was before, or all of it.
     *
     * @throws IOException if the file cannot be written
     */
    public void write(Path file) throws IOException {
        WholeFile.write(file, this::toJson);
    }

    /** The words for the reason of a wait; {@code reason} and its number if the trace has none for it. */
    public String reason(TraceEvent parked) {
        long reason = Objects.requireNonNull(parked, "parked").a();
        return reason >= 0 && reason < reasons.size() ? reasons.get((int) reason) : "reason " + reason;
    }

    /** For people: how much there is. */
    @Override
    public String toString() {
        return events.size() + " events of " + goroutines.size() + " goroutines on " + procs + " Ps"
                + (lost == 0 ? "" : "; " + lost + " earlier ones were overwritten");
    }
}
