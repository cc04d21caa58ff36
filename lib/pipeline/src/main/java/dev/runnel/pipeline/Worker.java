package dev.runnel.pipeline;

/**
 * What the goroutine of a stage does; in Go a function that is given a {@code <-chan A} and a {@code chan<- B}.
 *
 * <pre>{@code
 * numbers.stage((Inlet<Integer> in, Outlet<Integer> out) -> {
 *     int last = 0;
 *     for (Integer n = in.recvOrNull(); n != null; n = in.recvOrNull()) {
 *         out.send(n - last);
 *         last = n;
 *     }
 * });
 * }</pre>
 *
 * @param <A> the type of what comes in
 * @param <B> the type of what goes out
 */
@FunctionalInterface
public interface Worker<A, B> {

    /**
     * Receives and sends, until it returns: then the channel that it sends on is closed, and the stages before it are
     * told that nobody wants more. Called once per run; what it keeps of a run must be local to this call.
     *
     * @param in gives the elements
     * @param out takes what is made of them
     * @throws Exception if it fails, and the pipeline with it; what {@link Inlet} and {@link Outlet} throw is to be let
     *     through
     */
    void run(Inlet<A> in, Outlet<B> out) throws Exception;
}
