package dev.runnel.bench.kit;

import java.util.concurrent.atomic.AtomicInteger;

/** A count, and a channel for the last one to send on. */
final class ChannelCrew<C> extends Crew {

    private final Kit<C> kit;
    private final AtomicInteger left;
    private final C last;

    ChannelCrew(Kit<C> kit, int members) {
        this.kit = kit;
        left = new AtomicInteger(members);
        last = kit.chan(1);
    }

    @Override
    public void done() {
        if (left.decrementAndGet() == 0) {
            kit.send(last, true);
        }
    }

    @Override
    public void await() {
        kit.recv(last);
    }
}
