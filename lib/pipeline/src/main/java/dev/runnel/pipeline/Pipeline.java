package dev.runnel.pipeline;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.scope.Scope;
import dev.runnel.select.Handler;
import dev.runnel.select.Mapping;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A source and stages behind it, joined by channels; an immutable description that can be run any number of times, even
 * at once. Go's pipelines of goroutines, as a value.
 *
 * <pre>{@code
 * Pipeline<Integer> sizes = Source.from(paths).filter(Files::isRegularFile).mapPar(8, path -> Files.readAllBytes(path).length);
 * int total = sizes.fold(0, Integer::sum);
 * }</pre>
 *
 * <p>A run has one goroutine per stage, or as many as a stage was asked to have. What is said of {@link #run(Context,
 * Sink)} holds for all methods that run a pipeline: when they return or throw, all those goroutines have ended. The
 * functions that are given to stages run in the stages' goroutines, each in one at a time unless the stage is parallel;
 * they may block and throw checked exceptions, and must not give null. What was done before an element was sent is
 * visible to the next stage when it has received it.
 *
 * <p>The channel between two stages has capacity 0 unless said otherwise, so that each stage is at most one element
 * ahead of what the next has taken. Arguments are checked when the description is made; an argument that is null causes
 * a {@link NullPointerException}, a number or a duration that is not allowed causes an {@link IllegalArgumentException}
 * that names it.
 *
 * @param <T> the type of the elements, which are never null
 */
public final class Pipeline<T> {

    private final Part<T> last;
    private final int capacity;

    private Pipeline(Part<T> last, int capacity) {
        this.last = last;
        this.capacity = capacity;
    }

    static <T> Pipeline<T> of(Part<T> source) {
        return new Pipeline<>(source, 0);
    }

    /** Another last stage, with a channel like this one's. */
    <R> Pipeline<R> with(Part<R> part) {
        return new Pipeline<>(part, capacity);
    }

    private <R> Pipeline<R> through(int goroutines, Through.Workers<T, R> workers) {
        return with(new Through<>(this, goroutines, workers));
    }

    /** Starts its goroutines in a run. */
    Feed<T> start(Run run, CancelCauseContext link) throws Exception {
        return last.start(run, link, capacity);
    }

    // ---------------------------------------------------------------- stages of your own

    /**
     * The same with another capacity for the channel on which its last stage sends, and for the channels of all stages
     * that are put behind it from here on. A channel that a pipeline begins with keeps its own capacity.
     *
     * @param elements how many the channel holds, at least 0, and at most 2,147,483,639, as with any channel
     */
    public Pipeline<T> withCapacity(int elements) {
        Check.between(0, Hchan.MOST, elements, "withCapacity: elements");
        return new Pipeline<>(last.withCapacity(elements), elements);
    }

    /** This with other stages behind it. */
    public <R> Pipeline<R> via(Stage<T, R> stage) {
        return Check.given(Objects.requireNonNull(stage, "via: stage").on(this), "via: the stage");
    }

    /** This with a goroutine of your own behind it. */
    public <R> Pipeline<R> stage(Worker<T, R> worker) {
        Objects.requireNonNull(worker, "stage: worker");
        return through(1, run -> worker);
    }

    // ---------------------------------------------------------------- element by element

    /** What a function gives for each element. */
    public <R> Pipeline<R> map(Mapping<? super T, ? extends R> function) {
        return stage(new Mapped<>("map", Objects.requireNonNull(function, "map: function")));
    }

    /**
     * As {@link #map}, by several goroutines, in the order of the elements. At most as many elements as goroutines are
     * being worked on, or are done and wait for one before them.
     *
     * @param goroutines how many, at least 1
     */
    public <R> Pipeline<R> mapPar(int goroutines, Mapping<? super T, ? extends R> function) {
        Objects.requireNonNull(function, "mapPar: function");
        return through(Check.atLeast(1, goroutines, "mapPar: goroutines"), run -> MappedInOrder.of(function));
    }

    /**
     * As {@link #map}, by several goroutines, in the order in which they are done.
     *
     * @param goroutines how many, at least 1
     */
    public <R> Pipeline<R> mapParUnordered(int goroutines, Mapping<? super T, ? extends R> function) {
        Mapped<T, R> worker =
                new Mapped<>("mapParUnordered", Objects.requireNonNull(function, "mapParUnordered: function"));
        return through(Check.atLeast(1, goroutines, "mapParUnordered: goroutines"), run -> worker);
    }

    /** The elements of the pipelines that a function gives, one for each element; one pipeline after the other. */
    public <R> Pipeline<R> flatMap(Mapping<? super T, Pipeline<R>> function) {
        Objects.requireNonNull(function, "flatMap: function");
        return through(1, run -> new FlatMapped<>(run, function));
    }

    /** Those elements for which a condition holds. */
    public Pipeline<T> filter(Condition<? super T> condition) {
        return stage(new Filtered<>(Objects.requireNonNull(condition, "filter: condition")));
    }

