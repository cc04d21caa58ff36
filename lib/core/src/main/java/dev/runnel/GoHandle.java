package dev.runnel;

import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goroutine;
import io.vavr.control.Option;

/** A goroutine, for those who want to know of its end. */
public final class GoHandle {

    private final Goroutine g;

    GoHandle(Goroutine g) {
        this.g = g;
    }

    /**
     * Its number, unique within its runtime and never used again; from 1, which in {@link Go#run} is the main
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
     * A channel that is closed when the goroutine has ended, for a select. What the goroutine did is visible to who
     * sees the close.
     */
    public RecvChan<Void> done() {
        StackRoom.require();
        Goroutine.EndListener listener = g.endListener();
        if (listener == null) {
            listener = g.listenToEnd(new Done(g));
        } else if (g.hasEnded()) {
            listener.ended(); // who was the first to ask may have had no memory for it
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
     * Waits until the goroutine has ended; however it ended, and without telling how: what it threw ends the run, or,
     * where nothing is run, goes to the failure handler. A {@link dev.runnel.scope.Scope} tells. An interrupt does not
     * end the wait: the status is kept. What the goroutine did is visible afterwards.
     */
    public void join() {
        done().recvOrNull();
        Checkpoint.passAtAnEnd();
    }

    @Override
    public String toString() {
        return g.toString();
    }
}
