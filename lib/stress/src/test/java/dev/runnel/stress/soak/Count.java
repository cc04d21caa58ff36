package dev.runnel.stress.soak;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was done. */
final class Count {

    final LongAdder goroutines = new LongAdder();
    final LongAdder sent = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder undelivered = new LongAdder();
    final LongAdder left = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder interrupts = new LongAdder();
    final LongAdder interrupted = new LongAdder();
    final LongAdder cancelled = new LongAdder();
    final LongAdder closed = new LongAdder();
    final LongAdder timers = new LongAdder();
    final LongAdder locks = new LongAdder();
    final LongAdder runtimes = new LongAdder();
    final LongAdder unwound = new LongAdder();
    final LongAdder changes = new LongAdder();

    private final Map<Act, LongAdder> acts = new EnumMap<>(Act.class);

    Count() {
        for (Act act : Act.values()) {
            acts.put(act, new LongAdder());
        }
    }

    void played(Act act) {
        acts.get(act).increment();
    }

    long played() {
        return acts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** All of it, as a table in Markdown. */
    String table() {
        StringBuilder text = new StringBuilder("| | number |\n|---|---:|\n");
        for (Act act : Act.values()) {
            line(text, "acts: " + act.name().toLowerCase(Locale.ROOT), acts.get(act));
        }
        line(text, "goroutines started by acts", goroutines);
        line(text, "values sent", sent);
        line(text, "values received", received);
        line(text, "values handed over as undelivered", undelivered);
        line(text, "values left in buffers", left);
        line(text, "values whose senders were told that they were not sent", refused);
        line(text, "interrupts sent", interrupts);
        line(text, "operations ended by an interrupt", interrupted);
        line(text, "operations ended by a cancellation", cancelled);
        line(text, "operations ended by a close", closed);
        line(text, "timers set", timers);
        line(text, "locks and permits taken", locks);
        line(text, "runtimes opened and closed", runtimes);
        line(text, "goroutines ended by a close of their runtime", unwound);
        line(text, "changes of procs", changes);
        return text.toString();
    }

    private static void line(StringBuilder text, String what, LongAdder number) {
        text.append(String.format(Locale.ROOT, "| %s | %,d |%n", what, number.sum()));
    }
}
