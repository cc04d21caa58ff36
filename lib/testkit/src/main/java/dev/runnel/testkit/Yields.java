package dev.runnel.testkit;

import dev.runnel.testkit.Decision.Kind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Who has asked for others to run, and which of those that could then have not run since: to them it gives way. Of
 * those that can run at any time there is always one that gives way to none of them, since to whom one gives way has
 * not run after it, and so has asked earlier if at all. The order is that of Musuvathi and Qadeer, Fair Stateless Model
 * Checking (PLDI 2008), with what could run at the call itself in place of what could all along since the last.
 */
final class Yields {

    /** For each that has asked: to whom it gives way, and how many calls that one had made. */
    private final Map<Long, Map<Long, Long>> givesWay = new HashMap<>();

    static boolean isAboutGoroutines(Decision decision) {
        return decision.kind() == Kind.PREEMPT || decision.kind() == Kind.NEXT;
    }

    /**
     * The answers by which somebody runs before others whom it has asked to run. Takes note of who runs, and of who
     * asks now.
     */
    BitSet unfair(Decision decision) {
        BitSet unfair = new BitSet();
        if (!isAboutGoroutines(decision)) {
            return unfair;
        }
        boolean preempts = decision.kind() == Kind.PREEMPT;
        if (preempts) {
            runs(decision.goroutine(0));
        }
        if (decision.yielded() != 0) {
            asks(decision.yielded(), decision);
        }
        if (!preempts || decision.yielded() != 0) {
            for (int i = 0; i < decision.options(); i++) {
                unfair.set(i, givesWay(i, decision));
            }
        }
        return unfair;
    }

    /** It asks for others to run: those among which is to be decided. */
    private void asks(long goroutine, Decision among) {
        Map<Long, Long> others = new HashMap<>();
        for (int i = 0; i < among.options(); i++) {
            if (among.goroutine(i) != goroutine) {
                others.put(among.goroutine(i), among.calls(i));
            }
        }
        givesWay.put(goroutine, others);
    }

    /** It runs now. */
    void runs(long goroutine) {
        givesWay.values().forEach(others -> others.remove(goroutine));
    }

    /** Whether the goroutine of this answer gives way to another of those among which is to be decided. */
    private boolean givesWay(int option, Decision among) {
        Map<Long, Long> others = givesWay.getOrDefault(among.goroutine(option), Map.of());
        for (int i = 0; i < among.options(); i++) {
            Long before = others.get(among.goroutine(i));
            if (before != null && before == among.calls(i)) {
                return true;
            }
        }
        return false;
    }
}
