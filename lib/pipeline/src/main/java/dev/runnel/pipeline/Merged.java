package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements of several pipelines as they come, with a goroutine for each; fan-in.
 *
 * @param inputs the pipelines
 */
record Merged<T>(List<Pipeline<T>> inputs) implements Part<T> {

    @Override
    public Feed<T> start(Run run, CancelCauseContext link, int capacity) throws Exception {
        return start(run, link, capacity, () -> {});
    }

    /** As {@link #start(Run, CancelCauseContext, int)}, and does something more when all have ended. */
    Feed<T> start(Run run, CancelCauseContext link, int capacity, Runnable atEnd) throws Exception {
        Chan<T> channel = Go.chan(capacity);
        Feed<T> feed = Feed.of(channel);
        List<Inlet<T>> inlets = new ArrayList<>();
        for (Pipeline<T> input : inputs) {
            inlets.add(run.open(input, link));
        }
        Crew crew = new Crew(run, link, inlets.size(), complete -> {
            try {
                atEnd.run();
            } finally {
                feed.end(complete);
            }
        });
        Outlet<T> out = new Outlet<>(channel, link, crew);
        for (Inlet<T> inlet : inlets) {
            crew.go(() -> {
                try {
                    inlet.forEach(out::send);
                } finally {
                    inlet.enough();
                }
            });
        }
        return feed;
    }
}
