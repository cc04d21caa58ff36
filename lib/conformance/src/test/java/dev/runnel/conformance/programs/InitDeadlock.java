package dev.runnel.conformance.programs;

import dev.runnel.Go;

/**
 * Waits before {@code main}. The body is in another class: a goroutine that touches a class waits until it is
 * initialized, and nobody can see that it never will be.
 */
final class InitDeadlock {

    static {
        Go.run(Deadlocks::waitForEver);
    }

    private InitDeadlock() {}

    public static void main(String[] args) {
        System.out.println("not reached");
    }
}
