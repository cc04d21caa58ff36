package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Peer;
import org.jspecify.annotations.Nullable;

/**
 * What a ready clause of a select came to. The select keeps this object from run to run, so that nothing is made for it
 * under the locks: a failure there would leave them locked.
 */
public final class Polled {

    /** The value received; null if the channel is closed and drained, and for a send. */
    public @Nullable Object value;

    /** The one that waited at the other end, to be readied once all locks are given back. */
    public @Nullable Peer peer;

    /** What a receive of several values took, and the senders that waited. */
    public @Nullable Batch batch;

    /** The channel that has something to tell then, if nobody waited. */
    @Nullable CountedChan<?> teller;

    /** What it tells of; null for a soft limit that was crossed. */
    @Nullable Object news;

    /** Nothing yet. */
    public Polled() {}

    /** The channel tells what it has to tell. Called once all locks are given back, and if nobody waited. */
    public void tell() {
        CountedChan<?> by = teller;
        if (by != null) {
            Object what = news;
            teller = null;
            news = null;
            by.tell(what);
        }
    }
}
