package dev.runnel.runtime.channel;

import dev.runnel.channel.Chan;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import java.util.List;

/**
 * A channel as it is at one instant.
 *
 * @param receivers who waits to receive, first in line first
 * @param senders who waits to send
 * @param len how many values the buffer holds
 */
public record Glance(List<Strand> receivers, List<Strand> senders, int len) {

    /**
     * Looks, under the lock. Waits may be ended meanwhile, from other channels and by timers; but none can begin, so
     * two looks that see the same have seen what was there between them.
     */
    public static Glance at(Chan<?> channel) {
        Hchan<?> real = (Hchan<?>) channel;
        real.lock();
        try {
            for (Glance before = look(real); ; ) {
                Glance now = look(real);
                if (now.equals(before)) {
                    return now;
                }
                before = now;
            }
        } finally {
            real.unlock();
        }
    }

    private static Glance look(Hchan<?> channel) {
        return new Glance(strands(channel.receivers), strands(channel.senders), channel.buffer.count());
    }

    /** Those of one select on the same channel stand side by side, and count once. */
    private static List<Strand> strands(WaitQueue queue) {
        return queue.waiting().stream().distinct().toList();
    }
}
