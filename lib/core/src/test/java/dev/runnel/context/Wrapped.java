package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import io.vavr.control.Option;
import java.time.Instant;

/** A context of the user's, which passes on all that another one says. */
class Wrapped implements Context {
    private final Context inner;

    Wrapped(Context inner) {
        this.inner = inner;
    }

    @Override
    public Option<Instant> deadline() {
        return inner.deadline();
    }

    @Override
    public RecvChan<Void> done() {
        return inner.done();
    }

    @Override
    public Option<CancelledException> err() {
        return inner.err();
    }

    @Override
    public <T> Option<T> value(ContextKey<T> key) {
        return inner.value(key);
    }

    @Override
    public String toString() {
        return "wrapped";
    }
}
