package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.scope.Scope;
import dev.runnel.select.Mapping;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import java.time.Duration;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several to one, and one to several. */
@NoLeaks(patience = 0)
class JoinTest {

    private static final Pipeline<Integer> NUMBERS = Source.range(0, 100);

    @Test
    void merge_hasAll_andKeepsTheOrderOfEach() throws Exception {
        Pipeline<Integer> evens = NUMBERS.filter(n -> n % 2 == 0);
        Pipeline<Integer> odds = NUMBERS.filter(n -> n % 2 == 1);
        List<Integer> all = evens.merge(odds).collect();
        assertEquals(List.range(0, 100), all.sorted());
        assertEquals(List.rangeBy(0, 100, 2), all.filter(n -> n % 2 == 0));
        assertEquals(List.rangeBy(1, 100, 2), all.filter(n -> n % 2 == 1));
        assertEquals(
                300, Source.merge(List.of(NUMBERS, NUMBERS, NUMBERS)).collect().size());
        assertEquals(List.range(0, 100), NUMBERS.merge(Source.empty()).collect());
    }

    /** One that never gives anything does not hold up the others, and is ended. */
    @Test
    void merge_endsThoseThatWait() throws Exception {
        Chan<Integer> never = chan();
        assertEquals(List.range(0, 5), Source.from(never).merge(NUMBERS).take(5).collect());
    }

    /** The run may go on for long. */
    @Test
    void merge_endsTheContextOfOneThatHasNoMore() throws Exception {
        Chan<Context> contexts = chan(1);
        Pipeline<Integer> none = Source.within(context -> {
            contexts.send(context);
            return Source.empty();
        });
        Sink<Integer, Boolean> sink = in -> {
            Context ended = contexts.recv().get();
            return ended.done().tryRecv(Duration.ofSeconds(60)).isClosed()
                    && in.context().err().isEmpty();
        };
        assertTrue(none.merge(Source.from(chan())).run(sink));
    }

