package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** The JVM ends, and waits for as long as a shutdown is open. */
class ShutdownProgramsTest {

    private static final String BEGUN = "the JVM has begun to shut down\n";

    private static void endedAndPrinted(String program, int procs, String printed) {
        Exit exit = Child.run(program, procs);
        assertEquals("", exit.err());
        exit.printed(printed);
        assertEquals(Shutdowns.STATUS, exit.status());
    }

    @OnProcs
    void open_theJvmWaits_untilItIsClosed(int procs) {
        endedAndPrinted("ShutdownDrains", procs, BEGUN + "drained\n");
    }

    /** TestNotifyContextNotifications. */
    @OnProcs
    void several_areAllTold(int procs) {
        endedAndPrinted("ShutdownSeveral", procs, "all are told\n");
    }

    @OnProcs
    void open_theJvmWaitsNoLonger_thanTheGrace(int procs) {
        endedAndPrinted("ShutdownGrace", procs, "");
    }

    @OnProcs
    void openedWhenTheJvmHasBegun_contextHasEnded_andTheJvmDoesNotWait(int procs) {
        endedAndPrinted("ShutdownTooLate", procs, BEGUN);
    }

    @OnProcs
    void closed_theJvmDoesNotWait(int procs) {
        endedAndPrinted("ShutdownClosed", procs, "");
    }
}
