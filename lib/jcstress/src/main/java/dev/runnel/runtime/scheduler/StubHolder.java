package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Arrivals;
import dev.runnel.runtime.carrier.Carrier;
import org.jspecify.annotations.Nullable;

/** The part of an M that holds a P, on the thread of an actor. */
final class StubHolder extends Grantee {

    /** Stands for the thread before an actor has taken its place; unparking it does nothing. */
    private static final Thread NOBODY = new Thread();

    /** What the JDK asks to run. */
    static final Runnable CONTINUATION = () -> {};

    private volatile Thread thread = NOBODY;

    private StubHolder(Scheduler s) {
        super(s);
        Carrier carrier = Arrivals.carrier();
        Arrivals.mount(this, CONTINUATION, carrier);
        Arrivals.leave(this, carrier);
        Still.begin(this);
    }

    /** A holder whose goroutine runs its own code on this P; the first grant is behind it. */
    static StubHolder inUserCode(Scheduler s, Processor on) {
        StubHolder holder = inRuntime(s, on);
        holder.g = Still.running(s);
        holder.beginUserCode();
        return holder;
    }

    /** A holder that has no P and whose thread has been started. */
    static StubHolder waiting(Scheduler s, Processor before) {
        StubHolder holder = inRuntime(s, before);
        holder.release();
        return holder;
    }

    private static StubHolder inRuntime(Scheduler s, Processor on) {
        StubHolder holder = new StubHolder(s);
        holder.acquire(on);
        return holder;
    }

    /** The calling thread is this holder's from now on. */
    void mount() {
        thread = Thread.currentThread();
    }

    @Override
    Thread thread() {
        return thread;
    }

    @Override
    @SuppressWarnings("NullAway") // a stub is no M, and nobody asks who holds its P
    @Nullable Machine self() {
        return null;
    }

    @Override
    void yieldSlice() {
        throw new IllegalStateException("no slice is ever over here");
    }
}
