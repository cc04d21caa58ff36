package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Peer;
import org.jspecify.annotations.Nullable;

/** What a clause of a select that was ready came to. Kept by the select from run to run. */
public final class Polled {

    /** The value received; null if the channel is closed and drained, and for a send. */
    public @Nullable Object value;

    /** Who waited at the other end, to be readied once all locks are given back. */
    public @Nullable Peer peer;

    /** What a receive of several values took, and who waited. */
    public @Nullable Batch batch;

    /** What else is to be done then, if nobody waited. */
    public @Nullable Runnable after;

    /** Nothing yet. */
    public Polled() {}
}
