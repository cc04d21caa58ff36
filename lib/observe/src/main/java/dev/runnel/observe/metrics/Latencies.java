package dev.runnel.observe.metrics;

import dev.runnel.trace.FlightRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How long goroutines that could run waited for a P: from the step that made each runnable to the one that ran it.
 * Those that a flight recorder has kept, so of the last while; each one counts, where Go samples an eighth.
 */
public final class Latencies {

    private Latencies() {}

    /** The latencies in a record. */
    public static Histogram of(FlightRecord record) {
        Objects.requireNonNull(record, "record");
        long[] counts = new long[Histogram.SIZE];
        Map<Long, Long> since = new HashMap<>();
        for (int i = 0; i < record.size(); i++) {
            long g = record.g(i);
            switch (record.kind(i)) {
                case CREATED, READIED, YIELDED -> since.put(g, record.time(i));
                case BACK -> {
                    if (record.p(i) < 0) {
                        since.put(g, record.time(i));
                    }
                }
                case STARTED, RUNNING -> {
                    Long from = since.remove(g);
                    if (from != null) {
                        counts[Histogram.rangeOf(record.time(i) - from)]++;
                    }
                }
                case PARKED, STOLEN, OUT, ENDED, IDLE, WOKEN -> {}
            }
        }
        return Histogram.of(counts);
    }
}
