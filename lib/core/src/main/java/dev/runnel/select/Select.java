package dev.runnel.select;

import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.select.EffectSelect;
import io.vavr.control.Option;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Go's {@code select}, for effect: waits until one of its clauses can proceed, performs it, and then runs its body.
 *
 * <p>If several can proceed, one is chosen at random with equal chances (of clauses, not of channels). A clause on the
 * nil channel, or on {@code null}, never proceeds. The same channel may stand in several clauses, in both directions.
 * The losing clauses leave no trace. The body runs after the communication, in the caller; what it throws, checked or
 * not, comes out of {@link #run()} as it is.
 *
 * <p>A select may be kept and run many times, also by several goroutines at once; its workings are
 * then used again; what a run may still allocate is the option that a body gets, and a timer if it waits with a timeout.
 * Clauses may not be added while it runs.
 */
public sealed interface Select permits EffectSelect {

    /**
     * A receive whose body gets the value; none means that the channel is closed and drained.
     *
     * @param channel the channel; null is the nil channel
     * @param body what to do with the value
     * @return this
     */
    <T> Select recv(@Nullable RecvChan<T> channel, Handler<? super Option<T>> body);

    /**
     * A receive whose value is not wanted: the signal idiom. A close counts as well.
     *
     * @param channel the channel; null is the nil channel
     * @param body what to do
     * @return this
     */
    Select recv(@Nullable RecvChan<?> channel, Action body);

    /**
     * A send. If the channel is closed, choosing this clause throws {@link
     * dev.runnel.channel.ChannelException.SendOnClosed}.
     *
     * @param channel the channel; null is the nil channel
     * @param value the value, not null
     * @param body what to do after it was sent
     * @return this
     */
    <T> Select send(@Nullable SendChan<? super T> channel, T value, Action body);

    /**
     * A send whose value is asked for at each entry of the select, in the order of the clauses and whatever clause wins,
     * as Go evaluates its operands.
     *
     * @param channel the channel; null is the nil channel (the value is asked for all the same)
     * @param value gives the value, not null
     * @param body what to do after it was sent
     * @return this
     */
    <T> Select sendFrom(@Nullable SendChan<? super T> channel, Producer<? extends T> value, Action body);

    /**
     * A timeout, counted from each entry of the select; Go's {@code case <-time.After(d)}. With zero or less it can
     * proceed at once.
     *
     * @param delay how long to wait
     * @param body what to do when the time is over
     * @return this
     */
    Select after(Duration delay, Action body);

    /**
     * Go's {@code default}: taken if no clause can proceed at the one instant at which the select looks, so that the
     * select never waits.
     *
     * @param body what to do
     * @return this
     * @throws IllegalStateException if there is one already
     */
    Select otherwise(Action body);

    /**
     * Runs the select once. Without any clause it blocks forever, as Go's {@code select {}}. An interrupt does not end
     * the wait: the status is kept.
     */
    void run();

    /**
     * As {@link #run()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread was interrupted before a clause was chosen; none has been
     */
    void runInterruptibly() throws InterruptedException;
}
