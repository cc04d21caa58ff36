package dev.runnel.pipeline;

import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelCauseContext;

/**
 * A source that is a channel. It has no goroutine: the next stage receives from that channel, so nothing is taken out
 * of it that the stage has not asked for.
 *
 * @param channel the channel
 */
record Received<T>(RecvChan<T> channel) implements Part<T> {

    @Override
    public Feed<T> start(Run run, CancelCauseContext link, int capacity) {
        return Feed.from(channel);
    }
}
