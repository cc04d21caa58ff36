package dev.runnel.observe;

import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the goroutines of a runtime have waited, and for how long; Go's profiles {@code block} and {@code mutex}. A
 * wait counts from when the goroutine is about to wait until it runs again, and at the end of it: one that has not
 * ended yet does not count. In a bubble of the test kit the time is that of its clock. The reason is that of dumps:
 * {@code sync.Mutex.Lock} is for a lock, {@code sleep} a sleep. What does not count: a wait that had begun before; that
 * of who is blocked in the JDK, be it in {@code blocking}; that of who yields, or was only just started, for a P; and
 * those of threads that are no goroutines.
 *
 * <p>While it is on each step of the scheduler is told, and the stack of each wait that counts is walked, which takes
 * some microseconds. So not all need count: with a rate those that are shorter do in proportion to their length, and
 * stand for the others.
 *
 * <pre>{@code
 * try (WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ofNanos(10_000))) {
 *     serveForAMinute();
 *     System.out.println(profile);
 * }
 * }</pre>
 */
public final class WaitProfile implements AutoCloseable {

    /** As many sites are shown by {@link #toString()}. */
    private static final int SHOWN = 10;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ObservedRuntime runtime;
    private final Told told;
    private final WaitSites sites = new WaitSites();
    private final long rate; // ns
    private volatile boolean closed;

    private WaitProfile(ObservedRuntime runtime, long rate) {
        this.runtime = runtime;
        this.rate = rate;
        told = new Told();
    }

    /**
     * A place where goroutines have waited.
     *
     * @param reason why, in the words of dumps
     * @param stack the calls that led there, innermost first, from the one that called the runtime to wait; 32 at most
     * @param waits how often; estimated, if not all have counted
     * @param waited for how long in all; likewise
     */
    public record Site(String reason, List<StackTraceElement> stack, long waits, Duration waited) {

        /** Keeps a copy. */
        public Site {
            stack = List.copyOf(stack);
        }
    }

    /**
     * Begins to count the waits of a runtime. Several profiles may count at the same time.
     *
     * @param runtime whose
     * @param rate of the waits that are shorter, each counts with the likelihood of its share of this, so that about
     *     one counts for each such time waited; Go's {@code SetBlockProfileRate}. Zero for all
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if the runtime is closed
     */
    public static WaitProfile start(ObservedRuntime runtime, Duration rate) {
        Objects.requireNonNull(runtime, "runtime");
        if (Objects.requireNonNull(rate, "rate").isNegative()) {
            throw new IllegalArgumentException("a rate of " + rate + "; zero or more are allowed");
        }
        if (!runtime.isOpen()) {
            throw new IllegalStateException(runtime.name() + " is closed");
        }
        WaitProfile profile = new WaitProfile(runtime, TimeUnit.NANOSECONDS.convert(rate));
        new WaitProfile(runtime, 0).isReady(); // here: a scheduler is not to load classes
        runtime.addListener(profile.told);
        return profile;
    }

    /** Whether everything is loaded that a wait needs. */
    private boolean isReady() {
        Object begun = told.waitBegins(0, "", 0);
        told.waitOver(begun);
        told.waitEnded(begun);
        return WaitSites.weight(1, 2, ThreadLocalRandom.current()) >= 0 && !sites().isEmpty();
    }

    /** What has been counted so far, the longest first. It goes on. */
    public List<Site> sites() {
        return sites.all();
    }

    /** Stops counting; nor does a wait count that has begun. What has been counted stays. */
    @Override
    public void close() {
        closed = true; // who waits has been told that it is on
        runtime.removeListener(told);
    }

    /**
     * As flame graphs take it, a line for each site: the calls from the outermost to the innermost and the reason,
     * between semicolons, and microseconds.
     *
     * @return lines, each with its end
     */
    public String folded() {
        return sites().stream()
                .map(site -> folded(site) + " " + TimeUnit.MICROSECONDS.convert(site.waited()) + "\n")
                .collect(Collectors.joining());
    }

    private static String folded(Site site) {
        String calls = site.stack().reversed().stream()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ";")
                .collect(Collectors.joining());
        return calls + site.reason();
    }

    /** The ten sites with the longest waits: the seconds, how many waits, why, and the calls. */
    @Override
    public String toString() {
        return sites().stream().limit(SHOWN).map(WaitProfile::text).collect(Collectors.joining("\n"));
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

    /** On the goroutines' own threads, in the midst of the scheduler. */
    private final class Told implements StepListener {

        private static final class Begun {
            private final String reason;
            private final long at = Current.now();
            private long nanos;

            Begun(String reason) {
                this.reason = reason;
            }
        }

        @Override
        public Object waitBegins(long g, String reason, long on) {
            return new Begun(reason);
        }

        @Override
        public void waitOver(Object token) {
            Begun begun = (Begun) token;
            begun.nanos = Current.now() - begun.at;
        }

        @Override
        public void waitEnded(Object token) {
            Begun begun = (Begun) token;
            double weight = closed ? 0 : WaitSites.weight(begun.nanos, rate, ThreadLocalRandom.current());
            if (weight > 0) {
                sites.add(begun.reason, WaitSites.callers(), begun.nanos, weight);
            }
        }

        @Override
        public void created(int p, long g, long creator, @Nullable String name) {}

        @Override
        public void parked(int p, long g, String reason, long on) {}

        @Override
        public void step(EventKind kind, int p, long g, long a, long b) {}
    }
}
