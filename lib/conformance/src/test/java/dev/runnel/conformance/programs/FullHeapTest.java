package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;

/**
 * Without memory, a goroutine that the JDK cannot unmount waits where it is, others go on, nothing is lost, and no lock
 * is kept.
 */
class FullHeapTest {

    @OnProcs
    void whoCannotBeUnmounted_waitsAllTheSame(int procs) {
        Child.run(FullHeap.class, procs, "-Xmx40m", "-Xss16m").succeeded("done");
    }

    @Test
    void whatAChannelDoes_withoutMemory_keepsNoLock() {
        Child.run(FullHeapLocks.class, 1, "-Xmx16m").succeeded("done");
    }

    /** An M of the JDK's pool that naps while the heap is being filled is never mounted again (decision 49). */
    @Test
    void whoTakesAP_withoutMemory_forTheFirstTime_keepsIt_fromNobody() {
        assumeFalse(Child.isOnSharedCarriers(), "whoever gets the P may nap as the heap fills");
        Child.run(FullHeapTaking.class, 1, "-Xmx16m").succeeded("done");
    }

    @OnProcs
    void whoWaitsForTheNetwork_withoutMemory_keepsNoLock_andIsToldLater(int procs) {
        Child.run(FullHeapNetwork.class, procs, "-Xmx16m").succeeded("done");
    }
}
