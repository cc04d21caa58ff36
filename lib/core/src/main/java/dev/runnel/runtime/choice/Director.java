package dev.runnel.runtime.choice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides, in a deterministic run, what a run otherwise leaves to chance and to the speed of machines, and is told what
 * happens. Such a run is a pure function of these decisions, unless threads that are not of it wake its goroutines.
 * Called by one thread at a time, and not while the run is being closed.
 */
public interface Director {

    /** In place of the number of a clause: what a select does if none is ready. */
    int OTHERWISE = -1;

    /** What is to be decided. */
    enum Decision {
        /**
         * Whether the running goroutine, which calls the runtime or is about to end, goes on (0) or one of those that
         * are runnable runs first.
         */
        PREEMPT,
        /** Which of the runnable goroutines runs next, now that the running one cannot: the longest runnable is 0. */
        NEXT,
        /** A step in shuffling the clauses of a select: 0 leaves the clause where it stands. */
        SELECT,
        /**
         * Which of the timers that are due at one instant fires next: 0 is the first in the heap. After one has fired,
         * and somebody can run, the last answer is that none does before that; unless they were due for so many calls
         * that all fire.
         */
        TIMER
    }

    /** What a goroutine does. */
    enum Act {
        GO,
        /** Is made; on: by whom, null for a timer. */
        NEW,
        SEND,
        TRY_SEND,
        RECEIVE,
        TRY_RECEIVE,
        CLOSE,
        CANCEL,
        /** Closes the channel of a context that has ended; on: the context. */
        CLOSE_DONE,
        SELECT,
        /** In a select, without waiting; on: the number of the clause, or {@link #OTHERWISE}. */
        TAKE,
        /** Asks what is at a channel, or whether a goroutine has ended, and changes nothing. */
        LOOK,
        SLEEP,
        YIELD,
        /** Says that it will block in the JDK. */
        BLOCK,
        /** Sets a timer, be it new or not. */
        SET_TIMER,
        STOP_TIMER,
        /** Takes back what was to follow the end of a context. */
        STOP,
        /** A mutex, or the write side of one that has two. */
        LOCK,
        TRY_LOCK,
        UNLOCK,
        READ_LOCK,
        TRY_READ_LOCK,
        READ_UNLOCK,
        /** Changes the counter of a group. */
        ADD,
        /** Takes one off the counter of a group. */
        DONE,
        /** For a group, or for a signal. */
        AWAIT,
        SIGNAL,
        BROADCAST,
        /** Does something once, or sees that it is done. */
        ONCE,
        ACQUIRE,
        TRY_ACQUIRE,
        RELEASE,
        /** At an end of a pipe. */
        READ,
        /** At an end of a pipe. */
        WRITE,
        /** Of an end of a pipe. */
        SET_DEADLINE,
        /** Ends what an end of a pipe receives. */
        CLOSE_READ,
        /** Ends what an end of a pipe sends. */
        CLOSE_WRITE,
        /** Waits until no other can run. */
        QUIET,
        /** Waits; on: why. */
        PARK,
        /** The wait that begins ends by itself; on: after how many nanoseconds. */
        LIMIT,
        /** Is made runnable by another of the run, or by a timer. */
        READY,
        /** Goes on, having been made runnable by a thread that is not of the run, or by an interrupt. */
        WOKEN,
        /** Runs first, though another could go on. */
        PREEMPT,
        /** Has come to its end; on: what that changes besides. */
        END,
        FAIL
    }

    /**
     * Decides.
     *
     * @param decision what
     * @param options among how many, at least 2
     * @param goroutines who runs next, for each answer; empty for {@link Decision#SELECT} and {@link Decision#TIMER}. A
     *     view, for the time of this call.
     * @return 0 to options - 1
     */
    int choose(Decision decision, int options, List<?> goroutines);

    /**
     * Something happens.
     *
     * @param goroutine the goroutine that does it
     * @param act what
     * @param on the channel, the timer, the lock or the like, the goroutine or the reason that it concerns, if any
     */
    void happens(Object goroutine, Act act, @Nullable Object on);

    /**
     * Nobody can run, so the clock goes forward to the next timer.
     *
     * @param nanos what it shows now, since the beginning
     */
    default void timePasses(long nanos) {}

    /** Timers that are due fire now, though somebody can run: so many calls were made since they were due. */
    default void overdueFire() {}

    /** A goroutine of the run makes a runtime of its own, in which nothing is decided here. */
    default void makesAnother() {}
}
