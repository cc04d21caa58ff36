package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where elements come from. */
@NoLeaks(patience = 0)
class SourceTest {

    @Test
    void empty_hasNone() throws Exception {
        assertEquals(List.empty(), Source.empty().collect());
        assertEquals(List.empty(), Source.of().collect());
        assertEquals(List.empty(), Source.from(java.util.List.of()).collect());
        assertEquals(List.empty(), Source.from(Stream.empty()).collect());
        assertEquals(List.empty(), Source.range(3, 3).collect());
        assertEquals(List.empty(), Source.merge(List.<Pipeline<String>>empty()).collect());
    }

    @Test
    void of_givesItsElements_whateverBecomesOfTheArray() throws Exception {
        String[] words = {"a", "b"};
        Pipeline<String> pipeline = Source.of(words);
        words[0] = "changed";
        assertEquals(List.of("a", "b"), pipeline.collect());
    }

    @Test
    void iterable_isAskedAnewByEachRun() throws Exception {
        java.util.List<Integer> numbers = new java.util.ArrayList<>(java.util.List.of(1, 2));
        Pipeline<Integer> pipeline = Source.from(numbers);
        assertEquals(List.of(1, 2), pipeline.collect());
        numbers.add(3);
        assertEquals(List.of(1, 2, 3), pipeline.collect());
        assertEquals(List.of(7, 8), Source.from(List.of(7, 8)).collect());
    }

    @Test
    void iterator_canBeRunOnce() throws Exception {
        Pipeline<Integer> pipeline = Source.from(List.of(1, 2).iterator());
        assertEquals(List.of(1, 2), pipeline.collect());
        assertEquals(
                "this pipeline begins with an iterator, and so can be run only once",
                assertThrows(IllegalStateException.class, pipeline::collect).getMessage());
    }

    @Test
    void stream_isClosedAtTheEndOfItsRun_andCanBeRunOnce() throws Exception {
        AtomicInteger closes = new AtomicInteger();
        Pipeline<Integer> pipeline = Source.from(Stream.of(1, 2, 3).onClose(closes::incrementAndGet));
        assertEquals(0, closes.get());
        assertEquals(List.of(1, 2), pipeline.take(2).collect());
        assertEquals(1, closes.get());
        assertThrows(IllegalStateException.class, pipeline::collect);
    }

    /** It takes nothing from the run that reads the stream, to which the stream belongs. */
    @Test
    void stream_isNotClosedByARunThatComesTooLate() throws Exception {
        AtomicInteger closes = new AtomicInteger();
        Pipeline<Integer> pipeline = Source.from(Stream.of(1, 2, 3).onClose(closes::incrementAndGet));
        Sink<Integer, List<Integer>> sink = in -> {
            int first = in.recv().get();
            assertEquals(
                    "this pipeline begins with a stream, and so can be run only once",
                    assertThrows(IllegalStateException.class, pipeline::collect).getMessage());
            assertEquals(0, closes.get());
            return Sink.<Integer>toList().drain(in).prepend(first);
        };
        assertEquals(List.of(1, 2, 3), pipeline.run(sink));
        assertEquals(1, closes.get());
    }

    @Test
    void range_endsBeforeItsEnd() throws Exception {
        assertEquals(List.range(-2, 3), Source.range(-2, 3).collect());
        assertEquals(
                List.of(Integer.MAX_VALUE - 1),
                Source.range(Integer.MAX_VALUE - 1, Integer.MAX_VALUE).collect());
        assertEquals(List.empty(), Source.range(1, -1).collect());
    }

    @Test
    void generateAndIterate_haveNoEnd() throws Exception {
        AtomicInteger next = new AtomicInteger();
        Pipeline<Integer> numbers = Source.generate(next::incrementAndGet);
        assertEquals(List.range(1, 101), numbers.take(100).collect());
        assertEquals(List.of(1, 2, 4, 8), Source.iterate(1, n -> 2 * n).take(4).collect());
    }

    @Test
    void description_startsNothing() throws Exception {
        AtomicBoolean asked = new AtomicBoolean();
        Iterable<Integer> elements = () -> {
            asked.set(true);
            return List.of(1).iterator();
        };
        Pipeline<Integer> pipeline = Source.from(elements).map(n -> n + 1).mapPar(2, n -> n);
        assertTrue(!asked.get());
        assertEquals(List.of(2), pipeline.collect());
        assertTrue(asked.get());
    }

    /** What the next stage has not asked for is not taken out. */
    @Test
    void channel_keepsWhatWasNotWanted() throws Exception {
        Chan<Integer> channel = chan(5);
        for (int i = 0; i < 5; i++) {
            channel.send(i);
        }
        Pipeline<Integer> pipeline = Source.from(channel);
        assertEquals(List.of(0, 1), pipeline.take(2).collect());
        assertEquals(3, channel.len());
        assertEquals(2, pipeline.first().get());
        channel.close();
        assertEquals(List.of(3, 4), pipeline.collect());
        assertEquals(List.empty(), pipeline.collect());
    }

