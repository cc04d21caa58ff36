package dev.runnel.sample.workers;

import io.vavr.control.Either;

/**
 * The outcome of a job.
 *
 * @param job the job
 * @param value what was made of it, or what went wrong
 * @param <J> the type of the jobs
 * @param <R> the type of what is made of them
 */
record Result<J, R>(J job, Either<Exception, R> value) {

    /**
     * What is done with a job.
     *
     * @param <J> the type of the jobs
     * @param <R> the type of what is made of them
     */
    @FunctionalInterface
    interface Work<J, R> {
        /** Does it. */
        R apply(J job) throws Exception;
    }

    /** Does a job, once. */
    static <J, R> Result<J, R> of(J job, Work<? super J, ? extends R> work) {
        try {
            return new Result<>(job, Either.right(work.apply(job)));
        } catch (Exception e) {
            return new Result<>(job, Either.left(e));
        }
    }
}
