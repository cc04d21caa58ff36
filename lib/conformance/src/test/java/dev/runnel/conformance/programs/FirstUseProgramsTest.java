package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call that is refused at the end of a stack, or for lack of memory, loses nobody, even if it is the first of all
 * calls.
 */
class FirstUseProgramsTest {

    /** The Java version whose pool gives up threads that it has no memory to wake. */
    private static final int FORGETS = 21;

    @ParameterizedTest
    @ValueSource(strings = {"Close", "Send", "RecvUpTo", "Broadcast", "Done", "Release", "Unlock"})
    void firstCallAtTheEndOfAStack(String call) {
        Child.run("EndOfStack" + call, 2).succeeded("all go on\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 2_000, 4_000, 8_000})
    void firstWaitWithoutMemory(int room) {
        assumeThePoolWakes();
        Child.run(FullHeapWait.class, 1, "-Xmx16m", "-D" + FullHeapWait.ROOM + "=" + room)
                .succeeded("done");
    }

    /** Not for a receive of several values: without memory for the list, what it has taken is lost. */
    @ParameterizedTest
    @ValueSource(strings = {"Close", "Send", "Broadcast", "Done", "Release", "Unlock"})
    void firstCallWithoutMemory(String call) {
        assumeThePoolWakes();
        Child.run("FullHeap" + call, 2, "-Xmx16m").succeeded("all go on\n");
    }

    /** The library makes threads, and passes on to them nothing of the thread that makes them. */
    @Test
    void firstCallOfWhoHasWhatCannotBeInherited() {
        assumeFalse(Child.isOnSharedCarriers(), "the JDK's pool inherits from who makes it start a thread");
        Child.run(Inheriting.class, 2).succeeded("received\n");
    }

    private static void assumeThePoolWakes() {
        assumeTrue(
                Runtime.version().feature() > FORGETS || !Child.isOnSharedCarriers(),
                "the JDK's pool does not run a thread again that it had no memory to wake: decision 49");
    }
}
