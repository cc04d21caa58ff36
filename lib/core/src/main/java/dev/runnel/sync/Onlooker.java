package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import org.jspecify.annotations.Nullable;

/** A select that wants to know when an object of this package may be had. Links and {@code listed} under the lock of the waiters. */
final class Onlooker implements Cancellation.Stop {

    private final Waiters of;
    final Runnable wake;

    @Nullable Onlooker previous;

    @Nullable Onlooker next;

    boolean listed = true;

    Onlooker(Waiters of, Runnable wake) {
        this.of = of;
        this.wake = wake;
    }

    @Override
    public boolean stop() {
        return of.remove(this);
    }
}
