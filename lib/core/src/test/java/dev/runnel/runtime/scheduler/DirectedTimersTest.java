package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The timers of a deterministic run, if threads that are not of the run stop them. */
class DirectedTimersTest {

    /** Asked which of two timers is to fire first, it has a thread stop both. */
    private static final class Stopping implements Director {

        private final List<Timer> timers = new ArrayList<>();

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            if (decision == Decision.TIMER) {
                Thread other = new Thread(() -> timers.forEach(Timer::stop));
                other.start();
                try {
                    other.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {}
    }

    @Test
    void timersThatAreStoppedAsTheClockJumps_leaveThoseBehindThem() {
        Stopping director = new Stopping();
        Scheduler s = Schedulers.directed(RuntimeConfig.fromProperties(), director);
        AtomicInteger fired = new AtomicInteger();
        s.mainRun().run(() -> {
            Chan<Integer> c = chan(1);
            for (int i = 0; i < 2; i++) {
                director.timers.add(afterFunc(Duration.ofSeconds(1), fired::incrementAndGet));
            }
            afterFunc(Duration.ofSeconds(2), () -> c.send(1));
            assertEquals(1, c.recv().get());
        });
        assertTrue(director.timers.stream().noneMatch(Timer::stop));
        assertEquals(0, fired.get());
    }
}
