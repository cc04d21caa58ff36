package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.jvm.Canary;
import dev.runnel.scheduler.GoroutineDump;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Finds the goroutines that wait for what nobody will ever do, because nobody that runs, or will run again, can reach
 * it: Go's profile of leaked goroutines (P90).
 *
 * <p><b>Why the collector knows them.</b> A virtual thread that waits is an object, and its stack is another, to which
 * it refers; no root of the JVM refers to them. A goroutine that waits stands in a queue of what it waits for. So if
 * the runtime did not list its Ms, that goroutine could be reached only by whoever can reach what it waits for, or has
 * its handle. Two that wait for each other, and all that wait for what only these have, are garbage together: that is
 * Go's fixed point.
 *
 * <p><b>How.</b> All Ms whose goroutines wait, and that no time limit will wake, are taken out of the list, and refer
 * to a {@link Probe} each. Then garbage is collected. An M that nobody can reach is given back with its probe, by the
 * finalizer, and stands in the list again: its goroutine is one of them. All others are put back as they are. Nothing
 * is lost meanwhile: until its finalizer has run, the JVM refers to the probe, the probe to the M, and the M to its
 * thread and its goroutine.
 *
 * <p><b>Which others count as reachable</b> beyond Go's rule: the main goroutine; one that is blocked in the JDK; one
 * that has a handle that can be reached; one that was stolen from another P that has been busy ever since, and has not
 * used that slot of its queue again; one that ran last on a thread that still refers to it; and one that is just being
 * looked at, for a dump, say. So the search may miss some, but a goroutine that it finds can go on only by the closing
 * of its runtime, by a finalizer, or by what is reached by a weak reference. Such references to what only these
 * goroutines have are cleared, as by any collection that finds it unreachable.
 *
 * <p>The JDK itself keeps all virtual threads, unless it is told not to by {@code -Djdk.trackAllThreads=false}; a
 * {@link Canary} shows whether it does.
 */
final class Unreachable {

    /**
     * A thread may refer for a while to what it ran last, and then to something else: so there are more rounds, as long
     * as one finds somebody, and others are not leaked without end.
     */
    private static final int LEAST_ROUNDS = 2;

    private static final int MOST_ROUNDS = 8;

    /** Whether a canary has been found once. */
    private static volatile boolean trusted;

    private final Scheduler scheduler;
    private final MachineList list;
    private final List<WeakReference<Machine>> hidden = new ArrayList<>();
    private final Set<Goroutine> found;
    private int givenBack;

    private Unreachable(Scheduler scheduler, Set<Goroutine> found) {
        this.scheduler = scheduler;
        this.found = found;
        this.list = scheduler.machines;
    }

    /**
     * Those of a scheduler, now.
     *
     * @throws UnsupportedOperationException if the JVM cannot tell, with what it lacks
     * @throws IllegalStateException if somebody else has been searching for five seconds
     */
    static GoroutineDump of(Scheduler scheduler) {
        if (!trusted) {
            require(Canary.collect()); // nothing is hidden from a JVM that would not give it back
            trusted = true;
        }
        Set<Goroutine> found = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        boolean more = true;
        for (int round = 1; round <= LEAST_ROUNDS || (more && round <= MOST_ROUNDS); round++) {
            int before = found.size();
            require(new Unreachable(scheduler, found).search());
            more = found.size() > before;
        }
        return Dump.of(scheduler, g -> found.contains(g) && Leaks.mayLeak(g));
    }

    private static void require(Canary.Fate fate) {
        String lacks = switch (fate) {
            case FOUND -> null;
            case KEPT ->
                "it keeps all virtual threads, or its collector does what their stacks refer to, or none runs when asked to; allowed: -Djdk.trackAllThreads=false, "
                        + "the collectors G1, Parallel and Serial, and no -XX:+DisableExplicitGC";
            case LOST ->
                "finalizers are not run, or one has kept the others waiting for five seconds; allowed: no --finalization=disabled";
            case NOT_RUN -> "the JDK's pool of threads had none for five seconds";
        };
        if (lacks != null) {
            throw new UnsupportedOperationException(
                    "this JVM does not tell which goroutines nobody can reach: " + lacks);
        }
    }

    /** One round. */
    private Canary.Fate search() {
        if (!Canary.comesTrue(list::beginsSearch)) {
            throw new IllegalStateException(
                    "another search for unreachable goroutines has been under way for five seconds");
        }
        try {
            hide();
            Canary.Fate fate = Canary.collect();
            return Canary.comesTrue(this::hasAllThatWereFound) ? fate : Canary.Fate.LOST;
        } finally {
            list.endSearch(hidden);
        }
    }

    /** In a frame of its own, which is gone when they are looked for. */
    private void hide() {
        List<Probe> probes = new ArrayList<>();
        for (Machine m : list.snapshot()) {
            Goroutine g = m.g;
            if (g != null && Leaks.mayLeak(g) && !found.contains(g)) {
                probes.add(new Probe(m, this));
                hidden.add(new WeakReference<>(m));
            }
        }
        list.hide(probes, hidden);
        scheduler.watchdog.retaking.forgetHolders();
        scheduler.lock();
        scheduler.idle.forgetStolen();
        scheduler.unlock();
        Machine mine = Machine.current();
        if (mine != null) {
            mine.enter(); // its P is its own meanwhile
            mine.processor().queue.forgetStolen();
            mine.leave();
        }
    }

    /** Each that was found is given back by its finalizer, soon. */
    private boolean hasAllThatWereFound() {
        long gone = hidden.stream().filter(m -> m.refersTo(null)).count();
        synchronized (this) {
            return givenBack >= gone;
        }
    }

    /**
     * By the finalizer. An M may have been put back before, or have ended: then it is only its probe that nobody could
     * reach.
     */
    void finds(Probe probe) {
        boolean wasHidden = list.putBack(probe);
        Goroutine g = probe.machine.g;
        if (wasHidden && g != null) {
            found.add(g);
        }
        synchronized (this) {
            givenBack++;
        }
    }
}
