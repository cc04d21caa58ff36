package dev.runnel.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A select that wants a mutex puts itself among the onlookers, and then tries to take the mutex; an unlock says that
 * the mutex is free, and then looks for onlookers. One sees the other.
 *
 * <p>The onlooker is put in with release stores, and whether the mutex is taken is a plain volatile load, so there is a
 * full fence between them. Without it the load may come first: both miss each other, and the select waits although the
 * mutex is free.
 */
public class LookingOn {

    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "It was free already.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "It was taken, and the onlooker was told.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both.")
    @Outcome(
            id = "false, false",
            expect = FORBIDDEN,
            desc = "Neither saw the other: the store of the onlooker was passed by the load of the mutex.")
    @State
    public static class AddAgainstUnlock {

        private final Mutex mutex = new Mutex();
        private volatile boolean told;

        public AddAgainstUnlock() {
            mutex.waiters(); // there from the beginning: otherwise the first to want it would make it, which is a fence
            mutex.tryLock();
        }

        @Actor
        public void select(ZZ_Result r) {
            mutex.waiters().add(() -> told = true);
            r.r1 = mutex.tryLock();
        }

        @Actor
        public void holder() {
            mutex.unlock();
        }

        @Arbiter
        public void end(ZZ_Result r) {
            r.r2 = told;
        }
    }
}
