package dev.runnel.observe;

import dev.runnel.observe.WaitProfile.Site;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.ObservedRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table of sites that only grows. Adding takes no lock, as the caller may be in the midst of a scheduler. */
final class WaitSites {

    private static final int BUCKETS = 1024;
    private static final int FRAMES = 32;

    /** How many are shown by {@link #toString()}. */
    private static final int SHOWN = 10;

    private static final double NANOS_PER_SECOND = 1e9;

    private static final StackWalker WALKER = StackWalker.getInstance();

    private final AtomicReferenceArray<@Nullable Entry> buckets = new AtomicReferenceArray<>(BUCKETS);

    private static final class Entry {
        private final String reason;
        private final List<StackTraceElement> stack;
        private final @Nullable Entry next;
        private final DoubleAdder waits = new DoubleAdder();
        private final DoubleAdder nanos = new DoubleAdder();

        Entry(String reason, List<StackTraceElement> stack, @Nullable Entry next) {
            this.reason = reason;
            this.stack = stack;
            this.next = next;
        }

        boolean is(String because, List<StackTraceElement> calls) {
            return reason.equals(because) && stack.equals(calls);
        }

        Site site() {
            return new Site(reason, stack, Math.round(waits.sum()), Duration.ofNanos(Math.round(nanos.sum())));
        }
    }

    /**
     * What a profile is started with: the rate in nanoseconds.
     *
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if the runtime is closed
     */
    static long rate(ObservedRuntime runtime, Duration rate) {
        Objects.requireNonNull(runtime, "runtime");
        if (Objects.requireNonNull(rate, "rate").isNegative()) {
            throw new IllegalArgumentException("a rate of " + rate + "; zero or more are allowed");
        }
        if (!runtime.isOpen()) {
            throw new IllegalStateException(runtime.name() + " is closed");
        }
        return TimeUnit.NANOSECONDS.convert(rate);
    }

    /** How many waits of its length a wait counts for; 0 if it does not count. */
    static double weight(long nanos, long rate, RandomGenerator chance) {
        if (nanos >= rate) {
            return 1;
        }
        return nanos > 0 && chance.nextLong(rate) < nanos ? (double) rate / nanos : 0;
    }

    /** The calls of whoever calls this, innermost first, from where they have left the runtime. */
    static List<StackTraceElement> callers() {
        return WALKER.walk(frames -> frames.map(StackWalker.StackFrame::toStackTraceElement)
                .dropWhile(frame -> isWithin(frame.getClassName()))
                .takeWhile(frame -> !Current.isBelowBody(frame.getClassName()))
                .limit(FRAMES)
                .toList());
    }

    /** The class of the innermost of them, be it below the goroutine's own code; empty if there is none. */
    static String caller() {
        return WALKER.walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .dropWhile(WaitSites::isWithin)
                .findFirst()
                .orElse(""));
    }

    private static boolean isWithin(String type) {
        return type.startsWith("dev.runnel.runtime.")
                || type.startsWith("dev.runnel.observe.WaitProfile$")
                || type.startsWith("dev.runnel.observe.MutexProfile$")
                || type.equals("dev.runnel.observe.WaitSites")
                || type.startsWith("java.");
    }

    void add(String reason, List<StackTraceElement> stack, long nanos, double weight) {
        int bucket = Math.floorMod(reason.hashCode() * 31 + stack.hashCode(), BUCKETS);
        Entry entry = entry(bucket, reason, stack);
        entry.waits.add(weight);
        entry.nanos.add(weight * nanos);
    }

    private Entry entry(int bucket, String reason, List<StackTraceElement> stack) {
        while (true) {
            Entry first = buckets.get(bucket);
            for (Entry e = first; e != null; e = e.next) {
                if (e.is(reason, stack)) {
                    return e;
                }
            }
            Entry fresh = new Entry(reason, stack, first);
            if (buckets.compareAndSet(bucket, first, fresh)) {
                return fresh;
            }
        }
    }

    /** All, the longest first. */
    List<Site> all() {
        List<Site> all = new ArrayList<>();
        for (int i = 0; i < BUCKETS; i++) {
            for (Entry e = buckets.get(i); e != null; e = e.next) {
                if (e.waits.sum() > 0) { // else its first wait is being added just now
                    all.add(e.site());
                }
            }
        }
        all.sort(Comparator.comparing(Site::waited).reversed());
        return List.copyOf(all);
    }

    // ---------------------------------------------------------------- as text

    /** A line for each: the calls from the outermost to the innermost and the reason, and microseconds. */
    String folded() {
        return all().stream()
                .map(site -> folded(site) + " " + TimeUnit.MICROSECONDS.convert(site.waited()) + "\n")
                .collect(Collectors.joining());
    }

    private static String folded(Site site) {
        String calls = site.stack().reversed().stream()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ";")
                .collect(Collectors.joining());
        return calls + site.reason();
    }

    /** The ten longest. */
    @Override
    public String toString() {
        return all().stream().limit(SHOWN).map(WaitSites::text).collect(Collectors.joining("\n"));
    }

    private static String text(Site site) {
        String calls =
                site.stack().stream().map(frame -> "    at " + frame + "\n").collect(Collectors.joining());
        return String.format(
                        Locale.ROOT,
                        "%.6f s in %d waits [%s]%n",
                        site.waited().toNanos() / NANOS_PER_SECOND,
                        site.waits(),
                        site.reason())
                + calls;
    }
}
