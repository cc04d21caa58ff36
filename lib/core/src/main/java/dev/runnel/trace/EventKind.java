package dev.runnel.trace;

import java.util.Locale;

/**
 * What the flight recorder writes down. Each event has a time, a P, a goroutine and two more numbers, {@code a} and
 * {@code b}, which are 0 where nothing is said of them. P is -1 where whoever did it had none; the goroutine is 0 where
 * none is concerned.
 */
public enum EventKind {
    /** A goroutine was made, and is runnable; a: its creator, 0 for a thread or a timer. */
    CREATED,
    /** It began to run on the P. */
    STARTED,
    /** It runs again. */
    RUNNING,
    /** It waits; a: why, as {@link FlightRecord#reasons()} has it; b: on what, a channel's number or a negative one. */
    PARKED,
    /** It may run again; P: that of whoever ended the wait; a: who that was, 0 for a thread or a timer. */
    READIED,
    /**
     * It lets others run first; a: 0 by itself or because its slice is over, 1 because a schedule wants it, 2 for the
     * one that it has started.
     */
    YIELDED,
    /** The P took it from another's queue; a: that P; b: how many it took. */
    STOLEN,
    /** Its P was taken; a: 0 because it is blocked in the JDK, 1 because it ran too long. */
    OUT,
    /** It came back from outside, and runs on the P; if P is -1, it is queued. */
    BACK,
    /** It has ended; a: 1 if it failed. */
    ENDED,
    /** The P has nothing to do. */
    IDLE,
    /** The P was taken up. */
    WOKEN;

    /** In small letters, as trace files have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
