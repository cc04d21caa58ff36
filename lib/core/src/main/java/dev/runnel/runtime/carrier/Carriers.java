package dev.runnel.runtime.carrier;

import org.jspecify.annotations.Nullable;

/**
 * The seam to the JVM: how a virtual thread comes by a platform thread to run on. Everything above is the same in both
 * modes.
 */
public sealed interface Carriers permits SharedCarriers, DedicatedCarriers {

    /** Whether each P has a platform thread of ours. */
    boolean dedicated();

    /**
     * Makes the virtual thread of a rider, not started.
     *
     * @param name its name
     * @param rider the rider on it
     * @param body what it runs
     */
    Thread newThread(String name, Rider rider, Runnable body);

    /** Has the JDK's own scheduler run a virtual thread that is no rider's, in dedicated mode. Never parks. */
    void runStranger(Runnable continuation);

    /**
     * A carrier for a P, with a thread that serves it; null in shared mode, where the JDK's pool carries all. Not from
     * where nothing may wait.
     */
    @Nullable Carrier newCarrier(String name);

    /**
     * Has the JDK's pool look for work, in shared mode: some pools leave work to a worker that is busy though another
     * is idle. Never parks.
     */
    void stirPool();

    /** How many carriers of ours have not ended. */
    int serving();

    /** Waits until the threads of all carriers have ended; the carriers were told to stop. */
    void join();
}
