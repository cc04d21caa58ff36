package dev.runnel.runtime.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Sneaky;
import dev.runnel.select.Action;
import dev.runnel.select.Event;
import dev.runnel.select.Handler;
import dev.runnel.select.Producer;
import dev.runnel.select.Select;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A select whose bodies have no result. */
public final class EffectSelect implements Select {

    private final Clauses clauses = new Clauses();
    private final Spare spare = new Spare(clauses);

    @Override
    public <T> Select recv(@Nullable RecvChan<T> channel, Handler<? super Option<T>> body) {
        clauses.recv(channel, body, true);
        return this;
    }

    @Override
    public Select recv(@Nullable RecvChan<?> channel, Action body) {
        clauses.recv(channel, body, false);
        return this;
    }

    @Override
    public <T> Select recvUpTo(@Nullable RecvChan<T> channel, int most, Handler<? super List<T>> body) {
        clauses.recvUpTo(channel, most, body);
        return this;
    }

    @Override
    public <T> Select send(@Nullable SendChan<? super T> channel, @Nullable T value, Action body) {
        clauses.send(channel, value, body);
        return this;
    }

    @Override
    public <T> Select sendFrom(
            @Nullable SendChan<? super T> channel, Producer<? extends @Nullable T> value, Action body) {
        clauses.sendFrom(channel, value, body);
        return this;
    }

    @Override
    public <T> Select on(@Nullable Event<T> event, Handler<? super T> body) {
        clauses.on(event, body, true);
        return this;
    }

    @Override
    public Select on(@Nullable Event<?> event, Action body) {
        clauses.on(event, body, false);
        return this;
    }

    @Override
    public Select after(Duration delay, Action body) {
        clauses.after(delay, body);
        return this;
    }

    @Override
    public Select otherwise(Action body) {
        clauses.otherwise(body);
        return this;
    }

    @Override
    public Select ordered() {
        clauses.look(Policy.ORDERED);
        return this;
    }

    @Override
    public Select rotating() {
        clauses.look(Policy.ROTATING);
        return this;
    }

    @Override
    public void run() {
        try {
            run(false, null);
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        }
    }

    @Override
    public void runInterruptibly() throws InterruptedException {
        Interrupts.check();
        try {
            run(true, null);
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        }
    }

    @Override
    public void run(Cancellation cancellation) throws CancelledException, InterruptedException {
        Interrupts.check();
        Asked.check(cancellation);
        try {
            run(true, cancellation);
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        }
    }

    @SuppressWarnings("unchecked")
    private void run(boolean interruptible, @Nullable Cancellation cancellation) throws Exception {
        SelectRun run = spare.take();
        int chosen = run.choose(interruptible, cancellation);
        Object value = run.takeReceived();
        spare.giveBack(run);
        if (chosen == SelectRun.INTERRUPTED) {
            throw Interrupts.ended();
        }
        if (chosen == SelectRun.CANCELLED) {
            throw CancelHook.exception(Objects.requireNonNull(cancellation));
        }
        if (chosen == SelectRun.OTHERWISE) {
            ((Action) Objects.requireNonNull(clauses.otherwise())).run();
            return;
        }
        Clause clause = run.plan().clauses[chosen];
        if (clause.wantsValue()) {
            ((Handler<Object>) clause.body()).accept(SelectRun.argument(clause, value));
        } else {
            ((Action) clause.body()).run();
        }
    }

    @Override
    public String toString() {
        return "Select " + clauses;
    }
}
