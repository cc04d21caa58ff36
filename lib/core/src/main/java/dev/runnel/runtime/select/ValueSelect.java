package dev.runnel.runtime.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Sneaky;
import dev.runnel.select.Choice;
import dev.runnel.select.Event;
import dev.runnel.select.Mapping;
import dev.runnel.select.Producer;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A select whose bodies have a result.
 *
 * @param <R> the type of the result
 */
public final class ValueSelect<R extends @Nullable Object> implements Choice<R> {

    private final Clauses clauses = new Clauses();
    private final Spare spare = new Spare(clauses);

    @Override
    public <T> Choice<R> recv(@Nullable RecvChan<T> channel, Mapping<? super Option<T>, ? extends R> body) {
        clauses.recv(channel, body, true);
        return this;
    }

    @Override
    public Choice<R> recv(@Nullable RecvChan<?> channel, Producer<? extends R> body) {
        clauses.recv(channel, body, false);
        return this;
    }

    @Override
    public <T> Choice<R> recvUpTo(@Nullable RecvChan<T> channel, int most, Mapping<? super List<T>, ? extends R> body) {
        clauses.recvUpTo(channel, most, body);
        return this;
    }

    @Override
    public <T> Choice<R> send(@Nullable SendChan<? super T> channel, @Nullable T value, Producer<? extends R> body) {
        clauses.send(channel, value, body);
        return this;
    }

    @Override
    public <T> Choice<R> sendFrom(
            @Nullable SendChan<? super T> channel, Producer<? extends @Nullable T> value, Producer<? extends R> body) {
        clauses.sendFrom(channel, value, body);
        return this;
    }

    @Override
    public <T> Choice<R> on(@Nullable Event<T> event, Mapping<? super T, ? extends R> body) {
        clauses.on(event, body, true);
        return this;
    }

    @Override
    public Choice<R> on(@Nullable Event<?> event, Producer<? extends R> body) {
        clauses.on(event, body, false);
        return this;
    }

    @Override
    public Choice<R> after(Duration delay, Producer<? extends R> body) {
        clauses.after(delay, body);
        return this;
    }

    @Override
    public Choice<R> otherwise(Producer<? extends R> body) {
        clauses.otherwise(body);
        return this;
    }

    @Override
    public Choice<R> ordered() {
        clauses.look(Policy.ORDERED);
        return this;
    }

    @Override
    public Choice<R> rotating() {
        clauses.look(Policy.ROTATING);
        return this;
    }

    @Override
    public R get() {
        try {
            return get(false, null);
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        }
    }

    @Override
    public R getInterruptibly() throws InterruptedException {
        Interrupts.check();
        try {
            return get(true, null);
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        }
    }

    @Override
    public R get(Cancellation cancellation) throws CancelledException, InterruptedException {
        Interrupts.check();
        Asked.check(cancellation);
        try {
            return get(true, cancellation);
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        }
    }

    @SuppressWarnings("unchecked")
    private R get(boolean interruptible, @Nullable Cancellation cancellation) throws Exception {
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
            return ((Producer<R>) Objects.requireNonNull(clauses.otherwise())).get();
        }
        Clause clause = run.plan().clauses[chosen];
        return clause.wantsValue()
                ? ((Mapping<Object, R>) clause.body()).apply(SelectRun.argument(clause, value))
                : ((Producer<R>) clause.body()).get();
    }

    @Override
    public String toString() {
        return "Choice " + clauses;
    }
}
