package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.scheduler.Body;
import dev.runnel.stress.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What an act has at hand: chance, goroutines that may be disturbed, and the count. */
final class Stage {

    private static final int MOST_NANOS = 300_000;
    private static final int SELDOM = 400;

    final Count count;
    final Interrupter interrupter;
    private final SplittableRandom random;
    private final Audits audits;
    private final boolean inRun;

    /** @param inRun whether a goroutine that fails ends the run */
    Stage(long seed, Count count, Interrupter interrupter, Audits audits, boolean inRun) {
        this.inRun = inRun;
        this.random = new SplittableRandom(seed);
        this.count = count;
        this.interrupter = interrupter;
        this.audits = audits;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    <T> T anyOf(T[] all) {
        return all[random.nextInt(all.length)];
    }

    /** Whether a goroutine that fails ends the run. */
    boolean inRun() {
        return inRun;
    }

    long seed() {
        return random.nextLong();
    }

    /** Mostly a few microseconds, seldom longer. */
    Duration moment() {
        int most = oneIn(SELDOM) ? 50 * MOST_NANOS : MOST_NANOS;
        return Duration.ofNanos(1 + random.nextInt(most));
    }

    /** Starts goroutines of one act. */
    Cast cast() {
        return new Cast();
    }

    /** Adds what is to be checked when the act is over, also if the act is unwound because its runtime is closed. */
    void audit(Runnable check) {
        audits.add(check);
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    static void checkEqual(String what, long expected, long actual) {
        if (expected != actual) {
            throw new AssertionError(what + ": " + actual + " instead of " + expected);
        }
    }

    /** Another stage with random numbers of its own, for a goroutine of this act. */
    Stage split() {
        return new Stage(random.nextLong(), count, interrupter, audits, inRun);
    }

    /** What may be ended by an interrupt, a cancellation, or the end of a channel. */
    interface Exposed {
        void run() throws Exception;
    }

    /**
     * Does something that may be interrupted meanwhile, or cancelled; if it is, it has not happened.
     *
     * @return false if it was told of the end of a channel
     */
    boolean expose(Exposed body) {
        boolean[] open = {true};
        Target target = new Target();
        try (var entry = interrupter.enter(target)) {
            boolean interrupted = target.expose(() -> {
                try {
                    body.run();
                } catch (CancelledException e) {
                    count.cancelled.increment();
                } catch (ChannelException e) {
                    count.closed.increment();
                    open[0] = false;
                } catch (InterruptedException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            if (interrupted) {
                count.interrupted.increment();
            }
        }
        return open[0];
    }

    /** The goroutines of an act. */
    final class Cast {

        private final List<GoHandle> goroutines = new ArrayList<>();

        void go(Body body) {
            count.goroutines.increment();
            goroutines.add(Go.go(body));
        }

        void join() {
            goroutines.forEach(GoHandle::join);
        }
    }
}