    /**
     * The first elements. The stages before end when the last of them has been received; with 0 they are not started.
     *
     * @param count how many, at least 0
     */
    public Pipeline<T> take(int count) {
        return Check.atLeast(0, count, "take: count") == 0 ? with(new Fed<>(out -> {})) : stage(new Taken<>(count));
    }

    /** The elements before the first for which a condition does not hold; that one is received, and dropped. */
    public Pipeline<T> takeWhile(Condition<? super T> condition) {
        return stage(new TakenWhile<>(Objects.requireNonNull(condition, "takeWhile: condition")));
    }

    /**
     * All but the first elements.
     *
     * @param count how many are left out, at least 0
     */
    public Pipeline<T> drop(int count) {
        return stage(new Dropped<>(Check.atLeast(0, count, "drop: count")));
    }

    /**
     * All elements until something is cancelled; the or-done channel. That is an end like any other, and no failure.
     *
     * @param cancellation for example a context
     */
    public Pipeline<T> until(Cancellation cancellation) {
        return stage(new UntilCancelled<>(Objects.requireNonNull(cancellation, "until: cancellation")));
    }

    // ---------------------------------------------------------------- several to one, one to several

    /**
     * The elements of this and of another, as they come.
     *
     * @see Source#merge of many
     */
    public Pipeline<T> merge(Pipeline<T> other) {
        return with(new Merged<>(java.util.List.of(this, Objects.requireNonNull(other, "merge: other"))));
    }

    /**
     * What a function gives for the first elements of this and another, for the second, and so on, until one of them
     * has no more. If it is the other that has none, the element of this one that was received for it is dropped.
     */
    public <B, R> Pipeline<R> zip(Pipeline<B> other, Combination<? super T, ? super B, ? extends R> function) {
        Objects.requireNonNull(other, "zip: other");
        return with(new Zipped<>(this, other, Objects.requireNonNull(function, "zip: function")));
    }

    /**
     * What copies of stages send, as it comes. The copies share these elements: each goes to whichever copy comes
     * first. Go's fan-out and fan-in.
     *
     * @param copies how many, at least 1
     * @param stage the stages; put behind the shared channel when a run is started. The pipeline that it is given
     *     cannot be run or started by itself: that throws an {@link IllegalStateException}, with which the run fails
     */
    public <R> Pipeline<R> fanOut(int copies, Stage<T, R> stage) {
        Objects.requireNonNull(stage, "fanOut: stage");
        return with(new FannedOut<>(this, Check.atLeast(1, copies, "fanOut: copies"), stage));
    }

    /**
     * What several stages send, as it comes. Each of them gets all elements: one is received when all stages have taken
     * the one before; a stage that wants no more is left out. Stages that wait for each other's elements need a
     * capacity as large as they are apart.
     *
     * @param stages the stages, at least one; put behind their channels when a run is started. The pipelines that they
     *     are given cannot be run or started by themselves: that throws an {@link IllegalStateException}, with which
     *     the run fails
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    public final <R> Pipeline<R> tee(Stage<T, R>... stages) {
        Check.atLeast(1, Objects.requireNonNull(stages, "tee: stages").length, "tee: stages");
        return with(new Teed<>(this, Check.noneNull(stages, "tee: a stage")));
    }

    // ---------------------------------------------------------------- by size and time

    /**
     * Elements in lists of the same size, except for the last.
     *
     * @param size how many in each, at least 1
     */
    public Pipeline<List<T>> batch(int size) {
        return stage(new Batches<>(Check.atLeast(1, size, "batch: size"), null));
    }

    /**
     * Elements in lists, none of them empty. A list is sent when it is full, when its first element was received
     * {@code within} ago, or when there are no more elements.
     *
     * @param size how many fill a list, at least 1
     * @param within how long, more than zero, by the clock of the runtime
     */
    public Pipeline<List<T>> batch(int size, Duration within) {
        return stage(new Batches<>(Check.atLeast(1, size, "batch: size"), Check.positive(within, "batch: within")));
    }

    /**
     * Elements held back so that no more than {@code count} are sent in any stretch of {@code per}; none is left out.
     *
     * @param count how many, at least 1
     * @param per how much time, more than zero, by the clock of the runtime
     */
    public Pipeline<T> throttle(int count, Duration per) {
        return stage(new Throttled<>(Check.atLeast(1, count, "throttle: count"), Check.positive(per, "throttle: per")));
    }

    /**
     * Of elements that follow each other within {@code quiet}, only the last one. It is sent when none has followed it
     * for that long, or when there are no more.
     *
     * @param quiet how long, more than zero, by the clock of the runtime
     */
    public Pipeline<T> debounce(Duration quiet) {
        return stage(new Debounced<>(Check.positive(quiet, "debounce: quiet")));
    }

    // ---------------------------------------------------------------- running it

