package dev.runnel.testkit;

import dev.runnel.testkit.Decision.Kind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The goroutines that have asked for others to run. Each gives way to those others that could run then and have not run
 * since. Among those that can run at any time, there is always one that gives way to none of the others: a goroutine
 * that another gives way to has not run after that one asked, and so has asked earlier, if at all. The order is that of
 * Musuvathi and Qadeer, Fair Stateless Model Checking (PLDI 2008), with what could run at the call itself in place of
 * what could run all along since the last call.
 */
final class Yields {

    /** For each goroutine that has asked: those that it gives way to, and how many calls each of these had made. */
    private final Map<Long, Map<Long, Long>> givesWay = new HashMap<>();

    static boolean isAboutGoroutines(Decision decision) {
        return decision.kind() == Kind.PREEMPT || decision.kind() == Kind.NEXT;
    }

    /**
     * The answers by which a goroutine runs before others that it has asked to run. Takes note of which one runs, and
     * of which one asks now.
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

    /** It asks for others to run: those that the decision is about. */
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

    /** Whether the goroutine of this answer gives way to another of those that the decision is about. */
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
