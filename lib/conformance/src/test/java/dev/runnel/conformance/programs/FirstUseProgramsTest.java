package dev.runnel.conformance.programs;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is refused at the end of a stack loses nobody, also if it is the first of all calls. */
class FirstUseProgramsTest {

    @ParameterizedTest
    @ValueSource(strings = {"Close", "Send", "RecvUpTo", "Broadcast", "Done", "Release", "Unlock"})
    void firstCallAtTheEndOfAStack(String call) {
        Child.run("FirstUse" + call, 2).succeeded("all go on\n");
    }
}
