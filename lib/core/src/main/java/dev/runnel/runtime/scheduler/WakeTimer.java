package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.queue.TimerHeap;

/** The deadline of one wait of one goroutine. */
final class WakeTimer extends TimerHeap.Timer {

    private final Goroutine g;
    private final long ticket;

    WakeTimer(Goroutine g) {
        this.g = g;
        this.ticket = g.openTicket();
    }

    @Override
    protected void fire(TimerHeap from) {
        if (g.claim(ticket)) {
            g.wakeWith(WakeCause.TIMEOUT);
            g.ready();
        }
    }

    void cancel() {
        takeOut();
    }
}
