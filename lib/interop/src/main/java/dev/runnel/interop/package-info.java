/**
 * Bridges between channels and goroutines and what the JDK and vavr have. The core knows none of this package, which is
 * built on channels, contexts and {@code go}; any thread may use any of it.
 *
 * <table>
 * <caption>Their thing and ours</caption>
 * <tr><th>theirs</th><th>to ours</th><th>from ours</th><th>what waits</th><th>what ends it</th></tr>
 * <tr><td>{@link java.util.concurrent.Flow.Publisher}</td>
 *   <td>{@link dev.runnel.interop.Flows#subscribe}</td>
 *   <td>{@link dev.runnel.interop.Flows#publisher}: of a channel, or of a program for each subscriber</td>
 *   <td>the reader, for a value; a publisher's goroutine, for demand and for a value; the signals themselves never</td>
 *   <td>close, end and error of the source; {@code close} of the reader, its context; {@code cancel} of the subscriber</td></tr>
 * <tr><td>{@link java.util.concurrent.Flow.Subscriber}</td>
 *   <td>{@link dev.runnel.interop.Intake}</td><td>a goroutine that receives</td>
 *   <td>as above</td><td>as above</td></tr>
 * <tr><td>{@link java.util.concurrent.CompletableFuture}</td>
 *   <td>{@link dev.runnel.interop.Futures#await}, {@link dev.runnel.interop.Futures#channel}</td>
 *   <td>{@link dev.runnel.interop.Futures#goFuture}</td>
 *   <td>{@code await}; the channel's reader</td>
 *   <td>completion; interrupt, context or timeout, which end the wait only; {@code cancel} of a {@code goFuture}
 *   ends the context of its task</td></tr>
 * <tr><td>{@link java.lang.Iterable}, {@link java.util.Iterator}</td>
 *   <td>{@link dev.runnel.interop.Inflow#ofAll(Iterable)}</td>
 *   <td>a channel is an {@code Iterable}; {@link dev.runnel.interop.Inflow} as well</td>
 *   <td>{@code hasNext}</td><td>close of the channel; a failure, which an inflow throws</td></tr>
 * <tr><td>{@link java.util.stream.Stream}</td>
 *   <td>{@link dev.runnel.interop.Inflow#ofAll(java.util.stream.Stream)}</td>
 *   <td>{@code channel.stream()}; {@link dev.runnel.interop.Inflow#stream()}</td>
 *   <td>each step</td><td>as above; closing the stream closes the inflow</td></tr>
 * <tr><td>vavr's collections, {@code Try}, {@code Either}</td>
 *   <td>{@link dev.runnel.interop.Inflow#ofAll(Iterable)}, {@link dev.runnel.interop.Tries#successes}, {@link
 *   dev.runnel.interop.Tries#outcomes}, {@link dev.runnel.interop.Tries#goTry}</td>
 *   <td>{@link dev.runnel.interop.Tries}</td>
 *   <td>until the end, or one step at a time for lazy ones</td><td>close of the channel; the first failure</td></tr>
 * <tr><td>{@link java.util.concurrent.ExecutorService}</td>
 *   <td>{@code Futures.await(CompletableFuture.supplyAsync(task, executor))}</td>
 *   <td>{@link dev.runnel.interop.GoroutineExecutor}; for a runtime {@code new GoroutineExecutor(runtime::go)}</td>
 *   <td>{@code awaitTermination}, {@code close}, {@code invokeAll}, {@code invokeAny}, a future of a task</td>
 *   <td>{@code shutdown}, {@code shutdownNow} by interrupt and context, the runtime's end</td></tr>
 * <tr><td>{@link java.util.concurrent.BlockingQueue}</td>
 *   <td>a goroutine that takes</td><td>{@link dev.runnel.interop.ChannelQueue}</td>
 *   <td>{@code put}, {@code take}, {@code offer} and {@code poll} with a time</td>
 *   <td>interrupt, time, close of the channel</td></tr>
 * <tr><td>{@link java.lang.ThreadLocal}, the context of a library</td>
 *   <td>{@link dev.runnel.interop.ContextCapture}</td><td></td>
 *   <td>nothing</td><td>the end of the goroutine</td></tr>
 * </table>
 *
 * <p><b>Failures.</b> What feeds a channel reports how it ended beside the channel, in an
 * {@link dev.runnel.interop.Inflow}; the channel itself just ends. If a channel's senders have
 * {@linkplain dev.runnel.channel.SendChan#close(Throwable) closed it with a cause}, whatever is made of it (a
 * subscription, a {@code Try}, an inflow) fails with that cause; where there is no place for a failure, taking from it
 * throws. If somebody holds the outcome of a task (a future, a {@code Try}, an inflow, a subscription), what the task
 * throws is in that outcome, and is no failure of its goroutine. Where nobody holds the outcome, as with the command of
 * {@code execute} or the body of a subscriber's {@code onNext}, it is such a failure.
 *
 * <p><b>The end of a runtime.</b> Whoever waits for a goroutine is told when the goroutine's runtime closes, whether
 * the goroutine was unwound or never began: futures are cancelled, subscribers get an error, inflows get a failure,
 * executors lose a task. This holds for the futures that this package gives; one of
 * {@code CompletableFuture.supplyAsync} with an executor from here completes with the error that unwound its goroutine,
 * and never completes if the goroutine never began.
 *
 * <p><b>Bubbles.</b> In the test kit's runs all of this works among the goroutines of one run, apart from what blocks
 * in the JDK. A publisher, a future or an executor from outside the bubble does not.
 */
@NullMarked
package dev.runnel.interop;

import org.jspecify.annotations.NullMarked;
