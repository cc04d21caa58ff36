package dev.runnel.conformance.programs;

/** A goroutine that the JDK cannot unmount, for want of memory, waits where it is; nothing is lost, and others go on. */
class FullHeapTest {

    @OnProcs
    void whoCannotBeUnmounted_waitsAllTheSame(int procs) {
        Child.run(FullHeap.class, procs, "-Xmx40m", "-Xss16m").succeeded("done");
    }
}
