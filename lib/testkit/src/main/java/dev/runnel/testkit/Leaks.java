package dev.runnel.testkit;

import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Schedulers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds goroutines that a piece of work has left behind on the default runtime, and timers if it is asked to. What
 * other threads start meanwhile is found, too: do not use it in tests that run in parallel. Goroutines and timers of
 * other runtimes end with those.
 *
 * <pre>{@code
 * Leaks leaks = Leaks.watch();
 * work();
 * leaks.check(Duration.ofSeconds(1));
 * }</pre>
 */
public final class Leaks {

    private static final long LOOK_EVERY = 1_000_000;
    private static final long START = 1_000_000_000;

    private final Scheduler scheduler = Schedulers.defaultScheduler();
    private final Set<Goroutine> before;
    private final Set<Object> timersBefore = new HashSet<>();
    private final boolean withTimers;

    /** How many goroutines were queued before, and could not be told from those that came later. */
    private final long queuedBefore;

    private Leaks(boolean withTimers) {
        this.withTimers = withTimers;
        awaitStarts();
        if (withTimers) {
            timersBefore.addAll(scheduler.view().startingTimers());
        }
        queuedBefore = scheduler.view().notStarted(); // first: a goroutine that starts meanwhile is listed
        before = new HashSet<>(scheduler.view().goroutines());
    }

    /** Goroutines that are still queued cannot be listed, so they get time to start. */
    private void awaitStarts() {
        Patience patience = new Patience(START, System.nanoTime());
        while (scheduler.view().notStarted() > 0
                && !patience.isOver(System.nanoTime())
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, LOOK_EVERY);
        }
    }

    /** Watches goroutines, from now on. */
    public static Leaks watch() {
        return new Leaks(false);
    }

    /**
     * Watches goroutines, and timers that start something when they are due: functions of {@code afterFunc} that have
     * not been stopped, and contexts with a deadline that have not been cancelled (in Go what {@code go vet} calls a
     * lost cancel). From now on; what was set before may be set again. Channels of timers and tickers hold nothing
     * while nobody waits for them, and so are no leaks.
     */
    public static Leaks watchWithTimers() {
        return new Leaks(true);
    }

    /**
     * Waits until all goroutines that began since have ended, and timers that were set since are no longer set. An
     * interrupt ends the wait: there is one more look, and the status is kept.
     *
     * @param patience how long, not counting the time that the process itself has stood still; zero or less does not
     *     wait
     * @throws LeakException if any is left; it says where each waits, why, and which goroutine created it; with
     *     {@code -Drunnel.spawnsites=on} also where it was started, be it by a goroutine or not
     */
    public void check(Duration patience) {
        Objects.requireNonNull(patience, "patience");
        Patience left = new Patience(TimeUnit.NANOSECONDS.convert(patience), System.nanoTime());
        boolean interrupted = false;
        while (count() > 0) {
            if (interrupted || left.isOver(System.nanoTime())) {
                fail();
                return;
            }
            LockSupport.parkNanos(this, LOOK_EVERY);
            interrupted = Thread.currentThread().isInterrupted(); // look once more, and leave the status as it is
        }
    }

    private void fail() {
        long queued = scheduler.view().notStarted();
        long left = queued + started();
        List<Object> set = timers();
        if (left > 0 || !set.isEmpty()) {
            StringBuilder dump = new StringBuilder(scheduler.view().dump(this::isNew));
            if (left > 0 && queuedBefore > 0) {
                dump.append("(")
                        .append(queuedBefore)
                        .append(" of the runtime had not started when the watch began, and may be among these)\n");
            }
            if (queued > 0) {
                dump.append("... and ").append(queued).append(" that have not started\n");
            }
            set.forEach(timer -> dump.append("timer: ").append(timer).append('\n'));
            throw new LeakException(left, set.size(), dump.toString());
        }
    }

    /** Those that have not started are counted first: one that starts meanwhile is counted twice, and not left out. */
    private long count() {
        return scheduler.view().notStarted() + started() + timers().size();
    }

    private List<Object> timers() {
        return withTimers
                ? scheduler.view().startingTimers().stream()
                        .filter(timer -> !timersBefore.contains(timer))
                        .toList()
                : List.of();
    }

    private long started() {
        return scheduler.view().goroutines().stream().filter(this::isNew).count();
    }

    private boolean isNew(Goroutine g) {
        return !g.hasEnded() && !before.contains(g) && g != Goroutine.current();
    }
}
