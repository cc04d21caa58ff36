package dev.runnel.pipeline;

import dev.runnel.context.CancelCauseContext;

/**
 * How the last stage of a pipeline is started, and with it all stages before it.
 *
 * @param <T> the type of what it sends
 */
@FunctionalInterface
interface Part<T> {

    /**
     * Starts its goroutines. Does not wait for them.
     *
     * @param run owns the goroutines
     * @param link ends when nobody wants elements of this stage
     * @param capacity of the channel that it sends on
     * @return that channel
     */
    Feed<T> start(Run run, CancelCauseContext link, int capacity) throws Exception;

    /**
     * This part, with that capacity for its channel, whatever it would be otherwise. Most have it from the pipeline
     * that they end.
     */
    default Part<T> withCapacity(int capacity) {
        return this;
    }
}
