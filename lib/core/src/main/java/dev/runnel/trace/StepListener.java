package dev.runnel.trace;

import org.jspecify.annotations.Nullable;

/**
 * Is told of each step of a scheduler as it happens, by whoever takes it: on the thread of a goroutine, a carrier or
 * the watchdog, in the middle of the scheduler and maybe under its locks. So it must be quick, must not wait, and must
 * not use what may wait: no channels, no locks, no output. What it throws is dropped, and keeps no other listener from
 * being told.
 */
public interface StepListener {

    /**
     * A goroutine was made.
     *
     * @param p on which P; -1 for none
     * @param g its number
     * @param creator who made it; 0 for a thread or a timer
     * @param name its name, if it has one
     */
    void created(int p, long g, long creator, @Nullable String name);

    /**
     * A goroutine is to wait.
     *
     * @param p on which P
     * @param g its number
     * @param reason why, in Go's words
     * @param on a channel's number, or a negative one; 0 for several, or nothing
     */
    void parked(int p, long g, String reason, long on);

    /** Any other step; the numbers are as {@link EventKind} says. */
    void step(EventKind kind, int p, long g, long a, long b);

    /**
     * Called on the thread of a goroutine whose wait begins, after {@link #parked}.
     *
     * @return what is given to {@link #waitOver} and {@link #waitEnded} when it goes on, on the same thread; null if
     *     those need not be called
     */
    @Nullable Object waitBegins(long g, String reason, long on);

    /**
     * The goroutine goes on: for listeners that take the time. All are told this before anybody is told
     * {@link #waitEnded}, which may take a while.
     */
    default void waitOver(Object begun) {}

    /** The goroutine goes on. */
    void waitEnded(Object begun);
}
