package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * What deadlock detection relies on: a runtime in which something can still run never counts as one that stands still,
 * and live goroutines are never counted too few.
 */
public class Standstill {

    /**
     * A goroutine comes back from outside. In one hold of the lock under which the census looks, it ceases to be
     * outside and is on a P or in the global queue: otherwise there would be an instant at which it is nowhere.
     */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Outside, or on a P.")
    @Outcome(expect = FORBIDDEN, desc = "Overlooked on its way back: a false alarm.")
    @State
    public static class ComingBack {
        private final Scheduler s = Still.scheduler(2);
        private final Goroutine g = Still.running(s);

        public ComingBack() {
            g.become(GoroutineStatus.OUTSIDE);
            s.outside.oneMore();
            s.idle.put(s.processors[0]);
            s.idle.put(s.processors[1]);
        }

        @Actor
        public void comer() {
            s.comeBack(g);
        }

        @Actor
        public void watchdog(J_Result r) {
            r.r1 = s.census.standstill();
        }
    }

    /** A P is taken up and put down between two looks: they do not agree, so no alarm is raised. */
    @JCStressTest
    @Outcome(id = "between, differ", expect = ACCEPTABLE, desc = "It ran between the looks, and they tell.")
    @Outcome(id = "not between, .*", expect = ACCEPTABLE, desc = "It ran earlier or later.")
    @Outcome(id = "between, equal", expect = FORBIDDEN, desc = "It ran between the looks, unseen: a false alarm.")
    @State
    public static class BetweenTwoLooks {
        private final Scheduler s = Still.scheduler(1);
        private volatile boolean begins;
        private volatile boolean done;

        public BetweenTwoLooks() {
            s.idle.put(s.processors[0]);
        }

        @Actor
        public void runner() {
            begins = true;
            s.lock();
            Processor p = s.takeIdleLocked();
            s.unlock();
            s.lock();
            s.idle.put(p);
            s.unlock();
            done = true;
        }

        @Actor
        public void watchdog(LL_Result r) {
            long first = s.census.standstill();
            boolean between = !begins;
            for (int i = 0; i < 100 && !done; i++) {
                Thread.onSpinWait();
            }
            between &= done;
            r.r1 = between ? "between" : "not between";
            r.r2 = s.census.standstill() == first ? "equal" : "differ";
        }
    }

    /** One goroutine lives all the time, others are made and end: the ends are counted before the beginnings are. */
    @JCStressTest
    @Outcome(id = "[1-9].*", expect = ACCEPTABLE, desc = "The one, or more: those that were made meanwhile.")
    @Outcome(expect = FORBIDDEN, desc = "An end was counted whose beginning was not: the runtime looks deserted.")
    @State
    public static class Counting {
        private static final int ROUNDS = 20;

        private final Scheduler s = Still.scheduler(2);

        public Counting() {
            s.processors[1].created = 1;
        }

        @Actor
        public void holder() {
            for (int i = 0; i < ROUNDS; i++) {
                s.processors[0].created++;
                s.processors[0].countEnd();
            }
        }

        @Actor
        public void counter(J_Result r) {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                least = Math.min(least, s.census.live());
            }
            r.r1 = least;
        }
    }
}
