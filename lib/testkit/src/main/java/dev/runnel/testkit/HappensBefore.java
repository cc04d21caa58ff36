package dev.runnel.testkit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one run, and which of them come before which in all runs that differ from it only in the order of steps
 * that do not meet: the steps of one goroutine come in their order, so do two steps that meet, and a goroutine that is
 * made or woken by a step goes on after it.
 *
 * <p>Two steps of different goroutines that meet, with no step between them that has to come after the one and before
 * the other, are a race: there is another run in which they come in the other order.
 *
 * @param <D> decisions whose step comes next
 */
final class HappensBefore<D> {

    /** What a goroutine does in one go, with one call at most. */
    final class Step {
        final Footprint footprint;
        private final int goroutine; // by our number
        private final @Nullable D decision;
        private final BitSet begun = new BitSet();
        private boolean hasCalled;

        /** How many steps of each goroutine come before the end of this one. */
        private int[] clock = {};

        private Step(int goroutine, @Nullable D decision, Footprint footprint) {
            this.goroutine = goroutine;
            this.decision = decision;
            this.footprint = footprint;
        }

        /** It makes or wakes a goroutine. */
        void begins(long another) {
            begun.set(numberOf(another));
        }

        boolean comesBefore(Step later) {
            return isWithin(later.clock);
        }

        private boolean isWithin(int[] time) {
            return clock[goroutine] <= time[goroutine];
        }
    }

    private static final int NOBODY = 0;

    private final int most;
    private boolean isTooLong;
    private final List<Step> steps = new ArrayList<>();
    private final List<Long> goroutines = new ArrayList<>(List.of(0L)); // by our number; none has 0 of its own
    private final Map<Long, Integer> numbers = new HashMap<>();

    /**
     * No steps yet.
     *
     * @param most how many are kept at most: telling the races takes time that grows with the square of their number
     */
    HappensBefore(int most) {
        this.most = most;
    }

    /** Whether there were so few steps that all were kept. */
    boolean isWhole() {
        return !isTooLong;
    }

    private int numberOf(long goroutine) {
        return numbers.computeIfAbsent(goroutine, unknown -> {
            goroutines.add(unknown);
            return goroutines.size() - 1;
        });
    }

    /**
     * A step begins.
     *
     * @param decision where another goroutine could have been chosen; null if no other could go on
     */
    Step begin(long goroutine, @Nullable D decision, Footprint footprint) {
        return begin(numberOf(goroutine), decision, footprint);
    }

    private Step begin(int goroutine, @Nullable D decision, Footprint footprint) {
        Step step = new Step(goroutine, decision, footprint);
        if (steps.size() == most) {
            isTooLong = true;
            steps.clear();
        }
        if (!isTooLong) {
            steps.add(step);
        }
        return step;
    }

    /** What happens when nobody can go on: it comes after all that was before, and before all that follows. */
    Step beginByNobody(Footprint footprint) {
        footprint.addEverything();
        return begin(NOBODY, null, footprint);
    }

    /** What a goroutine does now is part of the last step, if that is its own. */
    Step of(Step last, long goroutine, Footprint footprint) {
        return last.goroutine == numberOf(goroutine) ? last : begin(goroutine, null, footprint);
    }

    /** What a goroutine calls now is part of the last step, if that is its own and has no call yet. */
    Step ofCall(Step last, long goroutine, Footprint footprint) {
        Step step = last.hasCalled ? begin(goroutine, null, footprint) : of(last, goroutine, footprint);
        step.hasCalled = true;
        return step;
    }

    /**
     * Tells for each race the decision by which the first of the two steps came first, and which goroutines may go on
     * there in a run in the other order. Tells of no race if not all steps were kept.
     */
    void eachRace(BiConsumer<D, Set<Long>> told) {
        int[][] clocks = new int[goroutines.size()][goroutines.size()];
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int[] clock = clocks[step.goroutine];
            List<Integer> racing = new ArrayList<>();
            for (int j = i - 1; j >= 0; j--) {
                Step earlier = steps.get(j);
                if (!earlier.isWithin(clock) && earlier.footprint.meetsInRun(step.footprint)) {
                    racing.add(j);
                    join(clock, earlier.clock);
                }
            }
            clock[step.goroutine]++;
            step.clock = clock.clone();
            step.begun.stream().forEach(another -> join(clocks[another], clock));
            for (int j : racing) {
                D decision = steps.get(j).decision;
                if (decision != null && step.goroutine != NOBODY) {
                    told.accept(decision, mayGoOn(j, i));
                }
            }
        }
    }

    private static void join(int[] clock, int[] other) {
        for (int i = 0; i < clock.length; i++) {
            clock[i] = Math.max(clock[i], other[i]);
        }
    }

    /**
     * For the second to come before the first, everything between them that the first does not come before has to do
     * so, too. Whoever does something of that may go on with it at once, if nothing else of it comes before.
     */
    private Set<Long> mayGoOn(int first, int second) {
        Map<Integer, Step> firstOfEach = new HashMap<>();
        Set<Long> mayGoOn = new HashSet<>();
        for (int i = first + 1; i <= second; i++) {
            Step step = steps.get(i);
            if (i == second || !steps.get(first).comesBefore(step)) {
                if (firstOfEach.values().stream().noneMatch(earlier -> earlier.comesBefore(step))) {
                    mayGoOn.add(goroutines.get(step.goroutine));
                }
                firstOfEach.putIfAbsent(step.goroutine, step);
            }
        }
        return mayGoOn;
    }
}
