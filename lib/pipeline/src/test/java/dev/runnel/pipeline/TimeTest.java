package dev.runnel.pipeline;

import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Bubble;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.List;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The stages that go by the clock, under the clock of a bubble. A bubble fails if a goroutine is left in it. */
class TimeTest {

    private static final Duration MILLI = Duration.ofMillis(1);

    /** Numbers from 1 on, each so many milliseconds after the one before. */
    private static Pipeline<Integer> after(int... pauses) {
        return Source.produce(out -> {
            for (int i = 0; i < pauses.length; i++) {
                sleep(MILLI.multipliedBy(pauses[i]), out.context());
                out.send(i + 1);
            }
        });
    }

    /** Each element with the milliseconds since now. */
    private static <T> List<Tuple2<T, Long>> timed(Pipeline<T> pipeline) throws Exception {
        Instant begin = now();
        return pipeline.map(element ->
                        Tuple.of(element, Duration.between(begin, now()).toMillis()))
                .collect();
    }

    @Test
    void batch_isSentWhenItsFirstElementIsSoOld() {
        Bubble.run(() -> assertEquals(
                List.of(
                        Tuple.of(List.of(1, 2), 11L), // the first came at 1
                        Tuple.of(List.of(3, 4, 5), 25L), // full
                        Tuple.of(List.of(6), 26L)), // the end
                timed(after(1, 5, 17, 1, 1, 1).batch(3, MILLI.multipliedBy(10)))));
    }

    @Test
    void batch_isSentAtTheEnd_withoutWaiting() {
        Bubble.run(() -> {
            assertEquals(List.of(Tuple.of(List.of(1, 2), 2L)), timed(after(1, 1).batch(3, Duration.ofDays(1))));
            assertEquals(List.empty(), timed(after().batch(3, Duration.ofDays(1))));
        });
    }

    /** Its age is of no more interest, and it is told at once that nothing can come. */
    @Test
    void batch_thatIsFull_leavesNoTimer() {
        assertThrows(
                DeadlockException.class,
                () -> Go.run(() -> {
                    Chan<Integer> channel = Go.chan(2);
                    channel.send(1);
                    channel.send(2);
                    Source.from(channel).batch(2, Duration.ofDays(1)).collect();
                }));
    }

    @Test
    void throttle_holdsBack_soThatNoStretchHasMore() {
        Bubble.run(() -> {
            assertEquals(
                    List.of(0L, 0L, 10L, 10L, 20L),
                    timed(Source.range(0, 5).throttle(2, MILLI.multipliedBy(10)))
                            .map(Tuple2::_2));
            assertEquals(
                    List.of(0L, 9L, 10L, 19L, 20L), // never three within ten
                    timed(after(0, 9, 0, 0, 0).throttle(2, MILLI.multipliedBy(10)))
                            .map(Tuple2::_2));
            assertEquals(
                    List.of(5L, 40L, 50L),
                    timed(after(5, 35, 1).throttle(1, MILLI.multipliedBy(10))).map(Tuple2::_2));
        });
    }

    /** An element is sent when it is taken: whoever takes one late does not get the next one early. */
    @Test
    void throttle_countsFromTheEndOfASend() {
        Bubble.run(() -> assertEquals(
                List.of(Tuple.of(0, 0L), Tuple.of(1, 15L), Tuple.of(2, 25L), Tuple.of(3, 35L)),
                timed(Source.range(0, 4)
                        .throttle(1, MILLI.multipliedBy(10))
                        .stage((Inlet<Integer> in, Outlet<Integer> out) -> {
                            for (Integer n = in.recvOrNull(); n != null; n = in.recvOrNull()) {
                                out.send(n);
                                sleep(n == 0 ? MILLI.multipliedBy(15) : Duration.ZERO, in.context());
                            }
                        }))));
    }

    /** It remembers only as many sends as there were in one such stretch, however many are allowed. */
    @Test
    void throttle_forgetsWhatIsLongEnoughAgo() {
        Bubble.run(() -> {
            Queue<RecvChan<Instant>> lastSent = new ConcurrentLinkedQueue<>();
            Throttled<Integer> throttled = new Throttled<>(Integer.MAX_VALUE, MILLI.multipliedBy(10));
            after(0, 4, 4, 4, 4, 4, 50)
                    .stage((Inlet<Integer> in, Outlet<Integer> out) -> throttled.run(in, out, lastSent))
                    .forEach(n -> assertTrue(lastSent.size() <= 3, n + ": " + lastSent));
            assertEquals(1, lastSent.size());
        });
    }

