package dev.runnel.conformance.programs;

/** Operations for which there is no memory at all may fail; the runtime goes on, and nobody who waits is forgotten. */
class NoMemoryTest {

    @OnProcs
    void operationsThatFail_leaveAllAsItWas(int procs) {
        Child.run(NoMemory.class, procs, "-Xmx40m", "-XX:+UseSerialGC").succeeded("done");
    }
}
