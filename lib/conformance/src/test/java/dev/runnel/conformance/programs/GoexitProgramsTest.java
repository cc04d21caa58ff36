package dev.runnel.conformance.programs;

import org.junit.jupiter.api.Test;

/** Goexit alone, and mixed with failures; P45, P47, P78. */
class GoexitProgramsTest {

    private static final String NO_GOROUTINES = "no goroutines (main called runtime.Goexit) - deadlock!\n";

    /** TestGoexitDeadlock. */
    @OnProcs
    void goexitDeadlock(int procs) {
        Exit exit = Child.run("GoexitDeadlock", procs);
        exit.deadlocked(NO_GOROUTINES);
        exit.doesNotSay("goroutine 1");
        exit.printed("");
    }

    /** TestGoexitCrash: neither the collector nor a cleaner's thread is taken for one that may go on. */
    @OnProcs
    void goexitCrash(int procs) {
        Exit exit = Child.run("GoexitExit", procs);
        exit.deadlocked(NO_GOROUTINES);
        exit.printed("t1 t2 t3 t4");
    }

    /** TestGoexitInPanic. */
    @OnProcs
    void goexitInPanic(int procs) {
        Exit exit = Child.run("GoexitInPanic", procs);
        exit.deadlocked(NO_GOROUTINES);
        exit.doesNotSay("hello");
    }

    /** TestPanicAfterGoexit. */
    @OnProcs
    void panicAfterGoexit(int procs) {
        Exit exit = Child.run("PanicAfterGoexit", procs);
        exit.failed("goroutine 1 \"main\" failed: java.lang.IllegalStateException: hello\n");
    }

    /** TestRecoveredPanicAfterGoexit. */
    @OnProcs
    void recoveredPanicAfterGoexit(int procs) {
        Exit exit = Child.run("RecoveredPanicAfterGoexit", procs);
        exit.deadlocked(NO_GOROUTINES);
        exit.printed("caught hello");
    }

    /**
     * TestRecoverBeforePanicAfterGoexit and 2. Differs from Go, where the exit goes on after the recover: in Java an
     * exception that leaves a {@code finally} block replaces the one before permanently.
     */
    @Test
    void recoverBeforePanicAfterGoexit_endsTheExit() {
        Child.run("RecoverBeforePanicAfterGoexit", 2).succeeded("caught hello, and main runs on");
    }
}
