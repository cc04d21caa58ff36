/**
 * Channels as their users see them: {@link dev.runnel.channel.Chan}, and its two sides
 * {@link dev.runnel.channel.SendChan} and {@link dev.runnel.channel.RecvChan}.
 *
 * <p>The operation of each side has five forms. The plain one waits, and an interrupt does not end the wait, as with
 * {@link java.util.concurrent.locks.Lock#lock()}; {@code ...Interruptibly} ends it with an
 * {@code InterruptedException}; {@code try...} does not wait; {@code try...} with a duration waits no longer than that,
 * and can be interrupted; the one with a {@link dev.runnel.channel.Cancellation}, a context for example, waits until
 * that is cancelled, and can be interrupted. A form that gives up has done nothing: no value is lost and none is sent.
 * Several values at once are received by {@code recvUpTo}, in those forms that wait without a limit; a select has the
 * others, {@code choose().recvUpTo(c, n, all -> …).otherwise(…)} or {@code .after(…)}.
 *
 * <p>A channel is ended by {@link dev.runnel.channel.SendChan#close()}, which carries a cause if something went wrong,
 * or by a receiver's {@link dev.runnel.channel.RecvChan#cancel()}. A {@link dev.runnel.channel.Buffering} says what
 * else than Go's it does with values that nobody has come for yet.
 */
@NullMarked
package dev.runnel.channel;

import org.jspecify.annotations.NullMarked;
