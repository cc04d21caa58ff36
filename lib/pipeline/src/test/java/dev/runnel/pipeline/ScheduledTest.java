package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.numGoroutine;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.Interleaving;
import dev.runnel.testkit.Schedule;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.List;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The pipelines that the others are made of, under many schedules. A goroutine that is left fails the run, and so does
 * a deadlock.
 */
class ScheduledTest {

    private static final int RUNS = 300;

    @Interleavings(value = RUNS, failsOnLeaks = true)
    void mapPar_keepsTheOrder() throws Exception {
        assertEquals(List.range(1, 6), Source.range(0, 5).mapPar(3, n -> n + 1).collect());
        assertEquals(1, numGoroutine());
    }

    @Interleavings(value = RUNS, failsOnLeaks = true)
    void take_endsTheStagesBefore() throws Exception {
        assertEquals(
                List.of(1, 2),
                Source.iterate(0, n -> n + 1)
                        .mapPar(2, n -> n + 1)
                        .filter(n -> true)
                        .take(2)
                        .collect());
        assertEquals(1, numGoroutine());
    }

    @Interleavings(value = RUNS, failsOnLeaks = true)
    void failure_isThrown_andEndsAll() {
        IOException failure = new IOException("two");
        Pipeline<Integer> pipeline = Source.iterate(0, n -> n + 1)
                .map(n -> {
                    if (n == 2) {
                        throw failure;
                    }
                    return n;
                })
                .merge(Source.from(chan()))
                .batch(2)
                .stage((in, out) -> {
                    in.forEach(batch -> out.send(batch.size()));
                    throw new AssertionError("there is no end");
                });
        assertSame(failure, assertThrows(IOException.class, pipeline::collect));
        assertEquals(1, numGoroutine());
    }

