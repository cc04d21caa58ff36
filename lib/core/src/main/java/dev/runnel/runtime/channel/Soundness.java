package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Strand;
import java.util.List;

/** What must hold of a channel: those who wait fit what the buffer holds (C28, C29). Checked by tests. */
final class Soundness {

    private Soundness() {}

    /**
     * Checks a channel. Under its lock.
     *
     * @throws AssertionError saying what does not hold
     */
    static void checkLocked(Hchan<?> channel) {
        List<Strand> toReceive = channel.receivers.waiting();
        List<Strand> toSend = channel.senders.waiting();
        boolean lingersToReceive = channel.hasLingerer(false);
        boolean lingersToSend = channel.hasLingerer(true);
        int count = channel.buffer.count();
        int capacity = channel.buffer.capacity();
        if (count < 0 || count > capacity) {
            throw new AssertionError(channel + " holds more than its capacity");
        }
        if ((lingersToReceive || !toReceive.isEmpty()) && (channel.closed || count > 0)) {
            throw new AssertionError(channel + " could give, and there wait to receive: " + toReceive);
        }
        if ((lingersToSend || !toSend.isEmpty()) && (channel.closed || count < capacity)) {
            throw new AssertionError(channel + " could take, and there wait to send: " + toSend);
        }
        if ((lingersToReceive && !toSend.isEmpty()) || (lingersToSend && !toReceive.isEmpty())) {
            throw new AssertionError(channel + ": somebody lingers, whose peer waits: " + toReceive + toSend);
        }
        End end = channel.end;
        if (end != null && end.isCancelled() && count > 0) {
            throw new AssertionError(channel + " was cancelled, and holds values");
        }
        boolean both = !toReceive.isEmpty() && !toSend.isEmpty();
        if (both && !oneSelect(toReceive, toSend)) { // there is no buffer: it would be full, or empty, by now
            throw new AssertionError(channel + ": there wait to receive: " + toReceive + " and to send: " + toSend);
        }
    }

    /** One select may wait for both ends of an unbuffered channel. */
    private static boolean oneSelect(List<Strand> toReceive, List<Strand> toSend) {
        Strand one = toReceive.get(0);
        return toReceive.stream().allMatch(s -> s == one) && toSend.stream().allMatch(s -> s == one);
    }
}
