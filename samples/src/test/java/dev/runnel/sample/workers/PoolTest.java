package dev.runnel.sample.workers;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sample.Ran;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.List;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest {

    private static RecvChan<Integer> jobs(int count) {
        Chan<Integer> jobs = chan(count);
        for (int n = 0; n < count; n++) {
            jobs.send(n);
        }
        jobs.close();
        return jobs;
    }

    private static Pool pool(int size) {
        return new Pool(Context.background(), size);
    }

    @Interleavings(200)
    void unordered_eachJobIsDoneOnce_byAsManyAsMayBe() {
        AtomicInteger active = new AtomicInteger();

        List<Result<Integer, Integer>> results = List.ofAll(pool(3).unordered(jobs(8), n -> {
            assertTrue(active.incrementAndGet() <= 3, "too many at once");
            Go.gosched();
            active.decrementAndGet();
            return n * n;
        }));

        assertEquals(List.range(0, 8), results.map(Result::job).sorted());
        assertTrue(results.forAll(result -> result.value().get() == result.job() * result.job()));
    }

    @Interleavings(200)
    void ordered_resultsComeInTheOrderOfTheJobs() {
        List<Result<Integer, Integer>> results = List.ofAll(pool(3).ordered(jobs(8), 2, n -> {
            for (int i = n; i < 8; i++) {
                Go.gosched();
            }
            return -n;
        }));

        assertEquals(List.range(0, 8), results.map(Result::job));
        assertEquals(
                List.range(0, 8).map(n -> -n),
                results.map(result -> result.value().get()));
    }

    @Interleavings(100)
    void jobThatFails_isAResult_andTheOthersAreDone() {
        Result.Work<Integer, Integer> work = n -> {
            if (n == 2) {
                throw new IOException("not " + n);
            }
            return n;
        };

        List<Result<Integer, Integer>> ordered = List.ofAll(pool(2).ordered(jobs(5), 1, work));
        List<Result<Integer, Integer>> unordered = List.ofAll(pool(2).unordered(jobs(5), work));

        assertEquals(ordered.map(PoolTest::show), unordered.sortBy(Result::job).map(PoolTest::show));
        assertEquals(List.of("0", "1", "not 2", "3", "4"), ordered.map(PoolTest::show));
    }

    private static String show(Result<Integer, Integer> result) {
        return result.value().fold(Exception::getMessage, String::valueOf);
    }

    @Interleavings(100)
    void cancelled_bothEnd_andLeaveNobody() {
        for (boolean inOrder : new boolean[] {false, true}) {
            try (CancelContext context = Context.withCancel(Context.background())) {
                Chan<Integer> endless = chan(); // never closed
                go(() -> {
                    for (int n = 0; n < 5; n++) {
                        endless.send(n);
                    }
                });
                Pool pool = new Pool(context, 2);
                RecvChan<Result<Integer, Integer>> results =
                        inOrder ? pool.ordered(endless, 2, n -> n) : pool.unordered(endless, n -> n);
                for (int n = 0; n < 5; n++) {
                    assertTrue(results.recv().isDefined());
                }
                context.cancel();
                assertTrue(results.recv().isEmpty());
                Bubble.await();
                assertEquals(1, Go.numGoroutine());
            }
        }
    }

    @Interleavings(100)
    void cancelledWithResultsThatNobodyTakes_leavesNobody() {
        for (boolean inOrder : new boolean[] {false, true}) {
            CancelContext context = Context.withCancel(Context.background());
            Pool pool = new Pool(context, 2);
            RecvChan<Integer> jobs = jobs(20);
            if (inOrder) {
                pool.ordered(jobs, 2, n -> n);
            } else {
                pool.unordered(jobs, n -> n);
            }
            Bubble.await();
            context.cancel();
            Bubble.await();
            assertEquals(1, Go.numGoroutine());
        }
    }

    @Interleavings(500)
    void cancelledWhileJobsAreHandedOut_leavesNobody() {
        CancelContext context = Context.withCancel(Context.background());
        RecvChan<Result<Integer, Integer>> results = new Pool(context, 1).ordered(jobs(5), 2, n -> n);
        results.recv();
        context.cancel();
        Bubble.await();
        assertEquals(1, Go.numGoroutine());
    }

    @Test
    void ordered_runsAheadOfALongJob_asFarAsItMay() {
        Bubble.run(() -> {
            Chan<Void> hold = chan();
            AtomicInteger begun = new AtomicInteger();
            RecvChan<Result<Integer, Integer>> results = pool(2).ordered(jobs(20), 3, n -> {
                begun.incrementAndGet();
                if (n == 0) {
                    hold.recv();
                }
                return n;
            });
            Bubble.await();
            assertEquals(4, begun.get()); // the long one, and three that wait for it
            hold.close();
            assertEquals(List.range(0, 20), List.ofAll(results).map(Result::job));
        });
    }

    @Test
    void collatz_stepsAreThoseThatAreKnown() {
        assertEquals(0, Collatz.steps(1));
        assertEquals(111, Collatz.steps(27));
        assertThrows(ArithmeticException.class, () -> Collatz.steps(113_383));
    }

    @Test
    void program_endsAtTheFirstFailure() {
        Ran ran = Ran.program("workers", "--workers", "3");

        assertTrue(ran.out().startsWith("1: 0 steps\n2: 1 steps\n3: 7 steps\n6: 8 steps\n7: 16 steps\n"), ran.out());
        assertTrue(ran.out().endsWith("\n106239: 353 steps\n113383: integer overflow\n"), ran.out());
        assertEquals(0, ran.status());
    }

    @Test
    void program_endsWithTheJobs() {
        assertEquals(
                "1: 0 steps\n2: 1 steps\n3: 7 steps\n",
                Ran.program("workers", "5").out());
    }
}
