package dev.runnel.runtime.channel;

import dev.runnel.channel.Chan;

/** The records in the wait queues of a channel, stale ones included. */
public final class Records {

    private Records() {}

    /** How many there are. */
    public static int of(Chan<?> channel) {
        Channel<?> c = (Channel<?>) channel;
        c.lock();
        try {
            return c.receivers.size() + c.senders.size();
        } finally {
            c.unlock();
        }
    }
}
