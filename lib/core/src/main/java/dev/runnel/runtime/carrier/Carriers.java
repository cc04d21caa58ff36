package dev.runnel.runtime.carrier;

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
     * @param rider who rides on it
     * @param body what it runs
     */
    Thread newThread(String name, Rider rider, Runnable body);

    /** A carrier for a P, its thread started; null in shared mode, where the JDK's pool carries all. */
    @org.jspecify.annotations.Nullable Carrier newCarrier(String name);
}