    /** As long as there is one. */
    @Test
    void timeThatIsAsLongAsCanBe_isForEver() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        Bubble.run(() -> {
            Instant begin = now();
            Pipeline<Integer> numbers = after(1, 100_000, 1);
            assertEquals(List.of(1), numbers.throttle(1, forEver).take(1).collect());
            assertEquals(
                    List.of(List.of(1, 2), List.of(3)),
                    numbers.batch(2, forEver).collect());
            assertEquals(List.of(3), numbers.debounce(forEver).collect());
            assertEquals(begin.plusMillis(1 + 2 * 100_002), now());
        });
    }

    @Test
    void debounce_givesTheLastOfWhatFollowsEachOther() {
        Bubble.run(() -> {
            assertEquals(
                    List.of(Tuple.of(3, 13L), Tuple.of(4, 25L), Tuple.of(5, 40L)),
                    timed(after(1, 1, 1, 12, 25).debounce(MILLI.multipliedBy(10))));
            assertEquals(List.empty(), timed(after().debounce(MILLI)));
            Pipeline<Integer> endsLate = Source.produce(out -> {
                out.send(1);
                sleep(MILLI.multipliedBy(20), out.context());
            });
            assertEquals(List.of(Tuple.of(1, 10L)), timed(endsLate.debounce(MILLI.multipliedBy(10))));
        });
    }

    /** Nobody waits for quiet when there are no more elements, or no more are wanted. */
    @Test
    void earlyEnd_takesNoTime() {
        Bubble.run(() -> {
            Instant begin = now();
            Pipeline<Integer> slow = Source.range(0, 9).throttle(1, Duration.ofDays(1));
            assertEquals(List.of(0), slow.take(1).collect());
            assertEquals(
                    List.of(2),
                    after(1, 1, 1000).debounce(MILLI.multipliedBy(5)).take(1).collect());
            assertEquals(begin.plusMillis(7), now());
        });
    }

    @Test
    void deadline_endsStagesThatWaitForTheClock() {
        Bubble.run(() -> {
            List<Pipeline<?>> waiting = List.of(
                    Source.range(0, 9).throttle(1, Duration.ofDays(1)),
                    after(1, 100_000).batch(5, Duration.ofDays(1)),
                    after(1, 100_000).debounce(Duration.ofDays(1)));
            for (Pipeline<?> pipeline : waiting) {
                Instant begin = now();
                try (CancelContext context = Context.withTimeout(Context.background(), MILLI.multipliedBy(50))) {
                    assertThrows(DeadlineExceeded.class, () -> pipeline.run(context, Sink.toList()));
                }
                assertEquals(begin.plusMillis(50), now());
            }
        });
    }

    /** Four at a time, one or two seconds each: at most six seconds, and not fifteen. */
    @Test
    void mapPar_worksAtOnce() {
        Bubble.run(() -> {
            Instant begin = now();
            assertEquals(
                    List.range(0, 10),
                    Source.range(0, 10)
                            .mapPar(4, n -> {
                                sleep(Duration.ofSeconds(n % 2 == 0 ? 1 : 2));
                                return n;
                            })
                            .collect());
            Duration took = Duration.between(begin, now());
            assertTrue(took.compareTo(Duration.ofSeconds(6)) <= 0, "took " + took);
        });
    }

    /** What is done first is sent first. */
    @Test
    void mapParUnordered_givesTheFastestFirst() {
        Bubble.run(() -> assertEquals(
                List.of(1, 2, 3),
                Source.of(3, 1, 2)
                        .mapParUnordered(3, n -> {
                            sleep(Duration.ofSeconds(n));
                            return n;
                        })
                        .collect()));
    }

    @Test
    void until_endsAtTheDeadline() {
        Bubble.run(() -> {
            try (CancelContext context = Context.withTimeout(Context.background(), MILLI.multipliedBy(25))) {
                assertEquals(List.of(1, 2), after(10, 10, 10).until(context).collect());
            }
        });
    }
}
