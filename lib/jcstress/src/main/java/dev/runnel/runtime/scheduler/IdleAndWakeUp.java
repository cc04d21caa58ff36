package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * No wake-up is lost (D7; P30): whoever submits work first publishes it and then looks for an idle P and a spinner; an
 * M that stops spinning first says so and then looks at all queues. Both sides store and then load, so neither load may
 * pass the store before it. And few spin (D8): of those that submit at once, one wakes a spinner.
 *
 * <p>The actors do what {@code go} and the search for work do, by the same methods of {@code Dispatch}; an M that is
 * woken is only granted the P.
 */
public class IdleAndWakeUp {

    /** One P is busy and gets work; the M of the other has found nothing, and has just put that P down. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The submitter wakes another M.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Who was about to sleep goes on searching.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Work in a queue, a P idle, and nobody looks.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "The one idle P was taken twice.")
    @State
    public static class SubmitAgainstSleep {
        private final Scheduler s = Still.scheduler(2);
        private final Processor busy = s.processors[0];
        private final Machine woken = Still.idleMachine(s);
        private final Machine searching = Still.machine(s);
        private final Goroutine work = Still.runnable(s);

        public SubmitAgainstSleep() {
            searching.acquire(s.processors[1]);
            s.spinners.start(searching);
        }

        @Actor
        public void submitter() {
            busy.queue.putNext(work, s.overflow);
            s.dispatch.wakeSpinner();
        }

        @Actor
        public void searching(ZZ_Result r) {
            s.lock();
            s.idle.put(searching.release());
            s.unlock();
            r.r2 = s.dispatch.retryAfterIdling(searching);
        }

        @Arbiter
        public void end(ZZ_Result r) {
            r.r1 = Still.granted(woken) != null;
        }
    }

    /** The same, for work that a thread puts into the global queue while a P is being handed off. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "true, true"},
            expect = ACCEPTABLE,
            desc = "An M has the P, for this work or to look for it.")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "Work in the global queue, and the P was put down.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "The work is nowhere.")
    @State
    public static class InjectAgainstHandOff {
        private final Scheduler s = Still.scheduler(2);
        private final Machine woken = Still.idleMachine(s);

        public InjectAgainstHandOff() {
            s.spinners.start(Still.machine(s)); // so that handing off does not just start one
        }

        @Actor
        public void thread() {
            s.go(null, () -> {});
        }

        @Actor
        public void handsOff() {
            s.dispatch.handOff(s.processors[1]);
        }

        @Arbiter
        public void end(ZZ_Result r) {
            r.r1 = Still.granted(woken) != null;
            r.r2 = !s.global.isEmpty();
        }
    }

    /** Two submit at once, two Ps are idle. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One spinner; it will wake the next.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Each relied on the other.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Two where one is enough.")
    @State
    public static class TwoSubmitters {
        private final Scheduler s = Still.scheduler(4);
        private final Machine first = Still.idleMachine(s);
        private final Machine second = Still.idleMachine(s);
        private final Goroutine one = Still.runnable(s);
        private final Goroutine other = Still.runnable(s);

        public TwoSubmitters() {
            s.idle.put(s.processors[2]);
            s.idle.put(s.processors[3]);
        }

        @Actor
        public void one() {
            s.processors[0].queue.putNext(one, s.overflow);
            s.dispatch.wakeSpinner();
        }

        @Actor
        public void other() {
            s.processors[1].queue.putNext(other, s.overflow);
            s.dispatch.wakeSpinner();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = (Still.granted(first) == null ? 0 : 1) + (Still.granted(second) == null ? 0 : 1);
        }
    }
}
