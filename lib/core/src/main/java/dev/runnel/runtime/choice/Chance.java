package dev.runnel.runtime.choice;

/**
 * The door through which a goroutine's random decisions and readings of the clock come; one for each P. The watchdog,
 * and threads that are not goroutines, have the JDK's own.
 */
public interface Chance {

    /** A number from 0 to bound - 1, each equally likely. The bound is positive. */
    int below(int bound);

    /** The monotonic clock, in nanoseconds from an arbitrary origin, as {@link System#nanoTime()}. */
    default long nanoTime() {
        return System.nanoTime();
    }
}
