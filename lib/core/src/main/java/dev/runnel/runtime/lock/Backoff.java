package dev.runnel.runtime.lock;

/**
 * Leaves what two processors want to the other one for a moment: it goes on with what it has there, and nothing goes to
 * and fro.
 */
public final class Backoff {

    private Backoff() {}

    /**
     * Does nothing for that many pauses of the processor, of some 15 nanoseconds each.
     *
     * @param times how many; none if it is zero or less
     */
    public static void pause(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
