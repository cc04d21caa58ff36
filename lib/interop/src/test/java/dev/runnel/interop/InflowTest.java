package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Iterables, streams and programs as channels, and back. */
@NoLeaks
class InflowTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void collection_becomesAChannel() {
        List<Integer> values = List.of(1, 2, 3);
        Inflow<Integer> inflow = Inflow.ofAll(values);
        assertEquals(values, inflow.channel().stream().toList());
        assertTrue(inflow.failure().isEmpty());
        inflow.done().recv();
    }

    /** By one goroutine, and not at all once nobody wants anything from it. */
    @Test
    void iterable_isUsedByTheGoroutine_whileValuesAreWanted() {
        Go.run(OneP.SETTINGS, () -> {
            Chan<Thread> users = chan(10);
            Iterable<Integer> values = () -> {
                users.send(Thread.currentThread());
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        users.send(Thread.currentThread());
                        return true;
                    }

                    @Override
                    public Integer next() {
                        return 1;
                    }
                };
            };
            Inflow<Integer> read = Inflow.ofAll(values);
            assertEquals(1, read.channel().recv().get());
            Thread asked = users.recv().get();
            assertNotSame(Thread.currentThread(), asked);
            assertSame(asked, users.recv().get());
            read.close();
            read.done().recv();
            while (users.len() > 0) {
                users.recv();
            }
            CancelContext over = Context.withCancel(Context.background());
            over.cancel();
            Inflow<Integer> late = Inflow.of(over, 0, Iterators.feed(values));
            late.done().recv();
            assertEquals(1, users.len(), "for an iterator, but for no value");
        });
    }

    @Test
    void stream_isUsedLazilyAndClosed() {
        Chan<Boolean> closed = chan(1);
        Chan<Integer> made = chan(100);
        Stream<Integer> endless = Stream.iterate(0, n -> n + 1).peek(made::send).onClose(() -> closed.send(true));
        try (Inflow<Integer> inflow = Inflow.ofAll(endless)) {
            assertEquals(0, inflow.channel().recv().get());
            assertEquals(1, inflow.channel().recv().get());
        }
        assertTrue(closed.recv().get());
        assertTrue(made.len() <= 3, () -> made.len() + " values were made for 2 that were read");
    }

    @Test
    void streamOfAnInflow_isLazyAndItsCloseEndsTheFeed() {
        Inflow<Long> inflow = Inflow.of(Tck.counting(Long.MAX_VALUE));
        try (Stream<Long> stream = inflow.stream()) {
            assertEquals(
                    List.of(0L, 2L, 4L), stream.filter(n -> n % 2 == 0).limit(3).toList());
        }
        assertTrue(inflow.done().recv().isEmpty());
        assertTrue(inflow.failure().isEmpty());
    }

    @Test
    void iteratorThatThrows_isTheFailure() {
        RuntimeException why = new RuntimeException("half");
        Iterable<Integer> values = () -> new Iterator<>() {
            private int n;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                if (++n > 2) {
                    throw why;
                }
                return n;
            }
        };
        Inflow<Integer> inflow = Inflow.ofAll(values);
        List<Integer> received = new ArrayList<>();
        Iterator<Integer> iterator = inflow.iterator();
        received.add(iterator.next());
        received.add(iterator.next());
        assertSame(
                why, assertThrows(CompletionException.class, iterator::hasNext).getCause());
        assertSame(why, assertThrows(CompletionException.class, iterator::next).getCause());
        assertEquals(List.of(1, 2), received);
    }

    @Test
    void iterator_endsAsIteratorsDo() {
        Iterator<Integer> iterator = Inflow.ofAll(List.of(1)).iterator();
        assertEquals(1, iterator.next());
        assertFalse(iterator.hasNext());
        assertThrows(NoSuchElementException.class, iterator::next);
    }

    @Test
    void nullInACollection_isTheFailure() {
        List<Integer> values = new ArrayList<>();
        values.add(null);
        Inflow<Integer> inflow = Inflow.ofAll(values);
        assertTrue(inflow.channel().recv().isEmpty());
        assertInstanceOf(NullPointerException.class, inflow.failure().get());
    }

    @Test
    void iteratorThatIsNull_isTheFailure_andNamed() {
        Inflow<Integer> inflow = Inflow.ofAll((Iterable<Integer>) () -> null);
        assertTrue(inflow.channel().recv().isEmpty());
        assertEquals(
                "the iterator is null",
                assertInstanceOf(NullPointerException.class, inflow.failure().get())
                        .getMessage());
    }

    @Test
    void readerThatCloses_endsAFeedThatWaits() {
        Chan<Throwable> ends = chan(1);
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            try {
                out.send(1, context);
            } catch (CancelledException e) {
                ends.send(e);
                throw e;
            }
        });
        inflow.close();
        assertTrue(ends.recv().isDefined());
        assertTrue(inflow.channel().recv().isEmpty());
        inflow.done().recv();
        assertTrue(inflow.failure().isEmpty());
    }

    @Test
    void readerThatCancelsTheChannel_hasClosedTheInflow() {
        Chan<Void> mayEnd = chan();
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            try {
                for (int i = 0; ; i++) {
                    out.send(i, context);
                }
            } finally {
                mayEnd.recv();
            }
        });
        inflow.channel().recv();
        inflow.channel().cancel(new Exception("enough"));
        inflow.forEach(value -> {});
        assertTrue(inflow.failure().isEmpty());
        mayEnd.close();
        inflow.done().recv();
        inflow.forEach(value -> {});
        assertTrue(inflow.failure().isEmpty());
    }

    /** The refused call has done nothing. */
    @Test
    @SuppressWarnings("NullAway") // that is what it is about
    void cancelWithoutACause_isRefused_andTheInflowGoesOn() {
        try (Inflow<Long> inflow = Inflow.of(Tck.counting(Long.MAX_VALUE))) {
            assertThrows(NullPointerException.class, () -> inflow.channel().cancel(null));
            assertEquals(List.of(0L, 1L, 2L), inflow.channel().stream().limit(3).toList());
        }
    }

    @Test
    void cancelFromOutsideOfItsBubble_isRefused_andTheInflowGoesOn() {
        IllegalStateException why = new IllegalStateException("half");
        Bubble.run(() -> {
            try (Inflow<Integer> inflow = Inflow.of((out, context) -> {
                out.send(1, context);
                throw why;
            })) {
                Thread outside = Thread.ofPlatform()
                        .start(() -> assertThrows(
                                ChannelException.OutsideBubble.class,
                                () -> inflow.channel().cancel()));
                outside.join();
                assertEquals(List.of(1), inflow.channel().stream().toList());
                inflow.done().recv();
                assertSame(why, inflow.failure().get());
            }
        });
    }

    @Test
    void readerThatCancelsTheChannel_endsAFeedThatWaitsForItsContext() throws Exception {
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            out.send(1);
            context.done().recv();
        });
        inflow.channel().recv();
        inflow.channel().cancel();
        assertTrue(inflow.done().tryRecv(LONG).isClosed());
        assertTrue(inflow.failure().isEmpty());
    }

    @Test
    void feedWhoseChannelIsCancelled_isToldWhyByItsSend() {
        Exception why = new Exception("enough");
        Chan<Throwable> ends = chan(1);
        Inflow<Integer> inflow = Inflow.of((out, context) -> {
            out.send(1);
            ends.send(assertThrows(ChannelException.SendOnCancelled.class, () -> out.send(2)));
        });
        inflow.channel().recv();
        inflow.channel().cancel(why);
        assertSame(why, ends.recv().get().getCause());
        assertSame(why, inflow.channel().closeCause().get());
        inflow.done().recv();
    }

    @Test
    void failureBeforeTheReaderCancels_stands() {
        Exception why = new Exception("half");
        Inflow<Integer> closed = Inflow.of((out, context) -> out.close(why));
        Inflow<Integer> thrown = Inflow.of((out, context) -> {
            throw why;
        });
        for (Inflow<Integer> inflow : List.of(closed, thrown)) {
            inflow.done().recv();
            inflow.channel().cancel(new Exception("enough"));
            assertSame(why, inflow.failure().get());
        }
    }

    @Test
    void readerThatWaits_isEndedByAClose() {
        Inflow<Integer> inflow = Inflow.of((out, context) -> context.done().recv());
        Chan<Boolean> ended = chan();
        go(() -> ended.send(inflow.channel().recv().isEmpty()));
        go(inflow::close);
        assertTrue(ended.recv().get());
    }

    @Test
    void null_isRefusedAtOnce() {
        assertThrows(NullPointerException.class, () -> Inflow.ofAll((Iterable<Integer>) null));
        assertThrows(NullPointerException.class, () -> Inflow.ofAll((Stream<Integer>) null));
        assertThrows(NullPointerException.class, () -> Tries.outcomes(null));
    }
}
