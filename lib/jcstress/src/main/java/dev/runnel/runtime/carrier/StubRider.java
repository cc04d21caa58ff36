package dev.runnel.runtime.carrier;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A rider without a thread: it is told whether it may run on, and it counts how often it would be brought to a carrier.
 */
final class StubRider extends Rider {

    final AtomicInteger brought = new AtomicInteger();

    volatile boolean mayRunOn = true;

    @Override
    protected boolean resumable() {
        return mayRunOn;
    }

    @Override
    protected boolean resume() {
        if (mayRunOn) {
            brought.incrementAndGet();
        }
        return mayRunOn;
    }

    @Override
    protected void passOn(Runnable task) {}

    @Override
    protected boolean isFor(Carrier carrier) {
        return mayRunOn;
    }

    @Override
    protected void wakeAgain() {
        answer();
    }

    @Override
    protected boolean left() {
        return false;
    }
}
