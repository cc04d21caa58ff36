package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.NilChan;
import io.vavr.control.Option;
import java.time.Instant;

/** A root: never ends, has nothing. */
final class EmptyCtx implements Context {

    static final EmptyCtx BACKGROUND = new EmptyCtx("context.Background");
    static final EmptyCtx TODO = new EmptyCtx("context.TODO");

    @SuppressWarnings("unchecked") // it never holds a value
    static final RecvChan<Void> NEVER = (RecvChan<Void>) NilChan.INSTANCE;

    private final String name;

    private EmptyCtx(String name) {
        this.name = name;
    }

    @Override
    public Option<Instant> deadline() {
        return Option.none();
    }

    @Override
    public RecvChan<Void> done() {
        return NEVER;
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
        return Option.none();
    }

    @Override
    public Stop onDone(Runnable action) {
        return new Action(action);
    }

    @Override
    public String toString() {
        return name;
    }
}
