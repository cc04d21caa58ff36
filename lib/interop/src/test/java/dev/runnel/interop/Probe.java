package dev.runnel.interop;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

/** A subscriber that passes on its signals through a channel, and asks for as much as it is told to. */
class Probe<T> implements Flow.Subscriber<T> {

    /** A signal. */
    sealed interface Signal {}

    record Next(Object value) implements Signal {}

    record Failed(Throwable why) implements Signal {}

    record Complete() implements Signal {}

    final Chan<Signal> signals = chan(1_000);
    private final AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
    private final long first;

    Probe(long first) {
        this.first = first;
    }

    @Override
    public void onSubscribe(Flow.Subscription fresh) {
        subscription.set(fresh);
        if (first != 0) {
            fresh.request(first);
        }
    }

    @Override
    public void onNext(T value) {
        signals.send(new Next(value));
    }

    @Override
    public void onError(Throwable why) {
        signals.send(new Failed(why));
    }

    @Override
    public void onComplete() {
        signals.send(new Complete());
    }

    Signal signal() {
        return signals.recv().get();
    }

    void request(long n) {
        subscription.get().request(n);
    }

    void cancel() {
        subscription.get().cancel();
    }
}