    /**
     * Runs it, and gives what the sink comes to. Blocks until that is known and all goroutines of the run have ended.
     * An interrupt ends the run, but not the wait for its goroutines: a function that waits without the context of its
     * stage is waited for.
     *
     * @param context ends the run when it ends
     * @param sink what the elements end in; runs in the caller
     * @return what the sink returned
     * @throws dev.runnel.channel.CancelledException if the context ended before the sink had its result
     * @throws InterruptedException if the caller was interrupted before that
     * @throws Exception the first failure of the sink or of a stage whose elements were wanted, as it was thrown, with
     *     later ones suppressed. If a stage was left by an {@code Error} or by {@code goexit} and the runtime goes on,
     *     an {@link IllegalStateException} with that as its cause; likewise if an {@code Error} kept a resource from
     *     being closed as a stage was cancelled
     */
    public <R extends @Nullable Object> R run(Context context, Sink<? super T, R> sink) throws Exception {
        Objects.requireNonNull(context, "run: context");
        return Run.drain(context, this, Objects.requireNonNull(sink, "run: sink"));
    }

    /** As {@link #run(Context, Sink)}, without a context. */
    public <R extends @Nullable Object> R run(Sink<? super T, R> sink) throws Exception {
        return run(Context.background(), sink);
    }

    /**
     * Runs it, and gives all elements in the order in which they come. As {@link #run(Context, Sink)}, without a
     * context.
     */
    public List<T> collect() throws Exception {
        return run(Sink.toList());
    }

    /** Runs it; see {@link Sink#fold}. As {@link #run(Context, Sink)}, without a context. */
    public <R> R fold(R zero, Combination<? super R, ? super T, ? extends R> function) throws Exception {
        return run(Sink.<T, R>fold(zero, function));
    }

    /** Runs it; see {@link Sink#reduce}. As {@link #run(Context, Sink)}, without a context. */
    public Option<T> reduce(Combination<? super T, ? super T, ? extends T> function) throws Exception {
        return run(Sink.<T>reduce(function));
    }

    /** Runs it; see {@link Sink#first}. As {@link #run(Context, Sink)}, without a context. */
    public Option<T> first() throws Exception {
        return run(Sink.first());
    }

    /** Runs it; see {@link Sink#forEach}. As {@link #run(Context, Sink)}, without a context. */
    public void forEach(Handler<? super T> action) throws Exception {
        run(Sink.<T>forEach(action));
    }

    /** Runs it; see {@link Sink#to}. As {@link #run(Context, Sink)}, without a context. */
    public void to(SendChan<? super T> channel) throws Exception {
        run(Sink.<T>to(channel));
    }

    // ---------------------------------------------------------------- starting it

    /**
     * Starts it in a scope, and gives the channel on which its last stage sends. Does not wait. The channel is closed
     * when there are no more elements, and also if the run fails or is cancelled: {@link Scope#join()} tells whether it
     * was a failure. The goroutines end with the scope's context at the latest. A caller that does not want all
     * elements cancels that context, closes the scope, or {@linkplain RecvChan#cancel() cancels} the channel. In the
     * last case the stages end, without a failure, when the last of them is to send its next element; until then they
     * go on. They are not told the cause of the cancel.
     *
     * @param scope owns the goroutines; a failure of a stage is a failure of a task of the scope
     * @throws IllegalStateException if the scope is closed and all its tasks have ended
     * @throws Exception what a function of {@link Source#within}, or a stage of {@link #fanOut} or {@link #tee}, throws
     */
    public RecvChan<T> start(Scope scope) throws Exception {
        Objects.requireNonNull(scope, "start: scope");
        return Run.start(scope, (run, context) -> {
            Feed<T> feed = start(run, context);
            Pipeline<T> started = with((anyRun, anyLink, anyCapacity) -> feed);
            return (feed.isOwn() ? feed : started.drop(0).start(run, context)).channel();
        });
    }

    /**
     * As {@link #start}, but gives several channels, and each element is sent on all of them, in whatever order they
     * are ready; the tee channel. The next element is received when all have taken the one before. A channel that is
     * {@linkplain RecvChan#cancel() cancelled} is left out when the next element is to be sent; with the last of them
     * the pipeline ends.
     *
     * @param channels how many, at least 1
     * @param scope owns the goroutines
     * @throws Exception as {@link #start}
     */
    public List<RecvChan<T>> tee(int channels, Scope scope) throws Exception {
        Check.atLeast(1, channels, "tee: channels");
        Objects.requireNonNull(scope, "tee: scope");
        return Run.start(scope, (run, context) -> {
            Branches<T> branches = new Branches<>(run);
            java.util.List<RecvChan<T>> all = new ArrayList<>();
            for (int i = 0; i < channels; i++) {
                all.add(branches.start(run, context, capacity).channel());
            }
            branches.feed(this, context);
            return List.ofAll(all);
        });
    }
}
