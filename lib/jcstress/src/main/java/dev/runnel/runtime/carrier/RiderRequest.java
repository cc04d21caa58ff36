package dev.runnel.runtime.carrier;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The request word of a rider: the JDK asks, one party answers (V1), and a request that is dropped is answered by the
 * run that is coming (V2).
 */
public class RiderRequest {

    /** Two that answer: the one that asked, and the one that grants a P. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of them brings the rider.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Brought to two carriers.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Never brought: a lost wake-up.")
    @State
    public static class AnswerAgainstAnswer {
        private final StubRider rider = new StubRider();

        public AnswerAgainstAnswer() {
            rider.mayRunOn = false;
            rider.execute(() -> {});
        }

        @Actor
        public void jdk() {
            rider.answer();
        }

        @Actor
        public void giver() {
            rider.mayRunOn = true;
            rider.answer();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = rider.brought.get();
        }
    }

    /** The JDK asks while the carrier sees the rider leave: the later of them answers. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Brought once.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Brought to two carriers.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Never brought: a lost wake-up.")
    @State
    public static class AskAgainstDismount {
        private final Runnable continuation = () -> {};
        private final Carrier carrier = Arrivals.carrier();
        private final StubRider rider = new StubRider();

        public AskAgainstDismount() {
            Arrivals.mount(rider, continuation, carrier);
            rider.brought.set(0);
        }

        @Actor
        public void jdk() {
            rider.execute(continuation);
        }

        @Actor
        public void carrier() {
            Arrivals.leave(rider, carrier);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = rider.brought.get();
        }
    }

    /**
     * The thread has yielded, so the JDK asks on the carrier itself; the carrier leaves the request without a fence,
     * and looks only later whether the rider may go on. Meanwhile the rider is allowed to.
     */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Brought once.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Brought to two carriers.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Never brought: a lost wake-up.")
    @State
    public static class AnswerAgainstYield {
        private final Runnable continuation = () -> {};
        private final Carrier carrier = Arrivals.carrier();
        private final StubRider rider = new StubRider();

        public AnswerAgainstYield() {
            rider.mayRunOn = false;
            Arrivals.mount(rider, continuation, carrier);
        }

        @Actor
        public void carrier() {
            Arrivals.serve(carrier);
            rider.execute(continuation);
            Arrivals.leave(rider, carrier);
        }

        @Actor
        public void giver() {
            rider.mayRunOn = true;
            rider.answer();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = rider.brought.get();
        }
    }

    /** The JDK asks twice, as it may when it had suspended the thread to read its stack. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Brought once.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "Brought to two carriers.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Never brought: a lost wake-up.")
    @State
    public static class AskAgainstAsk {
        private final Runnable continuation = () -> {};
        private final StubRider rider = new StubRider();

        public AskAgainstAsk() {
            rider.execute(continuation);
            rider.brought.set(0);
            Arrivals.ride(rider, Arrivals.carrier());
        }

        @Actor
        public void one() {
            rider.execute(continuation);
        }

        @Actor
        public void other() {
            rider.execute(continuation);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = rider.brought.get();
        }
    }

    /** A thread that the JDK makes runnable while a carrier mounts it; the run looks whether it is runnable. */
    private abstract static class Mounting {
        private volatile boolean runnable;
        private boolean seen;
        private final Runnable continuation = () -> seen = runnable;
        private final Carrier carrier = Arrivals.carrier();
        private final StubRider rider = new StubRider();

        /** Asked for so often before. */
        Mounting(int times) {
            for (int i = 0; i < times; i++) {
                rider.execute(continuation);
            }
            rider.brought.set(0);
        }

        final void ask() {
            runnable = true;
            rider.execute(continuation);
        }

        final void mount() {
            Arrivals.ride(rider, carrier);
        }

        final void look(ZZ_Result r) {
            r.r1 = rider.brought.get() > 0;
            r.r2 = seen;
        }
    }

    /**
     * The JDK makes the thread runnable and asks, while a carrier mounts it: the run that comes has seen it, or the
     * request is found when the rider has left.
     */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true", "true, true"},
            expect = ACCEPTABLE,
            desc = "The run has seen it, or another follows.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Dropped, and the run has not seen it: a lost wake-up.")
    @State
    public static class AskAgainstMount extends Mounting {
        public AskAgainstMount() {
            super(1);
        }

        @Actor
        public void jdk() {
            ask();
        }

        @Actor
        public void carrier() {
            mount();
        }

        @Arbiter
        public void end(ZZ_Result r) {
            look(r);
        }
    }

    /**
     * The same when the JDK had asked before: now the asker drops its own request, as the carrier has yet to look at
     * the first. The carrier takes that and runs the rider, and the run must find the thread runnable. Each side stores
     * and then loads, so what the continuation reads must not pass the taking: with a weaker store both results could
     * be false.
     */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true", "true, true"},
            expect = ACCEPTABLE,
            desc = "The run has seen it, or another follows.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Dropped, and the run has not seen it: a lost wake-up.")
    @State
    public static class AskAgainAgainstMount extends Mounting {
        public AskAgainAgainstMount() {
            super(2);
        }

        @Actor
        public void jdk() {
            ask();
        }

        @Actor
        public void carrier() {
            mount();
        }

        @Arbiter
        public void end(ZZ_Result r) {
            look(r);
        }
    }

    /** A carrier was left to a rider, and somebody else answers its request: one of them runs it. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "The carrier has mounted it.")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "It was brought to one.")
    @Outcome(id = "true, 1", expect = FORBIDDEN, desc = "Mounted, and brought.")
    @Outcome(expect = FORBIDDEN, desc = "Neither: it is lost. Or brought twice.")
    @State
    public static class NextAgainstAnswer {
        private final Carrier carrier = Arrivals.carrier();
        private final StubRider left = new StubRider();
        private final StubRider rider = new StubRider();

        public NextAgainstAnswer() {
            rider.mayRunOn = false;
            rider.execute(() -> {});
            rider.mayRunOn = true;
            carrier.leaveTo(rider);
        }

        @Actor
        public void carrier(ZI_Result r) {
            r.r1 = Arrivals.goesOnAfter(left, carrier);
        }

        @Actor
        public void watchdog() {
            rider.wakeAgain();
        }

        @Arbiter
        public void end(ZI_Result r) {
            r.r2 = rider.brought.get();
        }
    }
}
