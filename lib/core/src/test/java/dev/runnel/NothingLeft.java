package dev.runnel;

import dev.runnel.runtime.scheduler.SchedulerView;
import dev.runnel.runtime.scheduler.Schedulers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks after all tests of a class that the default runtime, which they share with all other classes, has no
 * goroutines and no timers that start something. A goroutine that is left makes counts in other tests wrong, and a
 * timer keeps their deadlocks from being reported. The test kit has the same for the tests of other modules.
 */
public final class NothingLeft implements AfterAllCallback {

    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

    @Override
    public void afterAll(ExtensionContext context) {
        SchedulerView runtime = Schedulers.defaultScheduler().view();
        long begin = System.nanoTime();
        while (left(runtime) > 0 && System.nanoTime() - begin < PATIENCE) {
            LockSupport.parkNanos(this, 1_000_000);
        }
        if (left(runtime) > 0) {
            StringBuilder what = new StringBuilder("left in the default runtime:\n\n").append(runtime.dump());
            runtime.startingTimers()
                    .forEach(timer -> what.append("timer: ").append(timer).append('\n'));
            throw new AssertionError(what.toString());
        }
    }

    private static long left(SchedulerView runtime) {
        return runtime.live() + runtime.startingTimers().size();
    }
}
