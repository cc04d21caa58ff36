package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.sync.Mutex;

/** The turn of those who do the same at the same time; one of them has it. */
interface Turn {

    /** Waits until nobody else is at it. */
    void take();

    /** The same, unless it is cancelled or interrupted first. */
    void take(Cancellation cancellation) throws CancelledException, InterruptedException;

    void giveBack();

    /** A turn that is of no bubble: whoever has it may be outside. */
    static Turn ofAll() {
        Mutex turn = new Mutex();
        return new Turn() {
            @Override
            public void take() {
                turn.lock();
            }

            @Override
            public void take(Cancellation cancellation) throws CancelledException, InterruptedException {
                turn.lock(cancellation);
            }

            @Override
            public void giveBack() {
                turn.unlock();
            }
        };
    }
}
