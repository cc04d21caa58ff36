package dev.runnel.pipeline;

/**
 * What the goroutine of a source does; in Go a function that is given a {@code chan<- T}.
 *
 * @param <T> the type of the elements
 */
@FunctionalInterface
public interface Feeder<T> {

    /**
     * Sends elements until there are no more. Called once per run. The channel is closed afterwards.
     *
     * @param out takes the elements
     * @throws Exception if it fails, and the pipeline with it; what {@link Outlet#send} throws is to be let through
     */
    void run(Outlet<T> out) throws Exception;
}