    @Test
    void zip_endsWithTheShorter() throws Exception {
        Pipeline<Integer> without = Source.iterate(1, n -> n + 1);
        Pipeline<String> letters = Source.of("a", "b", "c");
        assertEquals(
                List.of("1a", "2b", "3c"),
                without.zip(letters, (n, letter) -> n + letter).collect());
        assertEquals(
                List.of("a1", "b2", "c3"),
                letters.zip(without, (letter, n) -> letter + n).collect());
        assertEquals(List.empty(), without.zip(Source.empty(), (a, b) -> a).collect());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void fanOut_givesEachElementToOneCopy(int copies) throws Exception {
        ConcurrentSkipListSet<Integer> seen = new ConcurrentSkipListSet<>();
        List<Integer> all = NUMBERS.fanOut(
                        copies,
                        p -> p.map(n -> {
                                    assertTrue(seen.add(n));
                                    return -n;
                                })
                                .filter(n -> n % 3 == 0))
                .collect();
        assertEquals(100, seen.size());
        assertEquals(List.rangeBy(0, 100, 3).map(n -> -n).toSet(), all.toSet());
        assertEquals(34, all.size());
    }

    /** Each copy has its own state: one that takes two ends, and the others go on. */
    @Test
    void fanOut_copiesEndOneByOne() throws Exception {
        List<Integer> all = NUMBERS.fanOut(3, p -> p.take(2)).collect();
        assertEquals(6, all.toSet().size());
        assertTrue(all.forAll(n -> n < 100));
        assertEquals(List.of(1, 1, 1), NUMBERS.fanOut(3, p -> Source.of(1)).collect());
    }

    @Test
    void tee_givesAllToEach() throws Exception {
        List<Integer> all = NUMBERS.tee(
                        p -> p,
                        p -> p.map(n -> 1000 + n),
                        p -> p.filter(n -> n < 10).map(n -> 2000 + n))
                .collect();
        assertEquals(List.range(0, 100), all.filter(n -> n < 1000));
        assertEquals(List.range(1000, 1100), all.filter(n -> n >= 1000 && n < 2000));
        assertEquals(List.range(2000, 2010), all.filter(n -> n >= 2000));
    }

    /** A branch that has enough is left out; when all have, the source ends, although it has no end of its own. */
    @Test
    void tee_endsWhenAllHaveEnough() throws Exception {
        Pipeline<Integer> without = Source.iterate(0, n -> n + 1);
        List<Integer> all =
                without.tee(p -> p.take(2), p -> p.map(n -> -n).take(50)).collect();
        assertEquals(List.range(0, 50).map(n -> -n), all.filter(n -> n < 0).prepend(0));
        assertEquals(52, all.size());
    }

    /** While the tee waits for an element that does not come. */
    @Test
    void tee_endsWhenAllHaveEnough_alsoWhileItWaits() throws Exception {
        Chan<Integer> one = chan(1);
        one.send(7);
        assertEquals(
                List.of(7, 7),
                Source.from(one).tee(p -> p.take(1), p -> p.take(1)).collect());
    }

    /** Although the run goes on. */
    @Test
    void tee_endsTheStagesBefore_alsoWhileItWaits() throws Exception {
        Chan<Void> ended = chan();
        Pipeline<Integer> one = Source.produce(out -> {
            try {
                out.send(7);
                out.context().done().recv();
            } finally {
                ended.close();
            }
        });
        Sink<Integer, List<Integer>> sink = in -> {
            List<Integer> all = Sink.<Integer>toList().drain(in);
            assertTrue(ended.tryRecv(Duration.ofSeconds(60)).isClosed());
            return all;
        };
        assertEquals(List.of(7, 7), one.tee(p -> p.take(1), p -> p.take(1)).run(sink));
    }

    /** The others get it, and all that follow. */
    @Test
    void tee_branchThatEndsWhileAnElementIsSentToIt_isLeftOut() throws Exception {
        Chan<Void> secondIsSent = chan();
        List<Integer> all = Source.range(0, 5)
                .tee(
                        p -> p.stage((Inlet<Integer> in, Outlet<Integer> out) -> {
                            out.send(10 + in.recv().get());
                            secondIsSent.recv();
                        }),
                        p -> p.map(n -> {
                            if (n == 1) {
                                secondIsSent.close();
                            }
                            return n;
                        }))
                .collect();
        assertEquals(List.of(0, 1, 2, 3, 4, 10), all.sorted());
    }

    @Test
    void tee_branchMayUseItsElementsTwice_orNotAtAll() throws Exception {
        assertEquals(
                List.rangeBy(0, 200, 2),
                NUMBERS.tee(p -> p.zip(p, Integer::sum)).collect());
        assertEquals(
                HashSet.of(1, 2),
                NUMBERS.tee(p -> Source.of(1), p -> Source.of(2)).collect().toSet());
        assertEquals(
                List.of(1, 3, 5, 7),
                NUMBERS.tee(p -> p.zip(p.drop(1), Integer::sum)).take(4).collect());
    }

    /** As many elements as fit into their channels, and the one that is received next. */
    @Test
    void tee_branchesMayBeAsFarApartAsTheirChannelsHold() {
        Go.run(() -> assertEquals(
                List.of(3, 5, 7),
                Source.range(0, 6)
                        .withCapacity(2)
                        .tee(p -> p.zip(p.drop(3), Integer::sum))
                        .collect()));
    }

    /** What is shared has the capacity, too, and so has what a copy puts behind it. */
    @Test
    void fanOut_copiesWorkAheadAsFarAsTheirChannelsHold() {
        Go.run(() -> {
            Chan<Void> isAhead = chan();
            // one is taken, five are in the last channel and five in that of the copy, and two are to be sent on these
            Pipeline<Integer> pipeline = Source.iterate(1, n -> n + 1)
                    .withCapacity(5)
                    .fanOut(
                            1,
                            p -> p.map(n -> {
                                if (n == 13) {
                                    isAhead.close();
                                }
                                return n;
                            }));
            Sink<Integer, Integer> takesOne = in -> {
                int first = in.recv().get();
                isAhead.recv();
                return first;
            };
            assertEquals(1, pipeline.run(takesOne));
        });
    }

    @Test
    void tee_branchThatComesLate_isRefused() {
        assertEquals(
                "tee: a branch must receive from the beginning on, and not where a flatMap is",
                assertThrows(
                                IllegalStateException.class,
                                () -> NUMBERS.tee(p -> p, p -> Source.of(1).flatMap(n -> p))
                                        .collect())
                        .getMessage());
    }

    /** It is started by what starts the stages, but in no branch. */
    @Test
    void tee_branchThatIsStartedAfterTheTee_isRefused() {
        AtomicReference<Pipeline<Integer>> kept = new AtomicReference<>();
        Pipeline<Integer> late = Source.within(context -> kept.get());
        assertEquals(
                "tee: a branch must receive from the beginning on, and not where a flatMap is",
                assertThrows(
                                IllegalStateException.class,
                                () -> NUMBERS.<Integer>tee(p -> {
                                            kept.set(p);
                                            return p;
                                        })
                                        .merge(late)
                                        .collect())
                        .getMessage());
    }

    /** The branches that are there already are still being added. */
    @Test
    void tee_branchOfAFlatMap_thatIsStartedBeforeTheTee_isRefused() {
        Go.run(() -> assertEquals(
                "tee: a branch must receive from the beginning on, and not where a flatMap is",
                assertThrows(
                                IllegalStateException.class,
                                () -> NUMBERS.tee(
                                                p -> Source.of(1).flatMap(n -> p),
                                                p -> Source.within(context -> {
                                                    context.done().recv(); // it has failed
                                                    return p;
                                                }))
                                        .collect())
                        .getMessage()));
    }

    @Test
    void sharedElements_thatAreRunOrStartedByThemselves_areRefused() throws Exception {
        try (Scope scope = Scope.open()) {
            assertRefusedInAStage(shared -> shared.start(scope));
            assertRefusedInAStage(shared -> shared.map(n -> n).start(scope));
            assertRefusedInAStage(shared -> shared.tee(2, scope));
            assertRefusedInAStage(shared -> shared.take(1).collect());
            scope.join();
        }
    }

    private static void assertRefusedInAStage(Mapping<Pipeline<Integer>, ?> use) {
        Stage<Integer, Integer> stage = shared -> {
            try {
                use.apply(shared);
            } catch (RuntimeException thrown) {
                throw thrown;
            } catch (Exception thrown) {
                throw new AssertionError(thrown);
            }
            return shared;
        };
        String rule = ": the elements that a stage is given cannot be started or run by themselves,"
                + " only by what the stage returns";
        assertEquals(
                "fanOut" + rule,
                assertThrows(
                                IllegalStateException.class,
                                () -> NUMBERS.fanOut(2, stage).collect())
                        .getMessage());
        assertEquals(
                "tee" + rule,
                assertThrows(
                                IllegalStateException.class,
                                () -> NUMBERS.tee(p -> p, stage).collect())
                        .getMessage());
    }

    @Test
    void joins_mayBeNested() throws Exception {
        Stage<Integer, Integer> inner =
                p -> p.tee(q -> q.fanOut(2, r -> r.map(n -> n + 1)), q -> q.mapPar(2, n -> n + 1));
        List<Integer> all =
                Source.range(0, 20).tee(inner, inner).merge(NUMBERS.take(3)).collect();
        assertEquals(
                List.range(1, 21)
                        .flatMap(n -> List.fill(4, n))
                        .appendAll(List.of(0, 1, 2))
                        .sorted(),
                all.sorted());
    }
}
