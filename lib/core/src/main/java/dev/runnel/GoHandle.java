package dev.runnel;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goroutine;
import io.vavr.control.Option;
import java.time.Duration;

/** A handle of a goroutine, for those who want to know of its end. */
public final class GoHandle {

    private final Goroutine g;

    GoHandle(Goroutine g) {
        this.g = g;
    }

    /**
     * Its number, unique within its runtime and never used again. The first is 1, which in {@link Go#run} is the main
     * goroutine.
     */
    public long id() {
        return g.id();
    }

    /** Its name, if it was given one. */
    public Option<String> name() {
        return Option.of(g.name());
    }

    /** Whether it has ended. */
    public boolean hasEnded() {
        Checkpoint.look(g);
        return g.hasEnded();
    }

    /**
     * A channel that is closed when the goroutine has ended, for a select. What the goroutine did is visible to whoever
     * sees the close.
     */
    public RecvChan<Void> done() {
        StackRoom.require();
        Goroutine.EndListener listener = g.endListener();
        if (listener == null) {
            listener = g.listenToEnd(new Done(g));
        } else if (g.hasEnded()) {
            listener.ended(); // the first to ask may have had no memory for it
        }
        return ((Done) listener).channel;
    }

    /** Closes the channel that tells of the end. */
    private static final class Done implements Goroutine.EndListener {

        private final Channel<Void> channel;

        Done(Goroutine of) {
            channel = new Signal(of.home(), of.id()); // it is closed there, whoever asks for it
        }

        @Override
        public void ended() {
            channel.closeIfOpen();
        }
    }

    /**
     * Waits until the goroutine has ended, however it ended, and does not tell how: what it threw ends the run, or, in
     * a runtime without a main goroutine, goes to the failure handler. A {@link dev.runnel.scope.Scope} does tell. An
     * interrupt does not end the wait: the status is kept. What the goroutine did is visible afterwards.
     */
    public void join() {
        done().recvOrNull();
    }

    /**
     * As {@link #join()}, but an interrupt ends the wait (not the goroutine).
     *
     * @throws InterruptedException if the thread is interrupted before the goroutine is seen to have ended
     */
    public void joinInterruptibly() throws InterruptedException {
        done().recvInterruptibly();
    }

    /**
     * As {@link #join()}, but waits no longer than the timeout, and an interrupt ends the wait.
     *
     * @param timeout how long; zero or less does not wait
     * @return whether the goroutine has ended; if not, it goes on
     * @throws InterruptedException if the thread is interrupted before the goroutine is seen to have ended
     */
    public boolean join(Duration timeout) throws InterruptedException {
        return !done().tryRecv(timeout).isEmpty();
    }

    /**
     * As {@link #join()}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first: if it
     * is already cancelled, this throws even if the goroutine has ended.
     *
     * @param cancellation what may end the wait, a context for example; it does not end the goroutine, unless that
     *     looks at it, too
     * @throws CancelledException if it was cancelled before the goroutine was seen to have ended
     * @throws InterruptedException if the thread is interrupted before that
     */
    public void join(Cancellation cancellation) throws CancelledException, InterruptedException {
        done().recv(cancellation);
    }

    @Override
    public String toString() {
        return g.toString();
    }
}
