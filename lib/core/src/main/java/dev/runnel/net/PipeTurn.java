package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.scheduler.Interrupts;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A turn at an end of a pipe; at one in a bubble only those of that bubble wait. Taking it is part of the read or the
 * write: in a deterministic run nobody comes between.
 */
final class PipeTurn extends SpinLock implements Turn {

    private final Gate free;

    // under the lock
    private boolean taken;
    private int waiting; // whoever comes later does not overtake them

    /**
     * A turn that nobody has.
     *
     * @param free where one waits for it
     */
    PipeTurn(Gate free) {
        this.free = free;
    }

    @Override
    public void take() {
        take(Patience.PLAIN);
    }

    @Override
    public void take(Cancellation cancellation) throws CancelledException, InterruptedException {
        Interrupts.check();
        Asked.check(cancellation);
        take(Patience.until(cancellation));
    }

    private <A extends Exception, B extends Exception> void take(Patience<A, B> patience) throws A, B {
        if (takeOrQueueUp()) {
            return;
        }
        boolean took = false;
        try {
            do {
                patience.await(free);
                took = tryTakeAfterWait();
            } while (!took);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no system that could refuse
        } finally {
            if (!took) {
                giveUp();
            }
        }
    }

    private boolean takeOrQueueUp() {
        lock();
        boolean may = !taken && waiting == 0;
        if (may) {
            taken = true;
        } else {
            waiting++;
        }
        unlock();
        return may;
    }

    private boolean tryTakeAfterWait() {
        lock();
        boolean may = !taken;
        if (may) {
            taken = true;
            waiting--;
        }
        unlock();
        return may;
    }

    private void giveUp() {
        lock();
        waiting--;
        unlock();
        free.retry(); // it may have been told, and goes no further
    }

    @Override
    public void giveBack() {
        lock();
        taken = false;
        unlock();
        free.retry();
    }
}
