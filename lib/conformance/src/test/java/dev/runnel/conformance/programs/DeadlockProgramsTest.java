package dev.runnel.conformance.programs;

import org.junit.jupiter.api.Test;

/** Deadlocks, by text and exit status; P76 to P83. */
class DeadlockProgramsTest {

    private static final String ASLEEP = "all goroutines are asleep - deadlock!\n\n";

    /** TestSimpleDeadlock. */
    @OnProcs
    void simpleDeadlock(int procs) {
        Exit exit = Child.run("SimpleDeadlock", procs);
        exit.deadlocked(ASLEEP + "goroutine 1 \"main\" [select (no cases)]:\n");
        exit.says("\tat " + Deadlocks.class.getName() + ".waitForEver(Deadlocks.java:");
        exit.printed("");
    }

    /**
     * In a JVM without the modules that dump threads and tell of the JDK's pool, the deadlock is found by what is known
     * of the threads alone.
     */
    @OnProcs
    void simpleDeadlock_withoutManagement(int procs) {
        Exit exit = Child.run("SimpleDeadlock", procs, "--limit-modules", "java.base");
        exit.deadlocked(ASLEEP + "goroutine 1 \"main\" [select (no cases)]:\n");
    }

    /** The JDK's pool has far more threads than the machine has processors for. */
    @OnProcs
    void simpleDeadlock_besideManyCarriers(int procs) {
        Exit exit = Child.run("SimpleDeadlock", procs, "-Djdk.virtualThreadScheduler.parallelism=128");
        exit.deadlocked(ASLEEP + "goroutine 1 \"main\" [select (no cases)]:\n");
    }

    /** A deadlock of more goroutines than a thread dump is made for. */
    @OnProcs
    void deadlockOfMany(int procs) {
        diedOfMany(Child.run("Many", procs));
    }

    @OnProcs
    void deadlockOfMany_withoutManagement(int procs) {
        diedOfMany(Child.run("Many", procs, "--limit-modules", "java.base"));
    }

    /** A thread that is no goroutine may still send; when it has ended nobody may. */
    @OnProcs
    void deadlockOfMany_onlyWhenTheLastThreadHasEnded(int procs) {
        Exit exit = Child.run("ManyAndAThread", procs);
        exit.printed("sent");
        diedOfMany(exit);
    }

    private static void diedOfMany(Exit exit) {
        exit.deadlocked(ASLEEP + "1000 goroutines at 2 places\n\n");
        exit.says("... and 10001 more goroutines");
    }

    /** TestInitDeadlock. */
    @OnProcs
    void initDeadlock(int procs) {
        Exit exit = Child.run(InitDeadlock.class, procs);
        exit.deadlockedInInit(ASLEEP + "goroutine 1 \"main\" [select (no cases)]:\n");
        exit.printed("");
    }

    /** TestLockedDeadlock. */
    @OnProcs
    void lockedDeadlock(int procs) {
        Exit exit = Child.run("LockedDeadlock", procs);
        exit.deadlocked(ASLEEP + "goroutine 1 \"main\" [select (no cases)]:\n");
        exit.says("PinnedFirst.<clinit>(");
    }

    /**
     * TestLockedDeadlock2. There have to be more shared carriers than are pinned, as any of the others may be needed.
     */
    @OnProcs
    void lockedDeadlock2(int procs) {
        Exit exit = Child.run("LockedDeadlock2", procs);
        exit.deadlocked(ASLEEP + "goroutine 1 \"main\" [select (no cases)]:\n");
        exit.says("PinnedSecond.<clinit>(", "\"pinned\" [select (no cases)]:\n", "PinnedFirst.<clinit>(");
    }

    /** P82, P83: each goroutine with its reason, its place, what it waits on and who created it. */
    @OnProcs
    void dump_namesAllReasons(int procs) {
        Exit exit = Child.run("AllReasons", procs);
        exit.deadlocked(ASLEEP + "goroutine 1 \"main\" [chan receive]:\n  on Chan#");
        exit.says("\"receives\" [chan receive]:\n  on Chan#", "(len 0, cap 0)\n", "created by goroutine 1\n");
        exit.says("\"sends\" [chan send]:\n  on Chan#", "(len 1, cap 1)\n", "Deadlocks.lambda$allReasons$");
        exit.says("\"selects\" [select]:\n", "created by goroutine 1\n");
        exit.says("\"receives nil\" [chan receive (nil chan)]:\n");
        exit.says("\"sends nil\" [chan send (nil chan)]:\n");
        exit.says("\"parent\" [select (no cases)]:\n");
        exit.says("\"child\" [select (no cases)]:\n", "created by goroutine ");
        exit.doesNotSay("\"ends\"");
    }

    /** What Go does not do: the goroutines unwind, and the JVM ends although they were waiting for ever. */
    @Test
    void deadlock_unwindsAndEndsTheJvm() {
        Exit exit = Child.run("Unwinding", 2);
        exit.deadlocked(ASLEEP);
        exit.printed("unwound unwound ");
    }
}
