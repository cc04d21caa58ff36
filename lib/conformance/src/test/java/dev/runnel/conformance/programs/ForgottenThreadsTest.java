package dev.runnel.conformance.programs;

import org.junit.jupiter.api.Test;

/** What the library knows of threads that are no goroutines is forgotten with them, and nobody waits for anybody meanwhile. On Java 21 the program stood still within seconds. */
class ForgottenThreadsTest {

    @Test
    void threadsThatGoroutinesMake_areForgottenWhileOthersWakeThem() {
        Child.run(ForgottenThreads.class, 2, "-Xmn1m").succeeded("done");
    }
}
