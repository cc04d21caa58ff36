package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.runtime.scheduler.Checkpoint;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Objects;

/** A context that never ends. */
abstract class EndlessCtx implements Context, Asked {

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
        look();
        return Option.none();
    }

    @Override
    public Option<Throwable> cause() {
        look();
        return Option.none();
    }

    /** Nothing is to be seen, but whoever asks again and again lets others come. */
    private void look() {
        if (!Checkpoint.isNotArmed()) {
            Checkpoint.look(this);
        }
    }

    @Override
    public Option<CancelledException> errNow() {
        return Option.none();
    }

    @Override
    public Option<Throwable> causeNow() {
        return Option.none();
    }

    @Override
    public Stop onDone(Runnable action) {
        return new Action(Objects.requireNonNull(action, "action"));
    }
}
