package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Peer;
import org.jspecify.annotations.Nullable;

/**
 * What a clause of a select that was ready came to. Kept by the select from run to run: nothing is made for it under
 * the locks, where what fails would keep them.
 */
public final class Polled {

    /** The value received; null if the channel is closed and drained, and for a send. */
    public @Nullable Object value;

    /** Who waited at the other end, to be readied once all locks are given back. */
    public @Nullable Peer peer;

    /** What a receive of several values took, and who waited. */
    public @Nullable Batch batch;

    /** The channel that has something to tell then, if nobody waited. */
    @Nullable CountedChan<?> teller;

    /** What it tells of; null for a soft limit that was crossed. */
    @Nullable Object news;

    /** Nothing yet. */
    public Polled() {}

    /** Once all locks are given back, and nobody waited: the channel tells what it has to tell. */
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
