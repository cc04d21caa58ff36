package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Task;
import dev.runnel.bench.tool.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** On each processor a goroutine sets a timer of its own to an hour, again and again. An operation is a setting. */
final class TimerReset<C> extends Workload<C> {

    TimerReset(Kit<C> kit) {
        super(kit, Need.TOOLS);
    }

    private static final Duration HOUR = Duration.ofHours(1);

    @Override
    public void run(Round round) {
        run(round, kit.tools().timers());
    }

    private <T> void run(Round round, Timers<T> timers) {
        long n = round.n();
        LongAdder wentOff = new LongAdder();
        Task task = wentOff::increment;
        long stopped = onEach(round.procs(), () -> {
            T timer = timers.start(HOUR, task);
            for (long i = 0; i < n; i++) {
                timer = timers.reset(timer, HOUR, task);
            }
            return timers.stop(timer) ? 1 : 0;
        });
        round.check("stopped", round.procs(), stopped);
        round.check("went off", 0, wentOff.sum());
        round.did(round.procs() * n);
    }
}
