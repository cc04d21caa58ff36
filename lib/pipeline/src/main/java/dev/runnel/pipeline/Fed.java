package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;

/**
 * A source with a goroutine.
 *
 * @param feeder what it does
 */
record Fed<T>(Feeder<T> feeder) implements Part<T> {

    @Override
    public Feed<T> start(Run run, CancelCauseContext link, int capacity) {
        Chan<T> channel = Go.chan(capacity);
        Feed<T> feed = Feed.of(channel);
        Crew crew = new Crew(run, link, 1, feed::end);
        Outlet<T> out = new Outlet<>(channel, link, crew);
        crew.go(() -> feeder.run(out));
        return feed;
    }
}
