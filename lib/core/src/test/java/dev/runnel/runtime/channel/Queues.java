package dev.runnel.runtime.channel;

import dev.runnel.Await;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.park.Strand;
import java.util.List;
import java.util.function.Consumer;

/** Who waits at a channel. A record is in a queue only when its strand waits. */
public final class Queues {

    private Queues() {}

    /** How many wait to send, those in a select counted. */
    public static int senders(SendChan<?> channel) {
        Hchan<?> real = (Hchan<?>) channel;
        real.lock();
        try {
            return real.senders.size();
        } finally {
            real.unlock();
        }
    }

    /** How many wait to receive, those in a select counted. */
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

    public static void awaitSenders(SendChan<?> channel, int n) {
        Await.until(() -> senders(channel) == n);
    }

    public static void awaitReceivers(RecvChan<?> channel, int n) {
        Await.until(() -> receivers(channel) == n);
    }
}
