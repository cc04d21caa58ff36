package dev.runnel.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.select.EffectSelect;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Go's {@code select}, for effect: waits until one of its clauses can proceed, performs it, and then runs its body.
 *
 * <p>If several can proceed, one is chosen at random with equal chances (of clauses, not of channels), or as
 * {@link #ordered()} or {@link #rotating()} say. A clause on the nil channel, or on {@code null}, never proceeds. The
 * same channel may stand in several clauses, in both directions. The losing clauses leave no trace. The body runs after
 * the communication, in the caller; what it throws, checked or not, comes out of {@link #run()} as it is.
 *
 * <p>Bodies, delays and durations are not null, nor are values, except on the nil channel. There are at most 65,536
 * clauses: one more is an {@link IllegalArgumentException}. Memory: as for the send or the receive that is chosen (see
 * {@link dev.runnel.channel.Chan}).
 *
 * <p>Adding a clause changes the select and returns it; nothing is copied. A select may be kept and run many times,
 * also by several goroutines at once. Its workings are then used again: all that a run may still allocate is the option
 * or the list that a body gets, a timer if it waits with a timeout, and what it takes to wait for an event or with a
 * cancellation. Clauses must not be added while it runs.
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
     * As {@link #recv(RecvChan, Action)} with a body that does nothing; Go's {@code case <-c:}.
     *
     * @param channel the channel; null is the nil channel
     * @return this
     */
    default Select recv(@Nullable RecvChan<?> channel) {
        return recv(channel, () -> {});
    }

    /**
     * A receive of several values: as many as there are without waiting, and one at least; see
     * {@link RecvChan#recvUpTo(int)}.
     *
     * @param channel the channel; null is the nil channel
     * @param most how many at most, at least 1
     * @param body what to do with the values, in their order; there are none if the channel is closed and drained
     * @return this
     * @throws IllegalArgumentException if less than 1 are asked for
     */
    <T> Select recvUpTo(@Nullable RecvChan<T> channel, int most, Handler<? super List<T>> body);

    /**
     * A send. If the channel is closed, choosing this clause throws
     * {@link dev.runnel.channel.ChannelException.SendOnClosed}.
     *
     * <p>Go's idiom for a send that is switched off while there is nothing to send:
     *
     * <pre>{@code
     * select().send(queue.isEmpty() ? null : out, queue.peek(), queue::remove)
     * }</pre>
     *
     * @param channel the channel; null is the nil channel
     * @param value the value; null only if the channel is the nil channel
     * @param body what to do after it was sent
     * @return this
     * @throws NullPointerException if the value is null, and the channel is not; the message says which clause that is,
     *     counted from 1, and on which channel. Nothing has been added then
     */
    <T> Select send(@Nullable SendChan<? super T> channel, @Nullable T value, Action body);

    /**
     * As {@link #send(SendChan, Object, Action)} with a body that does nothing; Go's {@code case c <- v:}.
     *
     * @param channel the channel; null is the nil channel
     * @param value the value; null only if the channel is the nil channel
     * @return this
     * @throws NullPointerException if the value is null, and the channel is not
     */
    default <T> Select send(@Nullable SendChan<? super T> channel, @Nullable T value) {
        return send(channel, value, () -> {});
    }

    /**
     * A send whose value is asked for at each entry of the select, in the order of the clauses and whichever clause
     * wins, as Go evaluates its operands.
     *
     * @param channel the channel; null is the nil channel (the value is asked for all the same, and may be null)
     * @param value gives the value; null only if the channel is the nil channel
     * @param body what to do after it was sent
     * @return this
     */
    <T> Select sendFrom(@Nullable SendChan<? super T> channel, Producer<? extends @Nullable T> value, Action body);

    /**
     * Something other than a channel: a lock that becomes free, work that is done. What was taken is the body's: a
     * mutex, for example, is locked then, and the body unlocks it.
     *
     * <pre>{@code
     * select().on(mutex.lockEvent(), () -> { try { … } finally { mutex.unlock(); } })
     *         .after(Duration.ofSeconds(1), () -> …)
     *         .run();
     * }</pre>
     *
     * @param event what to wait for; null never proceeds
     * @param body what to do with what was taken
     * @return this
     */
    <T> Select on(@Nullable Event<T> event, Handler<? super T> body);

    /**
     * As {@link #on(Event, Handler)}, where what was taken is not wanted.
     *
     * @param event what to wait for; null never proceeds
     * @param body what to do
     * @return this
     */
    Select on(@Nullable Event<?> event, Action body);

    /**
     * A timeout, counted from each entry of the select, before values are asked for; Go's {@code case <-time.After(d)}.
     * With zero or less it can proceed at once. Of two timeouts of equal length, the first ends a wait.
     *
     * @param delay how long to wait
     * @param body what to do when the time is over
     * @return this
     */
    Select after(Duration delay, Action body);

    /**
     * Go's {@code default}: taken if no clause can proceed at the one instant at which the select looks, so that the
     * select never waits. Events are tried one after the other, before that instant at which the channels are looked
     * at.
     *
     * @param body what to do
     * @return this
     * @throws IllegalStateException if there is one already
     */
    Select otherwise(Action body);

    /**
     * The first clause in the order written is chosen if several can proceed when the select looks. So a clause may
     * keep those after it from ever being chosen. If the select waits, the clause that can proceed first is chosen.
     *
     * @return this
     * @throws IllegalStateException if an order has been chosen already
     */
    Select ordered();

    /**
     * The clauses take turns if several can proceed when the select looks: the one chosen most recently, be it in this
     * run or another, comes last. So of n clauses none is passed over in more than n - 1 successive runs in each of
     * which it could proceed. With m runs at a time it may be m times as many.
     *
     * @return this
     * @throws IllegalStateException if an order has been chosen already
     */
    Select rotating();

    /**
     * Runs the select once. Without any clause it blocks forever, as Go's {@code select {}}. An interrupt does not end
     * the wait: the status is kept. Whatever the body, a {@code sendFrom} or an event throws comes out as it is.
     *
     * @throws dev.runnel.channel.ChannelException.SendOnClosed if a send is chosen whose channel is closed
     * @throws dev.runnel.channel.ChannelException.SendOnCancelled if a send is chosen whose channel a receiver has
     *     cancelled
     * @throws dev.runnel.channel.ChannelException.ClosedWithCause if a receive is chosen whose channel was closed with
     *     a cause, and is drained
     * @throws NullPointerException if a {@code sendFrom} gives null for a channel other than the nil channel; nothing
     *     has been chosen then
     */
    void run();

    /**
     * As {@link #run()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread was interrupted before a clause was chosen; none has been chosen then
     */
    void runInterruptibly() throws InterruptedException;

    /**
     * As {@link #run()}, but a cancellation ends the wait, and so does an interrupt; Go's clause {@code case
     * <-ctx.Done(): return ctx.Err()}. Unlike that, it is no clause of its own: if a clause can proceed as the wait
     * ends it is chosen, also in a select that has been cancelled meanwhile. It counts neither for {@link #ordered()}
     * nor for {@link #rotating()}.
     *
     * @param cancellation what may end the wait
     * @throws CancelledException if it was cancelled before the call, or before a clause was chosen; none has been
     *     chosen then
     * @throws InterruptedException if the thread was interrupted before a clause was chosen; none has been chosen then
     */
    void run(Cancellation cancellation) throws CancelledException, InterruptedException;
}
