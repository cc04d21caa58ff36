package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import io.vavr.control.Option;

/** The first of one with the first of another, and so on, until one of them has no more. */
record Zipped<A, B, R>(Pipeline<A> left, Pipeline<B> right, Combination<? super A, ? super B, ? extends R> function)
        implements Part<R> {

    @Override
    public Feed<R> start(Run run, CancelCauseContext link, int capacity) throws Exception {
        Chan<R> channel = Go.chan(capacity);
        Feed<R> feed = Feed.of(channel);
        Inlet<A> first = run.open(left, link);
        Inlet<B> second = run.open(right, link);
        Crew crew = new Crew(run, link, 1, complete -> {
            try {
                first.enough();
            } finally {
                try {
                    second.enough();
                } finally {
                    feed.end(complete);
                }
            }
        });
        crew.go(() -> zip(first, second, new Outlet<>(channel, link, crew)));
        return feed;
    }

    private void zip(Inlet<A> first, Inlet<B> second, Outlet<R> out) throws Exception {
        for (Option<A> a = first.recv(); a.isDefined(); a = first.recv()) {
            Option<B> b = second.recv();
            if (b.isEmpty()) {
                return;
            }
            out.send(Check.given(function.apply(a.get(), b.get()), "zip: the function"));
        }
    }
}
