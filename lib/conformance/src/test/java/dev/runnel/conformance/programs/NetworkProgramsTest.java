package dev.runnel.conformance.programs;

/** A goroutine that waits for the network is not asleep; P77. */
class NetworkProgramsTest {

    /** TestNetpollDeadlock. */
    @OnProcs
    void netpollDeadlock(int procs) {
        Child.run("NetpollDeadlock", procs).succeeded("nobody called\nnobody wrote\ndone\n");
    }

    /**
     * TestNetpollWaiters: afterwards none is counted as waiting for the network, or the deadlock would not be found.
     */
    @OnProcs
    void netpollWaiters(int procs) {
        Exit exit = Child.run("NetpollWaiters", procs);
        exit.deadlocked("all goroutines are asleep - deadlock!\n\ngoroutine 1 \"main\" [chan receive]:\n");
        exit.printed("55");
    }
}
