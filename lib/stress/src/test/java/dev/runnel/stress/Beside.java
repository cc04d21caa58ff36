package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.stress.Tally.Kind;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Programs that have nothing to do with the load: on a scheduler of their own, and in deterministic runs. */
final class Beside implements Runnable {

    private static final int STAGES = 8;
    private static final int VALUES = 200;
    private static final int LEFT = 5;
    private static final int MOST_PROCS = 4;
    private static final int SCHEDULES = 10;

    private final Round round;
    private final SplittableRandom random;

    Beside(Round round) {
        this.round = round;
        this.random = round.random.split();
    }

    @Override
    public void run() {
        if (random.nextInt(4) > 0) {
            pipeline(1 + random.nextInt(MOST_PROCS));
        } else {
            directed(random.nextInt());
        }
    }

    /**
     * Values through a chain of goroutines; some others wait for something that never comes, and are unwound when main
     * returns.
     */
    private void pipeline(int procs) {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger unwound = new AtomicInteger();
        Go.run(RuntimeConfig.fromProperties().withProcs(procs), () -> {
            for (int i = 0; i < LEFT; i++) {
                Go.go(() -> {
                    begun.incrementAndGet();
                    try {
                        Go.<Integer>chan().recv();
                    } finally {
                        unwound.incrementAndGet();
                    }
                });
            }
            Chan<Integer> first = Go.chan(random.nextInt(3));
            Chan<Integer> last = first;
            for (int i = 0; i < STAGES; i++) {
                last = stage(last, Go.chan(i % 3));
            }
            Go.go(() -> send(first));
            int next = 0;
            for (int value : last) {
                if (value != STAGES + next++) {
                    throw new AssertionError("got " + value + " as number " + next);
                }
            }
            if (next != VALUES) {
                throw new AssertionError("got " + next + " values");
            }
        });
        if (begun.get() != unwound.get()) {
            throw new AssertionError(begun + " have begun, and " + unwound + " were unwound");
        }
        round.tally.count(Kind.GOROUTINES, LEFT + STAGES + 2);
        round.tally.count(Kind.UNWOUND, unwound.get());
        round.tally.count(Kind.RUN);
    }

    private static void send(Chan<Integer> to) {
        for (int i = 0; i < VALUES; i++) {
            to.send(i);
        }
        to.close();
    }

    private static Chan<Integer> stage(Chan<Integer> from, Chan<Integer> to) {
        Go.go(() -> {
            from.forEach(value -> to.send(value + 1));
            to.close();
        });
        return to;
    }

    /** Senders and a receiver that selects, under some schedules; the runtime is checked at each step. */
    private void directed(int seed) {
        new Explorer(MixedPolicy.of(seed))
                .withRuns(SCHEDULES)
                .withChecksRuntime(true)
                .explore(Beside::exchange);
        round.tally.count(Kind.DIRECTED, SCHEDULES);
    }

    private static void exchange() {
        Chan<Integer> one = Go.chan();
        Chan<Integer> two = Go.chan(1);
        for (int i = 1; i <= 3; i++) {
            int value = i;
            Go.go(() -> Go.select()
                    .send(one, value, () -> {})
                    .send(two, value, () -> {})
                    .run());
        }
        int[] sum = {0};
        for (int i = 0; i < 3; i++) {
            Go.select()
                    .recv(one, value -> sum[0] += value.get())
                    .recv(two, value -> sum[0] += value.get())
                    .run();
        }
        if (sum[0] != 6) {
            throw new AssertionError("the sum is " + sum[0]);
        }
    }
}
