package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kind of operation in many programs, on the real scheduler with interrupts, and under schedules without them.
 * Properties: {@code runnel.loss.programs}, how many programs a kind has on the real scheduler; {@code runnel.seed},
 * for other programs.
 */
class NothingLostTest {

    private static final int PROGRAMS = Integer.getInteger("runnel.loss.programs", 1_000);
    private static final int SCHEDULES = PROGRAMS / 4;
    private static final long SEED = Long.getLong("runnel.seed", 1);

    private interface Kind {
        void play(Random random, boolean interrupts);
    }

    @ParameterizedTest
    @EnumSource
    void sending(Sending form) {
        playMany((random, interrupts) -> Exchange.sending(form, random, interrupts));
    }

    @ParameterizedTest
    @EnumSource
    void receiving(Receiving form) {
        playMany((random, interrupts) -> Exchange.receiving(form, random, interrupts));
    }

    @ParameterizedTest
    @EnumSource
    void holding(Holding form) {
        playMany((random, interrupts) -> Holding.play(form, random, interrupts));
    }

    @ParameterizedTest
    @EnumSource
    void notified(Notified form) {
        playMany((random, interrupts) -> form.play(random, interrupts));
    }

    private static void playMany(Kind kind) {
        for (int procs : new int[] {1, 2, 4}) {
            Go.run(RuntimeConfig.fromProperties().withProcs(procs), () -> {
                for (int i = 0; i <= PROGRAMS / 3; i++) {
                    long seed = SEED * PROGRAMS + i;
                    try {
                        kind.play(new Random(seed), true);
                    } catch (AssertionError e) {
                        throw new AssertionError("with seed " + seed + " on " + procs + " Ps", e);
                    }
                }
            });
        }
        int[] number = {0};
        new Explorer(MixedPolicy.of(SEED))
                .withRuns(SCHEDULES)
                .withChecksRuntime(true)
                .explore(() -> kind.play(new Random(SEED * SCHEDULES + number[0]++), false));
    }
}
