package dev.runnel.observe;

import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.text.Copies;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where the goroutines of a runtime have waited, and for how long; Go's profile {@code block}. A {@link MutexProfile}
 * tells who kept them waiting for a lock. A wait counts from when the goroutine is about to wait until it runs again,
 * and only when it has ended. In a bubble of the test kit the time is that of its clock. The reason is that of dumps:
 * {@code sync.Mutex.Lock} stands for a lock, {@code sleep} for a sleep. These do not count: a wait that had begun
 * before; that of a goroutine that is blocked in the JDK, even in {@code blocking}; that for a P, of a goroutine that
 * yields or was only just started; and those of threads that are no goroutines.
 *
 * <p>While the profile is on, it is told each step of the scheduler, and the stack of each wait that counts is walked,
 * which takes some microseconds. So not all waits need to count: with a rate, the shorter ones count in proportion to
 * their length, and stand for the others.
 *
 * <pre>{@code
 * try (WaitProfile profile = WaitProfile.start(runtime.observed(), Duration.ofNanos(10_000))) {
 *     serveForAMinute();
 *     System.out.println(profile);
 * }
 * }</pre>
 */
public final class WaitProfile implements AutoCloseable {

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
     * A place where goroutines have waited; in a {@link MutexProfile} one where they were woken.
     *
     * @param reason why they waited, in the words of dumps
     * @param stack the calls that led there, innermost first, from the one that called the runtime; 32 at most
     * @param waits how often; estimated, if not all have counted
     * @param waited for how long in all; likewise
     */
    public record Site(String reason, List<StackTraceElement> stack, long waits, Duration waited) {

        /** Keeps a copy. */
        public Site {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(waited, "waited");
            stack = Copies.of(stack, "stack");
        }
    }

    /**
     * Begins to count the waits of a runtime. Several profiles may count at the same time.
     *
     * @param runtime the runtime
     * @param rate a wait that is shorter than this counts with the likelihood of its share of it, so that about one
     *     counts for each such time waited; Go's {@code SetBlockProfileRate}. Zero for all
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if the runtime is closed
     */
    public static WaitProfile start(ObservedRuntime runtime, Duration rate) {
        WaitProfile profile = new WaitProfile(runtime, WaitSites.rate(runtime, rate));
        new WaitProfile(runtime, 0).isReady(); // here: a scheduler is not to load classes
        runtime.addListener(profile.told);
        return profile;
    }

    /** Whether everything that a wait needs is loaded. */
    private boolean isReady() {
        Object begun = told.waitBegins(0, "", 0);
        told.waitOver(begun);
        told.waitEnded(begun);
        return WaitSites.weight(1, 2, ThreadLocalRandom.current()) >= 0 && !sites().isEmpty();
    }

    /** What has been counted so far, the longest first. The counting goes on. */
    public List<Site> sites() {
        return sites.all();
    }

    /** Stops counting; a wait that has begun does not count either. What has been counted stays. */
    @Override
    public void close() {
        closed = true; // a goroutine that waits has been told that it is on
        runtime.removeListener(told);
    }

    /**
     * As flame graphs take it, a line for each site: the calls from the outermost to the innermost and the reason, with
     * semicolons between them, and then the microseconds.
     *
     * @return lines, each with its end
     */
    public String folded() {
        return sites.folded();
    }

    /** The ten sites with the longest waits: the seconds, how many waits, why, and the calls. */
    @Override
    public String toString() {
        return sites.toString();
    }

    /** Called on the goroutines' own threads, in the midst of the scheduler. */
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
