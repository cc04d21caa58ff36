package dev.runnel.testkit;

import dev.runnel.testkit.Decision.Kind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A decision, which of its answers were tried, and which are to be tried. Of answers that are about goroutines, only
 * those that a race wants are tried. A goroutine that was tried sleeps while others are tried.
 */
final class ChoicePoint {

    private final Kind kind;
    private final int options;

    /** The number of the goroutine of each answer; none if the decision is not about goroutines. */
    private final long[] goroutines;

    /** Answers that are not tried: those of goroutines that sleep, or have to give way. */
    private final BitSet leftOut;

    /**
     * The goroutines that sleep after this, and what each would touch. That it runs first was tried here; or it was
     * tried before, and nothing that it meets has happened since.
     */
    private final Map<Long, Footprint> asleep;

    /** Whether answers are left out, and goroutines sleep. */
    private final boolean reduces;

    private final BitSet tried = new BitSet();

    /** Answers that a race wants. */
    private final BitSet wanted = new BitSet();

    private int pick;

    /** What the answer that is tried has led to, up to the next decision. */
    private Footprint footprint;

    /**
     * A decision that comes up for the first time.
     *
     * @param unfair answers that are never tried
     * @param asleep the goroutines that sleep when it is made
     * @param none what it has led to: nothing yet
     */
    ChoicePoint(Decision decision, BitSet unfair, Map<Long, Footprint> asleep, boolean reduces, Footprint none) {
        boolean isAboutGoroutines = Yields.isAboutGoroutines(decision);
        kind = decision.kind();
        options = decision.options();
        goroutines = new long[isAboutGoroutines ? options : 0];
        leftOut = unfair;
        this.asleep = new HashMap<>(asleep);
        this.reduces = isAboutGoroutines && reduces;
        footprint = none;
        for (int i = 0; i < goroutines.length; i++) {
            goroutines[i] = decision.goroutine(i);
            if (asleep.containsKey(goroutines[i])) {
                leftOut.set(i);
            }
        }
    }

    boolean isAboutGoroutines() {
        return goroutines.length > 0;
    }

    int pick() {
        return pick;
    }

    /** The goroutine that goes on, by the answer that is tried. */
    long goesOn() {
        return goroutines[pick];
    }

    Map<Long, Footprint> asleep() {
        return asleep;
    }

    /** The answer that is tried has led to this. */
    void leadsTo(Footprint touched) {
        footprint.addAll(touched);
    }

    /** Takes the first answer that is not left out; tells whether there is one. */
    boolean takeFirst() {
        pick = leftOut.nextClearBit(0);
        return pick < options;
    }

    /** Takes the next answer; tells whether there is one. The goroutine that was tried sleeps. */
    boolean takeNext() {
        tried.set(pick);
        if (reduces) {
            asleep.put(goroutines[pick], footprint);
        } else {
            wantsAll();
        }
        footprint = footprint.empty();
        BitSet next = (BitSet) wanted.clone();
        next.andNot(tried);
        next.andNot(leftOut);
        pick = next.nextSetBit(0);
        return pick >= 0;
    }

    /** One of these is to go on here in some run: any of them, or any goroutine at all if none of them can. */
    void wantsOneOf(Set<Long> several) {
        int first = -1;
        for (int i = goroutines.length - 1; i >= 0; i--) {
            if (several.contains(goroutines[i])) {
                if (wanted.get(i) || asleep.containsKey(goroutines[i])) {
                    return;
                }
                first = i;
            }
        }
        if (first >= 0) {
            wanted.set(first);
        } else {
            wantsAll();
        }
    }

    /** Each of these is to go on here in some run, if it can. */
    void wantsEachOf(Set<Long> several) {
        for (int i = 0; i < goroutines.length; i++) {
            if (several.contains(goroutines[i])) {
                wanted.set(i);
            }
        }
    }

    void wantsAll() {
        wanted.set(0, options);
    }

    boolean isLike(ChoicePoint other) {
        return kind == other.kind && options == other.options && Arrays.equals(goroutines, other.goroutines);
    }

    @Override
    public String toString() {
        return kind + " of " + options;
    }
}
