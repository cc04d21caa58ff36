package dev.runnel.observe.metrics;

import dev.runnel.runtime.text.Copies;
import dev.runnel.trace.FlightRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How long goroutines waited, and for what: from where one parked to where it was made runnable, as in Go's profile of
 * blocking and its {@code /sync/mutex/wait/total}. Taken from what a flight recorder has kept, so from the last while;
 * every wait whose beginning it has counts, where Go samples. A wait that is not over is counted until the record was
 * taken.
 *
 * @param all those of one reason each; the one with the longest time first
 */
public record Waits(List<Waits.Reason> all) {

    private static final List<String> LOCKS = List.of("sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock");

    /**
     * The waits for one reason.
     *
     * @param words the reason, in the words of Go's dumps: {@code chan receive}, {@code sync.Mutex.Lock};
     *     {@code reason} and its number if the record has no words for it
     * @param count how many waits began
     * @param open how many of these are not over
     * @param nanos how long all of them together took, in nanoseconds
     */
    public record Reason(String words, long count, long open, long nanos) {

        /** The words are not null. */
        public Reason {
            Objects.requireNonNull(words, "words");
        }
    }

    /** Keeps a copy. */
    public Waits {
        all = Copies.of(all, "all");
    }

    /** The waits in a record. */
    public static Waits of(FlightRecord record) {
        Objects.requireNonNull(record, "record");
        Map<Long, Sum> sums = new HashMap<>();
        Map<Long, Begun> waiting = new HashMap<>();
        for (int i = 0; i < record.size(); i++) {
            switch (record.kind(i)) {
                case PARKED -> {
                    Sum sum = sums.computeIfAbsent(record.a(i), reason -> new Sum());
                    sum.count++;
                    waiting.put(record.g(i), new Begun(record.time(i), sum));
                }
                case READIED -> {
                    Begun begun = waiting.remove(record.g(i));
                    if (begun != null) {
                        begun.lastsUntil(record.time(i));
                    }
                }
                case CREATED, STARTED, RUNNING, YIELDED, STOLEN, OUT, BACK, ENDED, IDLE, WOKEN -> {}
            }
        }
        for (Begun begun : waiting.values()) {
            begun.sum.open++;
            begun.lastsUntil(record.about().end());
        }
        List<Reason> all = new ArrayList<>();
        sums.forEach(
                (reason, sum) -> all.add(new Reason(words(record.reasons(), reason), sum.count, sum.open, sum.nanos)));
        all.sort(Comparator.comparingLong(Reason::nanos).reversed().thenComparing(Reason::words));
        return new Waits(all);
    }

    private static String words(List<String> reasons, long reason) {
        return reason >= 0 && reason < reasons.size() ? reasons.get((int) reason) : "reason " + reason;
    }

    /** The waits for a lock of {@code dev.runnel.sync}, together: what Go adds up as {@code /sync/mutex/wait/total}. */
    public Reason locks() {
        List<Reason> locks =
                all.stream().filter(reason -> LOCKS.contains(reason.words())).toList();
        return new Reason(
                String.join(", ", LOCKS),
                locks.stream().mapToLong(Reason::count).sum(),
                locks.stream().mapToLong(Reason::open).sum(),
                locks.stream().mapToLong(Reason::nanos).sum());
    }

    /** The waits for this reason, in the words of Go's dumps; with no waits and no time if there were none. */
    public Reason of(String words) {
        Objects.requireNonNull(words, "words");
        return all.stream()
                .filter(reason -> reason.words().equals(words))
                .findFirst()
                .orElse(new Reason(words, 0, 0, 0));
    }

    private record Begun(long time, Sum sum) {
        void lastsUntil(long end) {
            sum.nanos += end - time;
        }
    }

    private static final class Sum {
        long count;
        long open;
        long nanos;
    }
}