    /** Even by a stage that ends because of what it finds. */
    @Test
    void channel_keepsWhatFollowsTheLastThatWasLookedAt() throws Exception {
        Chan<Integer> channel = chan(5);
        for (int i = 0; i < 5; i++) {
            channel.send(i);
        }
        assertEquals(List.of(0), Source.from(channel).takeWhile(n -> n < 1).collect());
        assertEquals(3, channel.len());
        assertEquals(
                List.of(2),
                Source.from(channel).zip(Source.of(0), Integer::sum).collect(),
                "which takes one more to end");
        assertEquals(1, channel.len());
        assertEquals(
                List.of(),
                Source.of(0).drop(1).zip(Source.from(channel), Integer::sum).collect());
        assertEquals(1, channel.len());
    }

    @Test
    void channelClosedWithACause_failsTheRun() {
        Chan<Integer> channel = chan(2);
        channel.send(1);
        channel.send(2);
        IOException why = new IOException("upstream");
        channel.close(why);
        java.util.List<Integer> seen = new java.util.ArrayList<>();
        ChannelException.ClosedWithCause thrown = assertThrows(
                ChannelException.ClosedWithCause.class,
                () -> Source.from(channel).map(n -> 10 * n).forEach(seen::add));
        assertSame(why, thrown.getCause());
        assertTrue(List.of(10, 20).startsWith(seen), seen::toString);
    }

    @Test
    void bridge_isOneChannelAfterTheOther() throws Exception {
        Chan<RecvChan<Integer>> channels = chan(3);
        for (int i = 0; i < 3; i++) {
            Chan<Integer> channel = chan(2);
            channel.send(10 * i);
            channel.send(10 * i + 1);
            channel.close();
            channels.send(channel);
        }
        channels.close();
        assertEquals(List.of(0, 1, 10, 11, 20, 21), Source.bridge(channels).collect());
    }

    @Test
    void within_isDescribedForEachRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Pipeline<Integer> pipeline = Source.within(context -> {
            assertTrue(context.err().isEmpty());
            return Source.of(runs.incrementAndGet());
        });
        assertEquals(0, runs.get());
        assertEquals(List.of(1), pipeline.collect());
        assertEquals(List.of(2), pipeline.map(n -> n).collect());
    }

    @Test
    void failingSource_failsTheRun() {
        IOException failure = new IOException("source");
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> Source.generate(() -> {
                                    throw failure;
                                })
                                .map(n -> n)
                                .collect()));
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> Source.produce(out -> {
                                    out.send(1);
                                    throw failure;
                                })
                                .collect()));
        IllegalStateException unchecked = new IllegalStateException("iterator");
        Iterator<Integer> elements = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                throw unchecked;
            }
        };
        assertSame(unchecked, assertThrows(IllegalStateException.class, Source.from(elements)::collect));
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> Source.within(context -> {
                                    throw failure;
                                })
                                .collect()));
    }

    /** Even when nobody wants more: this is clean-up, and not work ahead. */
    @Test
    void streamThatCannotBeClosed_failsTheRun() {
        IllegalStateException failure = new IllegalStateException("close");
        Pipeline<Integer> pipeline = Source.from(Stream.iterate(1, n -> n + 1).onClose(() -> {
            throw failure;
        }));
        assertSame(
                failure,
                assertThrows(IllegalStateException.class, () -> pipeline.take(3).collect()));
    }

    /** What a stream fails with before its end is not clean-up, but may be work ahead. */
    @Test
    void streamThatFailsWhenNobodyWantsMore_failsNothing() throws Exception {
        Chan<Void> isAhead = chan();
        Pipeline<Integer> pipeline =
                Source.within(context -> Source.from(Stream.of(1, 2).map(n -> {
                    if (n == 2) {
                        isAhead.close();
                        context.done().recv();
                        throw new IllegalStateException("work ahead");
                    }
                    return n;
                })));
        Sink<Integer, Integer> firstThenWait = in -> {
            int first = in.recv().get();
            isAhead.recv();
            return first;
        };
        assertEquals(1, pipeline.run(firstThenWait));
    }

    @Test
    void nullElement_isRefused() {
        Iterable<Integer> elements = java.util.Arrays.asList(1, null);
        assertEquals(
                "an element is null",
                assertThrows(NullPointerException.class, Source.from(elements)::collect)
                        .getMessage());
        assertEquals(
                "from: the iterator is null",
                assertThrows(NullPointerException.class, Source.from((Iterable<Integer>) () -> null)::collect)
                        .getMessage());
        assertEquals(
                "generate: the function gave null; elements are never null",
                assertThrows(NullPointerException.class, Source.generate(() -> null)::collect)
                        .getMessage());
        assertEquals(
                "iterate: the function gave null; elements are never null",
                assertThrows(NullPointerException.class, Source.iterate(1, n -> null)::collect)
                        .getMessage());
    }
}
