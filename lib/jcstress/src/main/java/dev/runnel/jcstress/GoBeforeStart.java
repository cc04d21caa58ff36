package dev.runnel.jcstress;

import static dev.runnel.Go.go;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * C48: what was done before {@code go} is visible in the goroutine. And Runnel's own promise: what was done in a
 * goroutine is visible after {@code join()}.
 *
 * <p>Two actors start goroutines at once, so that an M is sometimes woken for one, and sometimes finds it in a queue:
 * from a thread by way of an idle P or the global queue, from a goroutine by way of {@code next} or a theft. The body
 * is a plain field of the goroutine, so an edge that is missing would show as a lost body, too.
 */
public class GoBeforeStart {

    /** Started by threads that are no goroutines. */
    @JCStressTest
    @Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "Seen in the goroutine, and after it.")
    @Outcome(expect = FORBIDDEN, desc = "1: not visible after join; 2: not visible in the goroutine.")
    @State
    public static class ByThread {
        private final Cell one = new Cell();
        private final Cell other = new Cell();

        @Actor
        public void one(II_Result r) {
            r.r1 = one.throughAGoroutine();
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = other.throughAGoroutine();
        }
    }

    /** Started by goroutines: one is run on a P to start another, and waits for it. */
    @JCStressTest
    @Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "Seen in the goroutine, and after it.")
    @Outcome(expect = FORBIDDEN, desc = "1: not visible after join; 2: not visible in the goroutine.")
    @State
    public static class ByGoroutine {
        private final Cell one = new Cell();
        private final Cell other = new Cell();

        @Actor
        public void one(II_Result r) {
            go(() -> r.r1 = one.throughAGoroutine()).join();
        }

        @Actor
        public void other(II_Result r) {
            go(() -> r.r2 = other.throughAGoroutine()).join();
        }
    }

    static final class Cell {
        private int before;
        private int within;

        int throughAGoroutine() {
            before = 1;
            go(() -> within = before == 1 ? 3 : 2).join();
            return within == 0 ? 1 : within;
        }
    }
}
