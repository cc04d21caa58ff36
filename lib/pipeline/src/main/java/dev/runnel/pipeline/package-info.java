/**
 * Pipelines over channels, as values: {@link dev.runnel.pipeline.Source}, {@link dev.runnel.pipeline.Pipeline},
 * {@link dev.runnel.pipeline.Stage}, {@link dev.runnel.pipeline.Sink}. A description starts nothing; each run of it
 * starts its own goroutines, and leaves none of them behind.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * Source.range(0, 1000).mapPar(2, f).take(3), run with toList() by goroutine 1
 *
 * elements go down     range ──> chan ──> mapPar ──> chan ──> take ──> chan ──> toList
 * goroutines           G2                 G3, G4              G5                G1, the caller
 * a close goes down          close              close               close
 * enough goes up             <── cancel         <── cancel          <── cancel
 *
 * contexts, each derived from the one on its left; a link belongs to the stages before it, and who receives from them cancels it
 *   the caller's ── the scope's ── the run's ── link of take ── link of mapPar ── link of range
 *
 * take has received three: it cancels the link of mapPar, and with that the link of range. G3 and G4 find it over where they
 * receive or send next, the last of them closes their channel; G2 likewise. take sends the third, and closes its channel. G1
 * receives that close, and waits in the scope until G2 to G5 have ended.
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>F1. The scope owns.</b> Every goroutine of a run is started in one {@link dev.runnel.scope.Scope}: that of
 *       the method that runs the pipeline, or the one that it was {@linkplain dev.runnel.pipeline.Pipeline#start
 *       started} in. So none outlives that scope.
 *   <li><b>F2. The sender closes.</b> The channel of a stage is made by the stage, and closed by the last of its
 *       goroutines to end, however that one ends, and by nobody else. For a goroutine that never begins, as its runtime
 *       closes, a thread does so in its place. A channel of the user's is never closed.
 *   <li><b>F3. A close says whether it is the end.</b> Before the close, the stage writes whether all its goroutines
 *       returned before its link was over: one that returned later may have done so because the link was over. If not
 *       all did, whoever receives the close takes it for a cancel, and waits for the cancel of its own context, so that
 *       nobody takes elements that were cut off for all there were. That wait ends: the goroutine that was cut off had
 *       failed, and had cancelled the run before; or its link was cancelled by its receiver, which then receives no
 *       more; or its link was cancelled from above, where the receiver's context hangs, too.
 *   <li><b>F4. Whoever ends has enough.</b> When the last goroutine of a stage ends, it cancels the links of the stages
 *       that it receives from, whatever it ended by, so that those stages end even though the rest of the run goes on.
 *       The method that runs the pipeline does the same when the sink has returned. So does the sender on the channel
 *       of a pipeline that was started, when it finds that the channel was cancelled.
 *   <li><b>F5. Every wait has a context.</b> A stage receives and sends with its link, waits in a select with that link
 *       as a clause, and waits for time in the same way. So it waits only until its link is over, and then ends.
 *   <li><b>F6. One failure.</b> The first failure cancels the context of the run, and so every link, and is handed to
 *       the scope; later ones are suppressed in it. What a stage throws when its link is over is no failure if it is a
 *       cancellation, or if nobody wanted its elements any more: the stage was working ahead. What closing a resource
 *       throws, and {@code try} with resources has suppressed in a cancellation, is a failure all the same; so is what
 *       closing an exhausted stream throws.
 *   <li><b>F7. No further ahead than the buffers.</b> A stage receives an element when it has sent what it made of the
 *       one before; one with n goroutines has n in hand. So a source is asked for no more than was wanted, plus, for
 *       each stage in between, one for each of its goroutines and each place in its channel.
 *   <li><b>F8. A description is immutable.</b> Channels, contexts, counters and everything else that changes are made
 *       by the start of a run, and known to that run only.
 * </ul>
 *
 * <h2>Why no goroutine is left behind</h2>
 *
 * <p>The method that runs a pipeline ends through {@link dev.runnel.scope.Scope#join()} or the close of its scope,
 * which wait for all goroutines (F1). So a goroutine that never ended would keep it from returning; and none does. If
 * the sink returns, it has enough (F4): the link of the last stage is over, and all others are derived from that one.
 * If anything fails, or the caller's context ends, or the caller is interrupted, the run's context is over and all
 * links with it. A goroutine whose link is over ends at its next wait, or out of the one it is in (F5). And if all go
 * on, it is because elements are still coming. What remains is a function of the user's that waits, without the context
 * of its stage, for something that never comes. It is waited for, as every task of a scope is; the dump of the
 * goroutines shows where.
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * run(context, sink)      scope below context; run's context below the scope's
 *                         start the last stage: it makes its channel, starts the one before with a new link, then its goroutines
 *                         the sink receives with the run's context; has its result, or throws: that is noted as a failure
 *                         enough; join; throw the first failure
 *
 * a goroutine of a stage  the worker: receive, with the link; function; send, with the link
 *                         it throws: is it a failure? the first? cancel the run; throw it, to the scope
 *                         the last of the stage: cancel the links of the stages before; write whether complete; close
 *
 * start(scope)            the same without a sink, in that scope; the run's context ends with its last goroutine
 * }</pre>
 *
 * <h2>Kinds of stages</h2>
 *
 * <p>Most are a {@link dev.runnel.pipeline.Worker} with one receiver and one sender, started by {@code Through}:
 * {@code Mapped} (also in parallel, in any order), {@code MappedInOrder}, {@code FlatMapped}, {@code Filtered},
 * {@code Taken}, {@code TakenWhile}, {@code Dropped}, {@code UntilCancelled}, {@code Batches}, {@code Throttled},
 * {@code Debounced}. The others start differently: {@code Fed}, {@code Received} and {@code Within} begin;
 * {@code Merged} and {@code Zipped} have several before them; {@code FannedOut} and {@code Teed}, with
 * {@code Branches}, have several behind them.
 *
 * <h2>What is Go's</h2>
 *
 * <p>A function that takes a {@code <-chan A} and gives a {@code <-chan B} is a {@link dev.runnel.pipeline.Stage}; what
 * it does in its goroutine, with {@code defer close(out)} and a {@code select} on {@code ctx.Done()} around each send,
 * is a {@link dev.runnel.pipeline.Worker}; the {@code done} channel that is closed to end the senders is a link; the
 * {@code errgroup} is the scope.
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field            written by             read by           mode       partner
 * Run.failure      who fails first        who fails, join   CAS        the run's context, cancelled after
 * Run.active       who starts and ends    itself            atomic     itself
 * Crew.left        who ends               itself            atomic     itself
 * Member.begun     itself, its M         the same         CAS        itself
 * Crew.wasCutOff   who is cut off         the last to end   volatile   left, counted down after
 * Feed.complete    the last to end        who receives      volatile   the close, after
 * Branches.open    who starts the stages  the tee           plain      the start of its goroutine
 * }</pre>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Failures that travel down in the channels, after the elements before them: a stage that is blocked would learn
 *       of them late or never.
 *   <li>A close for the normal end only: a reader that ranges over a channel of {@code start} would wait for ever after
 *       a failure.
 *   <li>One context for all: a stage that has enough could not end only those before it.
 *   <li>Fusing stages into one goroutine: the description would no longer say what runs.
 * </ul>
 */
@NullMarked
package dev.runnel.pipeline;

import org.jspecify.annotations.NullMarked;
