package dev.runnel.bench.tool;

import dev.runnel.bench.kit.Task;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Tasks of the executor; to set one anew is to cancel it and schedule another. */
final class JdkTimers extends Timers<Future<?>> {

    @Override
    public Future<?> start(Duration duration, Task task) {
        return JdkTickers.EXECUTOR.schedule((Runnable) task, duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> reset(Future<?> timer, Duration duration, Task task) {
        timer.cancel(false);
        return start(duration, task);
    }

    @Override
    public boolean stop(Future<?> timer) {
        return timer.cancel(false);
    }
}
