package dev.runnel.conformance.programs;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is refused at the end of a stack, or for lack of memory, loses nobody, also if it is the first of all calls. */
class FirstUseProgramsTest {

    @ParameterizedTest
    @ValueSource(strings = {"Close", "Send", "RecvUpTo", "Broadcast", "Done", "Release", "Unlock"})
    void firstCallAtTheEndOfAStack(String call) {
        Child.run("EndOfStack" + call, 2).succeeded("all go on\n");
    }

    /** Not of a receive of several: without memory for the list what it has taken is lost. */
    @ParameterizedTest
    @ValueSource(strings = {"Close", "Send", "Broadcast", "Done", "Release", "Unlock"})
    void firstCallWithoutMemory(String call) {
        Child.run("FullHeap" + call, 2, "-Xmx16m").succeeded("all go on\n");
    }
}
