package dev.runnel.conformance.programs;

import org.junit.jupiter.api.Test;

/** Failures whose text calls the runtime, blocks, or fails itself; the run ends with a report in any case. */
class OddTextProgramsTest {

    /** TestPanicDeadlockGosched. */
    @OnProcs
    void panicDeadlockGosched(int procs) {
        fails("GoschedInPanic", procs, "Yields: errorThatGosched\n");
    }

    /** TestPanicDeadlockSyscall. */
    @OnProcs
    void panicDeadlockSyscall(int procs) {
        fails("SyscallInPanic", procs, "Prints: 3\n").printed("1\n2\n");
    }

    /** More than Go's tests ask for. */
    @OnProcs
    void textThatWaitsForAGoroutine(int procs) {
        fails("WaitInPanic", procs, "Waits: errorThatWaits\n");
    }

    /** TestPanicLoop, TestPanicWhilePanicking. */
    @OnProcs
    void panicLoop(int procs) {
        fails("PanicLoop", procs, "Fails (its text failed: java.lang.IllegalStateException: double error)\n");
    }

    /** TestPanicWhilePanicking. */
    @Test
    void panicWhilePanicking() {
        int procs = 2;
        fails("DoubleErrorPanic", procs, "FailsTwice (its text failed: " + OddTexts.class.getName() + "$Fails)\n");
        fails("GoexitInErrorText", procs, "Exits (its text failed: ");
        fails("StringPanic", procs, "java.lang.IllegalStateException: important multi-line\nstring message\n");
        fails("NilPanic", procs, "java.lang.IllegalStateException\n");
    }

    private static Exit fails(String program, int procs, String... parts) {
        Exit exit = Child.run(program, procs);
        exit.failed("goroutine ");
        exit.says(" failed: ");
        exit.says(parts);
        return exit;
    }
}