    /** The cause is the one that is thrown, whichever is told first. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void firstOfTwoFailures_isTheCause() {
        Pipeline<Integer> one = Source.produce(out -> {
            throw new IOException("one");
        });
        Pipeline<Integer> two = Source.produce(out -> {
            throw new IOException("two");
        });
        Chan<Context> contexts = chan(1);
        IOException thrown = assertThrows(
                IOException.class,
                () -> one.merge(two).run(in -> {
                    contexts.send(in.context());
                    return in.recv();
                }));
        assertSame(thrown, contexts.recv().get().cause().get());
    }

    /** Even if the receiver of a stage ends by it, and tells that stage so, before the stage is told itself. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void failure_isTheCauseOfEachContext() {
        IOException failure = new IOException("why");
        Chan<Throwable> causes = chan(1);
        Pipeline<Integer> fails = Source.produce(out -> {
            throw failure;
        });
        Pipeline<Integer> waits = Source.produce(out -> {
            out.context().done().recv();
            causes.send(out.context().cause().get());
        });
        assertSame(failure, assertThrows(IOException.class, fails.merge(waits)::collect));
        assertSame(failure, causes.recv().get());
    }

    @Interleavings(value = RUNS, failsOnLeaks = true)
    void teeAndFanOut_giveAll_andNoEndThatIsNone() throws Exception {
        List<Integer> all = Source.range(0, 3)
                .tee(p -> p.fanOut(2, q -> q.map(n -> n + 1)), p -> p.take(1).map(n -> 10))
                .collect();
        assertEquals(List.of(1, 2, 3, 10), all.sorted());
        assertEquals(1, numGoroutine());
    }

    /** What comes behind the copies must not see an end when all that happens is that nobody wants more. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void enough_isNoEnd() throws Exception {
        Pipeline<Integer> shared = Source.iterate(0, n -> n + 1);
        Stage<Integer, Integer> endless = p -> p.stage((in, out) -> {
            in.forEach(out::send);
            throw new AssertionError("there is no end");
        });
        assertTrue(shared.fanOut(2, endless).first().isDefined());
        assertTrue(shared.tee(endless, endless).first().isDefined());
        Stage<Integer, Integer> selecting = p -> endless.on(p.until(Context.background()));
        assertTrue(shared.fanOut(2, selecting).first().isDefined());
        assertTrue(shared.tee(selecting, selecting).first().isDefined());
        assertEquals(1, numGoroutine());
    }

    /** Whichever stage is cut off, and closes. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void enough_isNoEnd_whateverIsShared() throws Exception {
        Pipeline<Integer> numbers = Source.iterate(0, n -> n + 1);
        java.util.List<Pipeline<Integer>> shared = java.util.List.of(
                numbers.map(n -> n), numbers.zip(numbers, Integer::sum), numbers.merge(numbers), numbers.tee(p -> p));
        Stage<Integer, Integer> endless = p -> p.stage((in, out) -> {
            in.forEach(out::send);
            throw new AssertionError("there is no end");
        });
        for (Pipeline<Integer> each : shared) {
            assertTrue(each.fanOut(2, endless).first().isDefined());
        }
        assertEquals(1, numGoroutine());
    }

    /** Although the run goes on: the sink waits for just that. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void stageThatEnds_endsThoseBefore() throws Exception {
        java.util.List<Stage<Integer, Integer>> ending = java.util.List.of(
                p -> p.takeWhile(n -> n < 1),
                p -> p.take(1),
                p -> p.stage((in, out) -> out.send(in.recv().get())),
                p -> p.zip(Source.of(0), Integer::sum),
                p -> Source.of(0).zip(p, Integer::sum),
                p -> p.mapPar(2, n -> n).take(1),
                p -> p.tee(q -> q.take(1)),
                p -> p.fanOut(1, q -> q.take(1)),
                p -> Source.of(p.take(1)).flatMap(q -> q));
        for (Stage<Integer, Integer> stage : ending) {
            Chan<Void> ended = chan();
            Pipeline<Integer> endless = Endless.closing(ended);
            Sink<Integer, List<Integer>> waiting = in -> {
                List<Integer> all = Sink.<Integer>toList().drain(in);
                ended.recv();
                return all;
            };
            assertEquals(List.of(0), endless.via(stage).run(waiting));
        }
    }

    /** Nor is it one if the tee finds that its branch is over and does not look whether the tee is over, too. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void cancel_isNoEnd_alsoOfATee() {
        CancelContext context = Context.withCancel(Context.background());
        go(context::cancel);
        Sink<Integer, List<Integer>> sink = in -> {
            context.onDone(() -> {
                for (int i = 0; i < 3; i++) {
                    gosched(); // all contexts are done, and none that waits has been told yet
                }
            });
            return Sink.<Integer>toList().drain(in);
        };
        Pipeline<Integer> never = Source.from(chan());
        assertThrows(Canceled.class, () -> never.tee(p -> p).run(context, sink));
    }

    @Interleavings(value = RUNS, failsOnLeaks = true)
    void cancel_endsAll_whereverTheyWait() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> never = chan();
        go(context::cancel);
        Pipeline<Integer> pipeline = Source.from(never)
                .merge(Source.range(0, 3).mapParUnordered(2, n -> n))
                .tee(p -> p.batch(2, Duration.ofDays(1)).map(List::size), p -> p.filter(n -> false));
        assertThrows(Canceled.class, () -> pipeline.run(context, Sink.toList()));
    }

    @Interleavings(value = RUNS, failsOnLeaks = true)
    void started_givesAll_andItsChannelIsClosed() throws Exception {
        try (Scope scope = Scope.open()) {
            RecvChan<Integer> numbers =
                    Source.range(0, 3).flatMap(n -> Source.of(n, n)).start(scope);
            List<RecvChan<Integer>> twice = Source.from(numbers).tee(2, scope);
            scope.go(() -> List.ofAll(twice.get(1)));
            assertEquals(List.of(0, 0, 1, 1, 2, 2), List.ofAll(twice.get(0)));
            scope.join();
        }
        assertEquals(1, numGoroutine());
    }

    /** Whether the others wait for the element by then or not, each gets it once. */
    @Interleavings(value = RUNS, failsOnLeaks = true)
    void started_andCancelledInPart_givesTheOthersAll() throws Exception {
        try (Scope scope = Scope.open()) {
            List<RecvChan<Integer>> all = Source.range(0, 3).tee(3, scope);
            scope.go(() -> assertGivesAll(all.get(1)));
            scope.go(() -> assertGivesAll(all.get(2)));
            all.get(0).cancel();
            scope.join();
        }
        assertEquals(1, numGoroutine());
    }

    private static void assertGivesAll(RecvChan<Integer> channel) {
        List<Integer> given = List.ofAll(channel);
        if (!given.equals(List.of(0, 1, 2))) {
            throw new IllegalStateException("got " + given);
        }
    }

    @Test
    void places_areLinesOfTheProgram() {
        Interleaving run = Schedule.PLAIN.replay(() -> Source.of(1, 2)
                .stage((Inlet<Integer> in, Outlet<Integer> out) -> in.forEach(out::send))
                .forEach(n -> {}));
        assertTrue(
                run.places().stream().allMatch(place -> place.isEmpty() || place.startsWith("ScheduledTest.")),
                run::toString);
        assertTrue(run.places().stream().anyMatch(place -> !place.isEmpty()), run::toString);
    }
}
