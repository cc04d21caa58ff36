package dev.runnel.context;

import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Registrations;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.select.EffectSelect;
import java.util.concurrent.atomic.AtomicLong;

/** A goroutine that waits for the end of a context that cannot tell of it. */
final class Watcher implements Registrations.Own {

    /** How many were started. */
    static final AtomicLong STARTED = new AtomicLong();

    private final Channel<Void> stopped = new Channel<>(0);
    private final Action action;

    private Watcher(Action action) {
        this.action = action;
    }

    static Watcher start(RecvChan<Void> done, Action action) {
        Watcher watcher = new Watcher(action);
        STARTED.incrementAndGet();
        Scheduler.currentOrDefault().go(null, () -> {
            watcher.await(done);
            action.fire(); // does nothing if this was stopped
        });
        return watcher;
    }

    /** Waits until the context has ended, or this is stopped. */
    private void await(RecvChan<Void> done) {
        try {
            new EffectSelect().recv(done, () -> {}).recv(stopped, () -> {}).run();
        } catch (ChannelException.ClosedWithCause e) {
            return; // an end like any other
        }
    }

    @Override
    public boolean stop() {
        Checkpoint.passToGiveBack(Act.STOP, null);
        return stopNow();
    }

    @Override
    public boolean stopNow() {
        boolean prevented = action.stopNow();
        stopped.closeIfOpen();
        return prevented;
    }
}
