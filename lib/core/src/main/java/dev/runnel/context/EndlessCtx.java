package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.NilChan;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Objects;

/** Never ends. */
abstract class EndlessCtx implements Context {

    @SuppressWarnings("unchecked") // it never holds a value
    private static final RecvChan<Void> NEVER = (RecvChan<Void>) NilChan.INSTANCE;

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
    public Stop onDone(Runnable action) {
        return new Action(Objects.requireNonNull(action, "action"));
    }
}
