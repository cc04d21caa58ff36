package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import io.vavr.control.Option;
import java.time.Instant;

/** The values of a context, and nothing else of it. */
final class WithoutCancelCtx implements Context, Derived {

    private final Context parent;

    WithoutCancelCtx(Context parent) {
        this.parent = parent;
    }

    @Override
    public Option<Instant> deadline() {
        return Option.none();
    }

    @Override
    public RecvChan<Void> done() {
        return EmptyCtx.NEVER;
    }

    @Override
    public Option<CancelledException> err() {
        return Option.none();
    }

    @Override
    public Option<Throwable> cause() {
        return Option.none();
    }

    @Override
    public <T> Option<T> value(ContextKey<T> key) {
        return ValueCtx.find(this, key);
    }

    @Override
    public Stop onDone(Runnable action) {
        return new Action(action);
    }

    @Override
    public Context parent() {
        return parent;
    }

    @Override
    public String suffix() {
        return ".WithoutCancel";
    }

    @Override
    public String toString() {
        return Derived.name(this);
    }
}
