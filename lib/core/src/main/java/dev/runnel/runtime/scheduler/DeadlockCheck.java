package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.OwnThreads;
import dev.runnel.runtime.carrier.PlatformThreads;
import dev.runnel.runtime.jvm.IdleThreads;
import dev.runnel.runtime.jvm.ShutdownHooks;
import dev.runnel.runtime.jvm.SleepingPools;
import dev.runnel.runtime.jvm.TimeLimits;
import dev.runnel.runtime.jvm.VirtualThreads;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out that nothing in a runtime can ever run again; Go's {@code checkdead}, by the watchdog.
 *
 * <p>All Ps are idle, nothing is queued, no timer is pending and no goroutine is blocked outside. That alone is Go's
 * rule; on the JVM a goroutine of another runtime, or a thread that is no goroutine, may still send or close. So no
 * other runtime may have anything to run, before the threads are looked at and after; no {@linkplain ShutdownHooks hook
 * of ours} may be set that wakes a goroutine as the JVM shuts down; and no thread may live that could do so: none that
 * waits in a channel operation, has waited in one, has set or stopped a timer or woken a goroutine, or was made by a
 * goroutine; no platform thread that was started since, and none that was there before unless it is a daemon and idle;
 * and no virtual thread that the JVM tells us of. Threads that wait for work in a pool of the JDK count only
 * {@linkplain SleepingPools for a while}: after that nobody is left who would give them some. The threads that wait for
 * a run, the JVM's own, ours, and those that {@linkplain TimeLimits watch over the time} of a test do not count. What
 * remains unseen: a daemon that was there before and waits for a socket or for the time of a task.
 */
final class DeadlockCheck {

    private static final long FIRST_RECHECK = 1_000_000;
    private static final long LAST_RECHECK = 1_000_000_000;
    private static final int COLLECTIONS = 3;

    /** With more Ms than that, the virtual threads are not searched for those of others. */
    private static final int MOST_MACHINES = 10_000;

    private final Scheduler scheduler;
    private final Set<Thread> before = Collections.newSetFromMap(new IdentityHashMap<>());
    private final SleepingPools pools = new SleepingPools();
    private long seen = -1;
    private long recheck = FIRST_RECHECK;
    private int collections;

    DeadlockCheck(Scheduler scheduler) {
        this.scheduler = scheduler;
        for (Thread thread : PlatformThreads.all()) {
            if (thread.isDaemon()) {
                before.add(thread);
            }
        }
    }

    /** Something runs. */
    void forget() {
        seen = -1;
        recheck = FIRST_RECHECK;
        collections = 0;
        pools.forget();
    }

    /**
     * Looks whether the runtime stands still for ever, and if so ends the run.
     *
     * @return when to look again, in nanoseconds from now; {@link Long#MAX_VALUE}: when something has run
     */
    long look() {
        if (!scheduler.mainRun.detectsDeadlock()) {
            return Long.MAX_VALUE;
        }
        long now = scheduler.census.standstill();
        if (now < 0) {
            return Long.MAX_VALUE;
        }
        if (now != seen) {
            forget();
            seen = now;
            return recheck;
        }
        if (othersMayWake()) {
            recheck = Math.min(LAST_RECHECK, recheck * 2);
            return recheck;
        }
        if (scheduler.census.standstill() == seen) {
            scheduler.mainRun.deadlock();
        }
        return Long.MAX_VALUE;
    }

    private boolean othersMayWake() {
        Map<Scheduler, Long> atRest = Schedulers.othersAtRest(scheduler);
        if (atRest == null) {
            return true;
        }
        Set<Thread> waiting = waitingForRun(atRest.keySet());
        return foreignersMayWake(waiting)
                || !waiting.equals(waitingForRun(atRest.keySet())) // one of them may have given up
                || !atRest.equals(
                        Schedulers.othersAtRest(scheduler)); // a thread may have woken one of theirs, and ended
    }

    /**
     * The threads that wait for a run of this runtime or one of these; no others, as a runtime that was made since may
     * have closed by the next look, and then nothing would tell that its thread goes on.
     */
    private Set<Thread> waitingForRun(Set<Scheduler> atRest) {
        Set<Scheduler> all = new HashSet<>(atRest);
        all.add(scheduler);
        return Schedulers.waitingForRun(all);
    }

    private boolean foreignersMayWake(Set<Thread> waiting) {
        if (ForeignThreads.mayBeInOperation() || NetPoller.anyoneWaits() || ShutdownHooks.anyIsSet()) {
            return true;
        }
        if (threadsMayWake(threadsThatCount(waiting))) {
            return true;
        }
        Set<Long> harmless = waiting.stream()
                .filter(thread -> thread.isVirtual() && Schedulers.machineOf(thread) == null)
                .map(Thread::threadId)
                .collect(Collectors.toSet());
        VirtualThreads.Sight sight = scheduler.machines.size() > MOST_MACHINES
                ? VirtualThreads.Sight.UNKNOWN
                : VirtualThreads.ofOthers(Machine.NAME, harmless);
        return switch (sight) {
            case SOME -> true;
            case NONE -> false;
            case UNKNOWN ->
                Current.knowsWhomGoroutinesStart()
                        ? maybeMadeByGoroutines()
                        : VirtualThreads.mayBeMoreThan(() -> Schedulers.machines() + harmless.size());
        };
    }

    private boolean maybeMadeByGoroutines() {
        boolean any = ForeignThreads.anyMadeByGoroutines();
        if (any) {
            collect();
        }
        return any;
    }

    /**
     * Threads that have ended may only seem to live, and those of a pool may only seem to have used a channel, though
     * they have forgotten it since.
     */
    private void collect() {
        if (collections < COLLECTIONS) {
            collections++;
            System.gc();
        }
    }

    private boolean threadsMayWake(Set<Thread> threads) {
        if (threads.isEmpty()) {
            return false;
        }
        boolean asleep = threads.stream().allMatch(IdleThreads::isAsleep);
        if (asleep) {
            collect();
        }
        return pools.count(asleep, System.nanoTime());
    }

    /**
     * Threads that were there before and wait for something do not count, unless it is known that they have used a
     * channel.
     */
    private Set<Thread> threadsThatCount(Set<Thread> waiting) {
        Set<Thread> count = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Thread thread : PlatformThreads.all()) {
            boolean idle = before.contains(thread) && IdleThreads.isIdle(thread);
            if (!idle && !isJvmsOrOurs(thread)) {
                count.add(thread);
            }
        }
        count.addAll(ForeignThreads.alive());
        count.removeAll(waiting);
        count.removeIf(TimeLimits::watches);
        return count;
    }

    private static boolean isJvmsOrOurs(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        String groupName = group == null ? "" : group.getName();
        return OwnThreads.isOne(thread)
                || thread.getName().equals("DestroyJavaVM")
                || thread.getClass().getName().startsWith("jdk.internal.")
                || groupName.equals("system")
                || groupName.equals("InnocuousThreadGroup")
                || PlatformThreads.isCarrierOfTheJdk(thread);
    }
}
