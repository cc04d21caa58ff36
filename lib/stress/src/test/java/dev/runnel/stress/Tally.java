package dev.runnel.stress;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How often everything was done. */
final class Tally {

    /** What is counted. */
    enum Kind {
        SEND("plain sends"),
        RECV("plain receives"),
        TRY_SEND("tried sends"),
        TRY_RECV("tried receives"),
        TIMED_SEND("timed sends"),
        TIMED_RECV("timed receives"),
        INTERRUPTIBLE_SEND("interruptible sends"),
        INTERRUPTIBLE_RECV("interruptible receives"),
        SELECT_FRESH("selects made for one run"),
        SELECT_KEPT("selects run again"),
        SELECT_SHARED("selects run by several at once"),
        SELECT_DEFAULT("selects with default"),
        SELECT_TIMED("selects with timeout"),
        SELECT_INTERRUPTIBLE("interruptible selects"),
        CLOSE("closes"),
        SLEEP("sleeps"),
        AFTER("timer channels"),
        YIELD("yields"),
        BLOCK("blocking calls of the JDK"),
        STORM("spawn storms"),
        GUESTS("runtimes closed under load"),
        RUN("runs beside"),
        DIRECTED("directed runs beside"),
        DUMP("dumps"),
        SENT("values sent", false),
        RECEIVED("values received", false),
        DRAINED("values found in closed buffers", false),
        CHANNELS("channels made", false),
        GOROUTINES("goroutines started", false),
        EXITS("goroutines ended by goexit", false),
        FAILURES("goroutines that failed", false),
        UNWOUND("goroutines unwound by a close", false),
        TIMERS("timers set", false),
        TIMEOUTS("operations that timed out", false),
        REFUSALS("tries and selects refused", false),
        CLOSED("operations told of a close", false),
        INTERRUPTS("interrupts sent", false),
        INTERRUPTED("operations ended by an interrupt", false),
        AUDITS("ledgers audited", false);

        private final String text;
        private final boolean operation;

        Kind(String text) {
            this(text, true);
        }

        Kind(String text, boolean operation) {
            this.text = text;
            this.operation = operation;
        }
    }

    private final Map<Kind, LongAdder> counters = new EnumMap<>(Kind.class);

    Tally() {
        for (Kind kind : Kind.values()) {
            counters.put(kind, new LongAdder());
        }
    }

    void count(Kind kind) {
        counters.get(kind).increment();
    }

    void count(Kind kind, long n) {
        counters.get(kind).add(n);
    }

    long of(Kind kind) {
        return counters.get(kind).sum();
    }

    long operations() {
        return counters.entrySet().stream()
                .filter(e -> e.getKey().operation)
                .mapToLong(e -> e.getValue().sum())
                .sum();
    }

    /** All of it, as a table in Markdown. */
    String table(double seconds) {
        StringBuilder text = new StringBuilder("| | number | per second |\n|---|---:|---:|\n");
        for (Kind kind : Kind.values()) {
            text.append(line(kind.text, of(kind), seconds));
        }
        return text.append(line("**all operations**", operations(), seconds)).toString();
    }

    private static String line(String text, long number, double seconds) {
        return String.format(Locale.ROOT, "| %s | %,d | %,.1f |%n", text, number, number / seconds);
    }
}
