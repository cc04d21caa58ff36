package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Hchan;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What was sent in a world has been received, is in a buffer, or was handed over; and what was not sent is reported as
 * not sent.
 */
final class Books {

    private final Queue<Chan<?>> channels = new ConcurrentLinkedQueue<>();
    private final AtomicInteger offered = new AtomicInteger();
    private final AtomicInteger unsent = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();
    private final AtomicInteger undelivered = new AtomicInteger();

    <T> Chan<T> chan(int capacity) {
        return add(Go.chan(capacity));
    }

    <T> Chan<T> add(Chan<T> channel) {
        channels.add(channel);
        return channel;
    }

    /** A send is about to be tried. */
    void offered() {
        offered.incrementAndGet();
    }

    /** A send was tried and has not happened. */
    void unsent() {
        unsent.incrementAndGet();
    }

    void received() {
        received.incrementAndGet();
    }

    void undelivered() {
        undelivered.incrementAndGet();
    }

    void check() {
        int buffered = 0;
        for (Chan<?> channel : channels) {
            buffered += channel.len();
            if (channel instanceof Hchan<?> hchan) {
                hchan.check();
            }
        }
        assertEquals(
                offered.get(),
                received.get() + buffered + unsent.get() + undelivered.get(),
                () -> offered + " offered; " + received + " received, " + unsent + " reported as not sent, "
                        + undelivered + " handed over");
    }
}
