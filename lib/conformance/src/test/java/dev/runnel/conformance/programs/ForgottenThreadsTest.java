package dev.runnel.conformance.programs;

/** What the library knows of threads that are no goroutines is forgotten with them, and nobody waits for anybody meanwhile. On Java 21 the program stood still within seconds. */
class ForgottenThreadsTest {

    @OnProcs
    void threadsThatGoroutinesMake_areForgottenWhileOthersWakeThem(int procs) {
        Child.run(ForgottenThreads.class, procs, "-Xmn1m").succeeded("done");
    }
}
