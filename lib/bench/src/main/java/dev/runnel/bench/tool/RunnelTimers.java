package dev.runnel.bench.tool;

import dev.runnel.bench.kit.Task;
import dev.runnel.time.Timer;
import java.time.Duration;

final class RunnelTimers extends Timers<Timer> {

    @Override
    public Timer start(Duration duration, Task task) {
        return Timer.afterFunc(duration, task);
    }

    @Override
    public Timer reset(Timer timer, Duration duration, Task task) {
        timer.reset(duration);
        return timer;
    }

    @Override
    public boolean stop(Timer timer) {
        return timer.stop();
    }
}
