package dev.runnel.pipeline;

import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import dev.runnel.select.Mapping;
import dev.runnel.select.Producer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Where pipelines begin. Nothing is started here, and no element is asked for: that happens in each run anew. All
 * sources except those that begin with a channel, or with other pipelines, have one goroutine, which asks for an
 * element when the one before has been sent.
 *
 * <p>A source that waits for something other than a channel is not ended by a cancel before that wait is over;
 * {@link #within} gives it a context to wait with.
 */
public final class Source {

    private Source() {}

    // ---------------------------------------------------------------- elements that are there

    /** No elements. */
    public static <T> Pipeline<T> empty() {
        return produce(out -> {});
    }

    /**
     * These elements.
     *
     * @param elements the elements, none null; copied
     * @throws NullPointerException if one is null
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // it is only read
    public static <T> Pipeline<T> of(T... elements) {
        return from(Check.noneNull(Objects.requireNonNull(elements, "of: elements"), "of: an element"));
    }

    /**
     * The elements of a collection, of a vavr collection, or of anything else that can be iterated over; in each run
     * from the beginning.
     *
     * @param elements asked for an iterator by the goroutine of each run
     */
    public static <T> Pipeline<T> from(Iterable<? extends T> elements) {
        Objects.requireNonNull(elements, "from: elements");
        return produce(out -> sendAll(elements.iterator(), out));
    }

    /**
     * What is left in an iterator. This pipeline can be run once.
     *
     * @param elements the iterator; asked by the goroutine of the run
     */
    public static <T> Pipeline<T> from(Iterator<? extends T> elements) {
        Objects.requireNonNull(elements, "from: elements");
        AtomicBoolean used = new AtomicBoolean();
        return produce(out -> {
            requireFirst(used, "an iterator");
            sendAll(elements, out);
        });
    }

    /**
     * As {@link #from(Iterator)}; this one is an {@code Iterable}, too.
     *
     * @param elements the iterator
     */
    public static <T> Pipeline<T> from(io.vavr.collection.Iterator<? extends T> elements) {
        Iterator<? extends T> iterator = elements;
        return from(iterator);
    }

    /**
     * The elements of a stream. This pipeline can be run once; the stream is closed at the end of that run, and by no
     * other one. For more runs use {@link #within} and a new stream in each. A run that never begins to read does not
     * close it: if it is run with a context that has ended, or if nothing is asked for, as with {@link Pipeline#take
     * take(0)}.
     *
     * @param elements the stream; asked by the goroutine of the run
     */
    public static <T> Pipeline<T> from(Stream<? extends T> elements) {
        Objects.requireNonNull(elements, "from: elements");
        AtomicBoolean used = new AtomicBoolean();
        return produce(out -> {
            requireFirst(used, "a stream"); // else this run would close what another one reads
            boolean exhausted = false;
            try (elements) {
                sendAll(elements.iterator(), out);
                exhausted = true;
            } catch (RuntimeException thrown) {
                throw exhausted ? new FailedCleanup(thrown) : thrown;
            }
        });
    }

    private static void requireFirst(AtomicBoolean used, String begin) {
        if (used.getAndSet(true)) {
            throw new IllegalStateException("this pipeline begins with " + begin + ", and so can be run only once");
        }
    }

    private static <T> void sendAll(Iterator<? extends T> elements, Outlet<T> out) throws Exception {
        Objects.requireNonNull(elements, "from: the iterator is null");
        while (elements.hasNext()) {
            out.send(elements.next());
        }
    }

    /**
     * The numbers from {@code first} to the one before {@code end}; none if {@code end} is not greater.
     *
     * @param first the first
     * @param end the number after the last
     */
    public static Pipeline<Integer> range(int first, int end) {
        return produce(out -> {
            for (int number = first; number < end; number++) {
                out.send(number);
            }
        });
    }

    // ---------------------------------------------------------------- elements that are made

    /**
     * What a function gives, again and again; without end.
     *
     * @param function gives an element, not null
     */
    public static <T> Pipeline<T> generate(Producer<? extends T> function) {
        Objects.requireNonNull(function, "generate: function");
        return produce(out -> {
            while (true) {
                out.send(Check.given(function.get(), "generate: the function"));
            }
        });
    }

    /**
     * A first element, and then always what a function makes of the one before; without end.
     *
     * @param first the first, not null
     * @param next gives the next, not null
     */
    public static <T> Pipeline<T> iterate(T first, Mapping<? super T, ? extends T> next) {
        Objects.requireNonNull(first, "iterate: first");
        Objects.requireNonNull(next, "iterate: next");
        return produce(out -> {
            for (T element = first; ; element = Check.given(next.apply(element), "iterate: the function")) {
                out.send(element);
            }
        });
    }

    /**
     * What a goroutine of your own sends.
     *
     * @param feeder what it does, in each run
     */
    public static <T> Pipeline<T> produce(Feeder<T> feeder) {
        return Pipeline.of(new Fed<>(Objects.requireNonNull(feeder, "produce: feeder")));
    }

    // ---------------------------------------------------------------- channels

    /**
     * What is sent on a channel, until it is closed and drained. The next stage receives from that channel: nothing is
     * taken out that it has not asked for, and what is not taken stays there, for the next run or for other receivers.
     * If it was closed with a cause, the run fails with a {@link dev.runnel.channel.ChannelException.ClosedWithCause}
     * when it is drained.
     *
     * @param channel the channel
     */
    public static <T> Pipeline<T> from(RecvChan<T> channel) {
        return Pipeline.of(new Received<>(Objects.requireNonNull(channel, "from: channel")));
    }

    /**
     * What is sent on each of the channels that are sent on a channel, one after the other; the bridge channel.
     *
     * @param channels the channel of channels
     */
    public static <T> Pipeline<T> bridge(RecvChan<? extends RecvChan<T>> channels) {
        return from(Objects.requireNonNull(channels, "bridge: channels")).flatMap(channel -> from(channel));
    }

    // ---------------------------------------------------------------- other pipelines

    /**
     * The elements of several pipelines as they come; Go's fan-in. Each keeps its own order.
     *
     * @param pipelines the pipelines; the same one may be there twice, and then runs twice
     */
    public static <T> Pipeline<T> merge(Iterable<Pipeline<T>> pipelines) {
        List<Pipeline<T>> inputs = new ArrayList<>();
        Objects.requireNonNull(pipelines, "merge: pipelines")
                .forEach(input -> inputs.add(Objects.requireNonNull(input, "merge: a pipeline is null")));
        return inputs.isEmpty() ? empty() : Pipeline.of(new Merged<>(List.copyOf(inputs)));
    }

    /**
     * A pipeline that is described anew for each run, with the context of that run: functions that wait for something
     * other than a channel should wait with it. The context ends when the pipeline fails or is cancelled, and when
     * nobody wants these elements any more.
     *
     * <pre>{@code
     * Source.within(context -> Source.from(pages).mapPar(8, page -> fetch(page, context)))
     * }</pre>
     *
     * @param description gives the pipeline, not null; called by whoever starts the run
     */
    public static <T> Pipeline<T> within(Mapping<? super Context, Pipeline<T>> description) {
        return Pipeline.of(
                new Within<>(Objects.requireNonNull(description, "within: description"), OptionalInt.empty()));
    }
}
