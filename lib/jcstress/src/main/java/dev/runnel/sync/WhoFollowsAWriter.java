package dev.runnel.sync;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * RW1, RW2: a writer that found nobody gives the lock back by one compare-and-set, from its own bit alone to nothing.
 * Whoever comes meanwhile leaves a bit of its own, a reader under the lock of the waiters, a writer without it; so
 * either the compare-and-set fails, and the writer looks who waits, or the newcomer finds the lock free. In both cases
 * the newcomer sees what the writer did before.
 *
 * <p>If neither saw the other, the one that came would wait for ever: the test would hang.
 */
public class WhoFollowsAWriter {

    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The reader came after the writer.")
    @Outcome(
            id = "0",
            expect = FORBIDDEN,
            desc = "It read while the writer had the lock, or does not see what that did.")
    @State
    public static class Reader {
        private final RWMutex rw = new RWMutex();
        private int n;

        public Reader() {
            rw.lock();
        }

        @Actor
        public void writer() {
            n = 1;
            rw.unlock();
        }

        @Actor
        public void reader(I_Result r) {
            rw.readLock();
            r.r1 = n;
            rw.readUnlock();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "One after the other.")
    @Outcome(expect = FORBIDDEN, desc = "Both wrote at once, or the second does not see what the first did.")
    @State
    public static class Writer {
        private final RWMutex rw = new RWMutex();
        private int n;

        private int write() {
            rw.lock();
            int mine = ++n;
            rw.unlock();
            return mine;
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = write();
        }

        @Actor
        public void other(II_Result r) {
            r.r2 = write();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, true", "false, true"},
            expect = ACCEPTABLE,
            desc = "In the end nobody has it.")
    @Outcome(
            id = {"true, false", "false, false"},
            expect = FORBIDDEN,
            desc = "It is locked, and nobody has it.")
    @State
    public static class WriterThatGivesUp {
        private static final Duration MOMENT = Duration.ofNanos(500);

        private final RWMutex rw = new RWMutex();

        public WriterThatGivesUp() {
            rw.lock();
        }

        @Actor
        public void writer() {
            rw.unlock();
        }

        @Actor
        public void impatient(ZZ_Result r) {
            try {
                r.r1 = rw.tryLock(MOMENT);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts here", e);
            }
            if (r.r1) {
                rw.unlock();
            }
        }

        @Arbiter
        public void end(ZZ_Result r) {
            r.r2 = rw.tryLock();
        }
    }
}
