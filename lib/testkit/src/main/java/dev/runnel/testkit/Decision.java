package dev.runnel.testkit;

/** Something to be decided in a run. Valid only during the call that it is given to. */
public interface Decision {

    /** What is to be decided. */
    enum Kind {
        /**
         * A goroutine calls the library, or is about to end, while others are runnable: 0 if it goes on, else which of
         * the others runs first, the longest runnable being 1.
         */
        PREEMPT,
        /**
         * A goroutine waits or has ended, and several others are runnable: which one runs, the longest runnable being
         * 0.
         */
        NEXT,
        /** A step in shuffling the clauses of a select: 0 leaves the clause where it stands. */
        SELECT,
        /**
         * Several timers are due at one instant: which fires first, 0 being the first that the heap gives. If some are
         * left when others have fired, and goroutines can run because of that: which fires next, the last answer being
         * that those goroutines run first. After 200 calls all that are left fire, and there is no such answer.
         */
        TIMER
    }

    /** What is to be decided. */
    Kind kind();

    /** How many answers there are; at least 2. Answers are the numbers from 0 to one less than this. */
    int options();

    /**
     * The number of the goroutine that runs next.
     *
     * @param option for this answer
     * @throws UnsupportedOperationException if this decision is not about goroutines: a select or a timer
     */
    long goroutine(int option);

    /**
     * The number of the goroutine that has just asked for others to run, by {@code gosched}, and is runnable itself; 0
     * if none has. A policy that lets it run on nevertheless, again and again, keeps it waiting for what never comes.
     * For {@link Kind#PREEMPT} it is the running goroutine, if that has made 200 calls in a row while others could run,
     * or if the one of answer 1 was that at 1,000 such decisions in a row and has not run: then the running goroutine
     * does not go on, and an answer of 0 is taken for 1.
     */
    long yielded();

    /**
     * How many calls into the library that goroutine has made so far. A policy can tell from it which goroutines have
     * run meanwhile: those that have made more calls than before, even if no other could run and so nothing was to be
     * decided.
     *
     * @param option the goroutine is the one that runs next for this answer
     * @throws UnsupportedOperationException if this decision is not about goroutines: a select or a timer
     */
    long calls(int option);
}
