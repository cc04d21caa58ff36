package dev.runnel.runtime.lock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The lock has one holder (L1), and the next holder sees what the last one did: {@code unlock} is a release, the
 * compare-and-set of {@code lock} acquires it.
 *
 * <p>Everything under it is plain: links, slots, counters. A lost addition would mean two holders at once; a torn pair
 * would mean that a store left the lock at either end.
 */
public class SpinLockEdges {

    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "All additions count.")
    @Outcome(expect = FORBIDDEN, desc = "Two holders at once, or stores that are not visible to the next.")
    @State
    public static class Additions extends SpinLock {
        private int n;

        private void add() {
            for (int i = 0; i < 2; i++) {
                lock();
                n++;
                unlock();
            }
        }

        @Actor
        public void one() {
            add();
        }

        @Actor
        public void other() {
            add();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = n;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Before or after the writer.")
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = FORBIDDEN,
            desc = "Half of what is written under the lock.")
    @State
    public static class Pair extends SpinLock {
        private int x;
        private int y;

        @Actor
        public void writer() {
            lock();
            x = 1;
            y = 1;
            unlock();
        }

        @Actor
        public void reader(II_Result r) {
            lock();
            r.r1 = x;
            r.r2 = y;
            unlock();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Before or after the writer.")
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Not had.")
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = FORBIDDEN,
            desc = "Half of what is written under the lock.")
    @State
    public static class Tried extends SpinLock {
        private int x;
        private int y;

        @Actor
        public void writer() {
            lock();
            x = 1;
            y = 1;
            unlock();
        }

        @Actor
        public void reader(II_Result r) {
            if (tryLock()) {
                r.r1 = x;
                r.r2 = y;
                unlock();
            } else {
                r.r1 = -1;
                r.r2 = -1;
            }
        }
    }
}
