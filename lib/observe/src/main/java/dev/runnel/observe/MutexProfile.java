package dev.runnel.observe;

import dev.runnel.observe.WaitProfile.Site;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Who has kept others waiting for a {@link dev.runnel.sync.Mutex} or a {@link dev.runnel.sync.RWMutex}: where locks
 * that goroutines of a runtime waited for were given back, and for how long these goroutines had waited; Go's profile
 * {@code mutex}. A {@link WaitProfile} tells who waited.
 *
 * <p>Whoever gives a lock back, a goroutine or a thread that is none, wakes somebody, and is charged with the time of
 * all that wait for that lock: since they came, or since it was last given back, whichever was later. So a holder that
 * has the lock for ten milliseconds while a hundred wait is charged with a second, and the last of the hundred is not;
 * Go estimates the same. These do not count: a wait that had begun before, one that was given up or ended by what a
 * timer runs, and those of threads that are no goroutines. In a run of the test kit the time is that of its clock.
 *
 * <p>While the profile is on, it is told each step of the scheduler; and for each wait that ends, the stack of whoever
 * gives the lock back is walked, which takes some microseconds, with the lock in other hands already. With a rate, the
 * shorter waits count in proportion to their length.
 *
 * <pre>{@code
 * try (MutexProfile profile = MutexProfile.start(runtime.observed(), Duration.ofNanos(10_000))) {
 *     serveForAMinute();
 *     System.out.println(profile);
 * }
 * }</pre>
 */
public final class MutexProfile implements AutoCloseable {

    private static final String MUTEX = "sync.Mutex.Lock";

    /** Reasons for waits, in the words of dumps. */
    private static final Set<String> LOCKS = Set.of(MUTEX, "sync.RWMutex.Lock", "sync.RWMutex.RLock");

    private static final String GIVES_BACK = "dev.runnel.sync.";

    private static final long LOADING = 64;

    private final ObservedRuntime runtime;
    private final Told told = new Told();
    private final LockWaits waits = new LockWaits();
    private final WaitSites sites = new WaitSites();
    private final long rate; // ns
    private volatile boolean closed;

    private MutexProfile(ObservedRuntime runtime, long rate) {
        this.runtime = runtime;
        this.rate = rate;
    }

    /**
     * Begins to count the waits for locks of a runtime. Several profiles may count at the same time.
     *
     * @param runtime the runtime
     * @param rate a wait that is shorter than this counts with the likelihood of its share of it, so that about one
     *     counts for each such time waited; zero for all. With Go's {@code SetMutexProfileFraction} one in so many
     *     counts, however long they are
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if the runtime is closed
     */
    public static MutexProfile start(ObservedRuntime runtime, Duration rate) {
        MutexProfile profile = new MutexProfile(runtime, WaitSites.rate(runtime, rate));
        new MutexProfile(runtime, 0).loadsWhatItNeeds(); // here: a scheduler is not to load classes
        runtime.addListener(profile.told);
        return profile;
    }

    private void loadsWhatItNeeds() {
        for (long i = 1; i <= LOADING; i++) { // in one part of a table, for which there are several classes by its size
            told.parked(0, i * LockWaits.PARTS, MUTEX, -i * LockWaits.PARTS);
        }
        for (long i = LOADING; i > 0; i--) {
            told.step(EventKind.READIED, 0, i * LockWaits.PARTS, i, 0);
        }
        told.parked(0, 1, MUTEX, -1);
        told.parked(0, 2, MUTEX, -1);
        told.isOverUncounted(new LockWaits.Wait(MUTEX, -1, 0), 0); // it is not alone
        waits.givenBack(new LockWaits.Wait(MUTEX, 0, 0), 0);
        sites.add(MUTEX, WaitSites.callers(), 1, WaitSites.weight(1, 2, ThreadLocalRandom.current()));
    }

    /**
     * What has been counted so far, the longest waits first: where a lock was given back, innermost call first; what
     * the others waited for; how many did, and for how long in all. The counting goes on.
     */
    public List<Site> sites() {
        return sites.all();
    }

    /** Stops counting. What has been counted stays. */
    @Override
    public void close() {
        closed = true;
        runtime.removeListener(told);
    }

    /**
     * As flame graphs take it, a line for each site: the calls from the outermost to the innermost and what was waited
     * for, with semicolons between them, and then the microseconds.
     *
     * @return lines, each with its end
     */
    public String folded() {
        return sites.folded();
    }

    /** The ten sites with the longest waits: the seconds, how many waits, for what, and the calls. */
    @Override
    public String toString() {
        return sites.toString();
    }

    /** Called on the threads of those that wait, and of those that wake them, in the midst of the scheduler. */
    private final class Told implements StepListener {

        @Override
        public void parked(int p, long g, String reason, long on) {
            if (LOCKS.contains(reason)) {
                waits.begin(g, new LockWaits.Wait(reason, on, Current.now()));
            }
        }

        @Override
        public void step(EventKind kind, int p, long g, long a, long b) {
            LockWaits.Wait ended = kind == EventKind.READIED ? waits.end(g) : null;
            if (ended != null && p >= 0 && a == 0) { // by a P itself, for a timer; its thread may be anybody's
                waits.givenUp(ended);
            } else if (ended != null) {
                isOver(ended, Current.now());
            }
        }

        private void isOver(LockWaits.Wait wait, long now) {
            double weight = closed ? 0 : WaitSites.weight(waits.charge(wait, now), rate, ThreadLocalRandom.current());
            if (weight == 0) {
                isOverUncounted(wait, now);
                return;
            }
            List<StackTraceElement> calls = WaitSites.callers();
            if (!calls.isEmpty() && isOfLock(calls.getFirst().getClassName())) {
                sites.add(wait.reason(), calls, waits.givenBack(wait, now), weight);
            } else {
                waits.givenUp(wait);
            }
        }

        /** Others who wait are charged on from now only if the lock was given back. */
        private void isOverUncounted(LockWaits.Wait wait, long now) {
            if (closed || waits.isAlone(wait) || isOfLock(WaitSites.caller())) {
                waits.givenBack(wait, now);
            } else {
                waits.givenUp(wait);
            }
        }

        private static boolean isOfLock(String type) {
            return type.startsWith(GIVES_BACK);
        }

        @Override
        public void created(int p, long g, long creator, @Nullable String name) {}

        @Override
        public @Nullable Object waitBegins(long g, String reason, long on) {
            return null;
        }

        @Override
        public void waitEnded(Object begun) {}
    }
}
