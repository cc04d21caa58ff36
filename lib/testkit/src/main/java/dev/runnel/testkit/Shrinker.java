package dev.runnel.testkit;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing schedule simpler while it still fails: fewer answers that are not 0, then fewer answers, then smaller
 * ones.
 */
final class Shrinker {

    private static final int LONGEST_DELAY = 6;

    private final Function<Schedule, @Nullable Schedule> fails;
    private final BooleanSupplier mayTry;
    private int[] best;

    private Shrinker(int[] first, Function<Schedule, @Nullable Schedule> fails, BooleanSupplier mayTry) {
        this.best = first;
        this.fails = fails;
        this.mayTry = mayTry;
    }

    /**
     * The simplest schedule that is found.
     *
     * @param first one that fails
     * @param fails tries a schedule: the answers that were really given if it fails too, null if it does not
     * @param mayTry whether more may be tried: without such a bound it would take long, as there are more candidates
     *     than answers, and each is as long
     */
    static Schedule shrink(Schedule first, Function<Schedule, @Nullable Schedule> fails, BooleanSupplier mayTry) {
        Shrinker shrinker = new Shrinker(first.toArray(), fails, mayTry);
        int[] before;
        do {
            before = shrinker.best;
            shrinker.cut();
            shrinker.eachChunk(shrinker::zero);
            shrinker.eachChunk(shrinker::drop);
            shrinker.delay();
            shrinker.lower();
        } while (before != shrinker.best);
        return Schedule.of(shrinker.best);
    }

    /** Takes answers off the end: the shortest beginning that fails, by bisection. */
    private void cut() {
        int good = 0;
        int bad = best.length;
        while (good < bad) {
            int middle = (good + bad) / 2;
            if (attempt(Arrays.copyOf(best, middle))) {
                bad = Math.min(middle, best.length);
            } else {
                good = middle + 1;
            }
        }
    }

    private interface Change {
        /** Changes the answers from here to there; null if that changes nothing. */
        int @Nullable [] apply(int from, int to);
    }

    private void eachChunk(Change change) {
        for (int size = best.length / 2; size > 0; size /= 2) {
            for (int from = 0; from < best.length && mayTry.getAsBoolean(); from += size) {
                int[] changed = change.apply(from, Math.min(from + size, best.length));
                if (changed != null && attempt(changed)) {
                    from -= size; // what stands here now is new
                }
            }
        }
    }

    private int @Nullable [] zero(int from, int to) {
        int[] changed = best.clone();
        Arrays.fill(changed, from, to, 0);
        return Arrays.equals(changed, best) ? null : changed;
    }

    private int[] drop(int from, int to) {
        int[] changed = new int[best.length - (to - from)];
        System.arraycopy(best, 0, changed, 0, from);
        System.arraycopy(best, to, changed, from, best.length - to);
        return changed;
    }

    /** Leaves out a preemption, and makes what follows come later. */
    private void delay() {
        for (int i = 0; i < best.length && mayTry.getAsBoolean(); i++) {
            for (int by = 1; i < best.length && best[i] != 0 && by <= LONGEST_DELAY; by++) {
                int[] changed = new int[best.length + by];
                System.arraycopy(best, 0, changed, 0, i);
                System.arraycopy(best, i + 1, changed, i + 1 + by, best.length - i - 1);
                attempt(changed);
            }
        }
    }

    private void lower() {
        for (int i = 0; i < best.length && mayTry.getAsBoolean(); i++) {
            for (int lower = 1; i < best.length && lower < best[i]; lower++) {
                int[] changed = best.clone();
                changed[i] = lower;
                attempt(changed);
            }
        }
    }

    private boolean attempt(int[] candidate) {
        Schedule taken = mayTry.getAsBoolean() ? fails.apply(Schedule.of(candidate)) : null;
        if (taken == null) {
            return false;
        }
        int[] found = taken.toArray();
        if (!isSimpler(found, best)) {
            return false;
        }
        best = found;
        return true;
    }

    private static boolean isSimpler(int[] a, int[] b) {
        long preemptions = count(a) - count(b);
        if (preemptions != 0) {
            return preemptions < 0;
        }
        return a.length != b.length ? a.length < b.length : Arrays.compare(a, b) < 0;
    }

    private static long count(int[] picks) {
        return Arrays.stream(picks).filter(pick -> pick != 0).count();
    }
}
