package dev.runnel.runtime.channel;

import dev.runnel.Await;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.Waiter;
import java.util.List;
import java.util.function.Consumer;

/** Who waits at a channel. A record is in a queue only when its strand waits. */
public final class Queues {

    private Queues() {}

    /** How many wait to send, including those in a select. */
    public static int senders(SendChan<?> channel) {
        Hchan<?> real = (Hchan<?>) channel;
        real.lock();
        try {
            return real.senders.size();
        } finally {
            real.unlock();
        }
    }

    /** How many wait to receive, including those in a select. */
    public static int receivers(RecvChan<?> channel) {
        Hchan<?> real = (Hchan<?>) channel;
        real.lock();
        try {
            return real.receivers.size();
        } finally {
            real.unlock();
        }
    }

    /** Checks each that waits to receive, under the channel's lock; gives whether there was one. */
    public static boolean receiversAre(RecvChan<?> channel, Consumer<Strand> check) {
        Hchan<?> real = (Hchan<?>) channel;
        real.lock();
        try {
            List<Strand> waiting = real.receivers.waiting();
            waiting.forEach(check);
            return !waiting.isEmpty();
        } finally {
            real.unlock();
        }
    }

    /**
     * Queues a record up as soon as somebody lingers to receive; gives whether that happened before somebody waited.
     */
    public static boolean queueUpWhileOneLingers(RecvChan<?> channel, Waiter record) {
        Hchan<?> real = (Hchan<?>) channel;
        for (; ; ) {
            real.lock();
            try {
                if (real.hasLingerer(false)) {
                    real.enqueue(record, false);
                    return true;
                }
                if (!real.receivers.isEmpty()) {
                    return false;
                }
            } finally {
                real.unlock();
            }
        }
    }

    public static void awaitSenders(SendChan<?> channel, int n) {
        Await.until(() -> senders(channel) == n);
    }

    public static void awaitReceivers(RecvChan<?> channel, int n) {
        Await.until(() -> receivers(channel) == n);
    }
}
