package dev.runnel.conformance.programs;

import org.junit.jupiter.api.Test;

/** Failures in the course of failures; P47. All that is special here is Java's, so one number of Ps will do. */
class NestedFailureProgramsTest {

    private static final String FAILED = "goroutine 1 \"main\" failed: java.lang.IllegalStateException: ";
    private static final String CAUSE = "Caused by: java.lang.IllegalStateException: ";

    /** TestPanicTraceback. */
    @Test
    void panicTraceback() {
        Exit exit = failsWith("PanicTraceback", "panic pt1\n");
        exit.says(CAUSE + "panic pt1", "NestedFailures.pt1(", CAUSE + "panic pt2", ".pt2(", CAUSE + "hello", ".pt2(");
    }

    /** TestRecursivePanic. */
    @Test
    void recursivePanic() {
        failsWith("RecursivePanic", "again\n").printed("wrap: bad\n");
    }

    /** TestRecursivePanic2. */
    @Test
    void recursivePanic2() {
        failsWith("RecursivePanic2", "third panic\n").printed("first panic\nsecond panic\n");
    }

    /** TestRecursivePanic3. */
    @Test
    void recursivePanic3() {
        Exit exit = failsWith("RecursivePanic3", "first panic\n");
        exit.printed("caught second panic");
        exit.doesNotSay("second panic");
    }

    /** TestRecursivePanic4, TestDoublePanic. */
    @Test
    void recursivePanic4() {
        failsWith("RecursivePanic4", "second panic\n").says(CAUSE + "second panic\n", CAUSE + "first panic\n");
    }

    /** TestRecursivePanic5. */
    @Test
    void recursivePanic5() {
        failsWith("RecursivePanic5", "third panic\n").printed("first panic\nsecond panic\n");
    }

    /** TestRepanickedPanic, TestDoublePanicWithSameValue: thrown twice, and one exception all the same. */
    @Test
    void repanickedPanic() {
        for (String program : new String[] {"RepanickedPanic", "DoublePanicWithSameValue"}) {
            Exit exit = failsWith(program, "message\n");
            exit.says(CAUSE + "message\n");
            exit.doesNotSay("Suppressed");
        }
    }

    /** TestRepanickedMiddlePanic. */
    @Test
    void repanickedMiddlePanic() {
        failsWith("RepanickedMiddlePanic", "outer\n").says(CAUSE + "outer\n", CAUSE + "middle\n", CAUSE + "inner\n");
    }

    /** TestRepanickedPanicSandwich. */
    @Test
    void repanickedPanicSandwich() {
        failsWith("RepanickedPanicSandwich", "outer\n")
                .says(CAUSE + "outer\n", "Suppressed: java.lang.IllegalStateException: inner\n", "CIRCULAR REFERENCE");
    }

    private static Exit failsWith(String program, String text) {
        Exit exit = Child.run(program, 2);
        exit.failed(FAILED + text);
        return exit;
    }
}
