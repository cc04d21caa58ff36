package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.runtime.queue.Line;

/**
 * A select that wants to know when an object of this package may be had. Its place is under the lock of the waiters.
 */
final class Onlooker extends Line.Place<Onlooker> implements Cancellation.Stop {

    private final Waiters of;
    final Runnable wake;

    Onlooker(Waiters of, Runnable wake) {
        this.of = of;
        this.wake = wake;
    }

    @Override
    public boolean stop() {
        return of.remove(this);
    }
}
