package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;
import dev.runnel.bench.kit.Task;
import dev.runnel.bench.tool.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** On each processor a goroutine starts many timers, and then stops them. An operation is a timer. */
final class TimerStartStop<C> extends Workload<C> {

    TimerStartStop(Kit<C> kit) {
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
            List<T> started = new ArrayList<>();
            long count = 0;
            for (long i = 0; i < n; i++) {
                started.clear();
                for (int k = 0; k < round.size(); k++) {
                    started.add(timers.start(HOUR, task));
                }
                for (int k = 0; k < round.size(); k++) {
                    count += timers.stop(started.get(k)) ? 1 : 0;
                }
            }
            return count;
        });
        round.check("stopped", round.procs() * n * round.size(), stopped);
        round.check("went off", 0, wentOff.sum());
        round.did(round.procs() * n * round.size());
    }
}
