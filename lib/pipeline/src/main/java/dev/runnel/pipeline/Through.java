package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;

/**
 * A stage that receives from one and sends to one, with one goroutine or several that do the same.
 *
 * @param upstream where the elements come from
 * @param goroutines how many
 * @param workers gives what they do, for each run
 */
record Through<A, B>(Pipeline<A> upstream, int goroutines, Workers<A, B> workers) implements Part<B> {

    /** Gives what the goroutines of a run do. */
    @FunctionalInterface
    interface Workers<A, B> {
        Worker<A, B> in(Run run);
    }

    @Override
    public Feed<B> start(Run run, CancelCauseContext link, int capacity) throws Exception {
        Worker<A, B> worker = workers.in(run);
        Chan<B> channel = Go.chan(capacity);
        Feed<B> feed = Feed.of(channel);
        Inlet<A> in = run.open(upstream, link);
        Crew crew = new Crew(run, link, goroutines, complete -> {
            try {
                in.enough();
            } finally {
                feed.end(complete);
            }
        });
        Outlet<B> out = new Outlet<>(channel, link, crew);
        for (int i = 0; i < goroutines; i++) {
            crew.go(() -> worker.run(in, out));
        }
        return feed;
    }
}
