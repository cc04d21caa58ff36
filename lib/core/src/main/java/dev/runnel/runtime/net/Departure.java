package dev.runnel.runtime.net;

import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Scheduler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How a socket that was closed leaves: the poller's thread closes the channel, and then has the selector look, since
 * the JDK gives the socket, and its port, back to the system only when the selector has let go of it.
 */
final class Departure extends SpinLock {

    private final PollDescriptor of;
    private final WaitQueue waiters = new WaitQueue();
    private boolean gone; // under the lock
    private @Nullable IOException failure; // before gone

    /** The next in the list of those that leave. */
    @Nullable Departure nextToLeave;

    Departure(PollDescriptor of) {
        this.of = of;
    }

    /**
     * Has it closed.
     *
     * @param wait whether to wait until it has left; it waits in any case if so many leave that the descriptors of the
     *     system might run out
     */
    void begin(boolean wait) throws IOException {
        Poller poller = Poller.get();
        boolean crowded = poller.leave(this); // first: should there be no thread, the next one sees to it
        poller.beginWait();
        try {
            if (wait || crowded) {
                await();
                if (failure != null) {
                    throw failure;
                }
            }
        } finally {
            poller.endWait();
        }
    }

    /** Waits until it has left; another call has it closed. */
    void join() throws IOException {
        Poller poller = Poller.get();
        poller.beginWait();
        try {
            await();
        } finally {
            poller.endWait();
        }
    }

    /** Closes the channel. Called by the poller's thread. */
    void close() {
        try {
            of.channel().close();
        } catch (IOException e) {
            failure = e;
        }
    }

    private void await() {
        if (Checkpoint.isUnwinding()) {
            return;
        }
        Strand self = Scheduler.strand();
        for (; ; ) {
            self.makeRecord(); // here: a failure under the lock would keep it held
            lock();
            if (gone) {
                unlock();
                return;
            }
            if (self.tryEnter()) {
                break;
            }
            unlock();
            self.enter();
            self.leave();
        }
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), null);
        waiters.enqueue(waiter);
        self.waiting(WaitReason.IO_WAIT, of);
        unlock();
        self.park(Strand.NO_DEADLINE, false);
        self.recycle(waiter);
        Checkpoint.passAtAnEnd();
    }

    /**
     * It has left. Called by whoever polls. Gives the first of those who waited for it, which leads to the others, to
     * be readied.
     */
    @Nullable Waiter end() {
        lock();
        gone = true;
        Waiter told = waiters.completeAll();
        unlock();
        return told;
    }
}
