package dev.runnel.interop;

import dev.runnel.channel.SendChan;
import dev.runnel.context.Context;

/**
 * A program that sends, for one reader. It runs as a goroutine; when it returns, the channel is closed, and the reader
 * learns what it throws. When the reader has gone, the context is cancelled, and a send without the context fails as on
 * any closed channel: no feed is left behind.
 *
 * @param <T> the type of the values
 */
@FunctionalInterface
public interface Feed<T> {

    /**
     * Sends all there is. It need not close the channel; a close with a cause is a failure, as an exception is.
     *
     * @param out where to send
     * @param context ends when nobody reads any more
     */
    void run(SendChan<T> out, Context context) throws Exception;
}
