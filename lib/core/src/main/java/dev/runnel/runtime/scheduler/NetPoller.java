package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The poller of the network as the scheduler sees it: while strands wait in it there is no standstill, and an M that
 * has nothing else to do looks there. There is one in the JVM, from the first wait on.
 */
public abstract class NetPoller {

    private static volatile @Nullable NetPoller installed;

    /** Makes it known; once. */
    protected static void install(NetPoller poller) {
        installed = poller;
    }

    /** How many strands wait for the network. */
    protected abstract long waiting();

    /**
     * Looks which strands are ready now, and readies them. Does not wait; called by an M that looks for work.
     *
     * @return whether anyone was
     */
    protected abstract boolean poll();

    /**
     * A P has become idle: mostly, its M has found nothing to do.
     *
     * @param all whether all Ps of its runtime are
     */
    protected abstract void someIdle(boolean all);

    /** A runtime has ended: what served it alone ends, too, before this returns. */
    protected abstract void runtimeEnded();

    /** Whether anybody waits for the network: whoever sends there may wake it. */
    static boolean anyoneWaits() {
        NetPoller poller = installed;
        return poller != null && poller.waiting() > 0;
    }

    /** As {@link #poll()}; nothing if nobody waits. */
    static boolean pollNow() {
        NetPoller poller = installed;
        return poller != null && poller.waiting() > 0 && poller.poll();
    }

    static void tellIdle(Scheduler of) {
        NetPoller poller = installed;
        if (poller != null && poller.waiting() > 0) {
            poller.someIdle(of.allIdle());
        }
    }

    /** Whether no M will look soon: none runs, except in deterministic runs, which never look. */
    protected static boolean nobodyLooks() {
        for (Scheduler scheduler : Schedulers.all()) {
            if (scheduler.directed == null && !scheduler.allIdle()) {
                return false;
            }
        }
        return true;
    }

    static void tellRuntimeEnded() {
        NetPoller poller = installed;
        if (poller != null) {
            poller.runtimeEnded();
        }
    }

    /**
     * Fails if the caller is a goroutine of a deterministic run that is no bubble: when a peer answers is no function
     * of its decisions.
     *
     * @throws IllegalStateException if so
     */
    public static void refuseDeterministicRun() {
        if (Checkpoint.armed == 0) {
            return;
        }
        Scheduler scheduler = Scheduler.current();
        Directed directed = scheduler == null ? null : scheduler.directed;
        if (directed != null && directed.home == null) {
            throw new IllegalStateException("network I/O in a deterministic run: use Net.pipe(), or a bubble");
        }
    }
}
