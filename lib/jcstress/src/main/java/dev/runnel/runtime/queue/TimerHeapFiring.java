package dev.runnel.runtime.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A timer is stopped or fires: exactly one of them (Q9), since both take it out of the heap under the heap's lock. And
 * the one that adds a timer and the one that goes to sleep see each other (Q11): the adder publishes {@code earliest}
 * and then looks how long the sleeper means to sleep; the sleeper says how long and then reads {@code earliest}. A
 * timer that is moved fires once, at its old time or at its new one, and is always counted meanwhile (Q12): both change
 * under the lock, and the count does not.
 */
public class TimerHeapFiring {

    private static final class Once extends TimerHeap.Timer {
        private final AtomicInteger fired = new AtomicInteger();

        @Override
        protected void fire(TimerHeap from) {
            fired.incrementAndGet();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Stopped.")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "Fired.")
    @Outcome(id = "true, 1", expect = FORBIDDEN, desc = "Stopped, and fired all the same.")
    @Outcome(id = "false, 0", expect = FORBIDDEN, desc = "Neither: an operation that waits for ever.")
    @State
    public static class StopAgainstFire {
        private final TimerHeap heap = new TimerHeap();
        private final Once timer = new Once();

        public StopAgainstFire() {
            heap.add(timer, 1);
        }

        @Actor
        public void stopper(ZI_Result r) {
            r.r1 = heap.remove(timer);
        }

        @Actor
        public void firer() {
            heap.fireDue(2);
        }

        @Arbiter
        public void end(ZI_Result r) {
            r.r2 = timer.fired.get();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Moved, and not due any more.")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "Fired before it was moved.")
    @Outcome(expect = FORBIDDEN, desc = "Moved, and fired at its old time; or lost.")
    @State
    public static class MoveAgainstFire {
        private final TimerHeap heap = new TimerHeap();
        private final Once timer = new Once();

        public MoveAgainstFire() {
            heap.add(timer, 1);
            heap.add(new Once(), 3);
        }

        @Actor
        public void mover(ZI_Result r) {
            r.r1 = heap.move(timer, 5);
        }

        @Actor
        public void firer() {
            heap.fireDue(2);
        }

        @Arbiter
        public void end(ZI_Result r) {
            r.r2 = timer.fired.get();
        }
    }

    /** Somebody looks for a deadlock while a timer is moved. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "There is a timer.")
    @Outcome(expect = FORBIDDEN, desc = "Nothing seems to be pending.")
    @State
    public static class MoveAgainstLook {
        private final TimerHeap heap = new TimerHeap();
        private final Once timer = new Once();

        public MoveAgainstLook() {
            heap.add(timer, 5);
        }

        @Actor
        public void mover(ZI_Result r) {
            r.r1 = heap.move(timer, 1);
        }

        @Actor
        public void looker(ZI_Result r) {
            r.r2 = heap.earliest() == TimerHeap.NEVER ? 0 : heap.count();
        }
    }

    /** A P that steals timers, and the watchdog. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Each timer once.")
    @Outcome(expect = FORBIDDEN, desc = "A timer was lost or fired twice.")
    @State
    public static class FireAgainstFire {
        private final TimerHeap heap = new TimerHeap();
        private final Once one = new Once();
        private final Once other = new Once();

        public FireAgainstFire() {
            heap.add(one, 1);
            heap.add(other, 1);
        }

        @Actor
        public void thief() {
            heap.fireDue(2);
        }

        @Actor
        public void watchdog() {
            heap.due(2).forEach(heap::fire);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = one.fired.get();
            r.r2 = other.fired.get();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One sees the other.")
    @Outcome(
            id = "false, false",
            expect = FORBIDDEN,
            desc = "The store of earliest was passed by a load: sleeps past the timer.")
    @State
    public static class AddAgainstSleep {
        private final TimerHeap heap = new TimerHeap();
        private final Once timer = new Once();
        private volatile long wakesAt;

        @Actor
        public void adder(ZZ_Result r) {
            heap.add(timer, 5);
            r.r1 = 5 < wakesAt;
        }

        @Actor
        public void sleeper(ZZ_Result r) {
            wakesAt = Long.MAX_VALUE;
            r.r2 = heap.earliest() == 5;
        }
    }
}
