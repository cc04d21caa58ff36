package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.context.Context;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Timers that are taken out by a thread that is not a goroutine, and that then ends: nobody runs afterwards who would
 * look whether there is a deadlock.
 */
class TakenOutTimerTest {

    private static final Duration LONG = Duration.ofHours(1);

    static Stream<Arguments> timers() {
        return Stream.of(
                Arguments.argumentSet("function", (Supplier<Runnable>) () -> Timer.afterFunc(LONG, () -> {})::stop),
                Arguments.argumentSet(
                        "context", (Supplier<Runnable>) () -> Context.withTimeout(Context.background(), LONG)::cancel));
    }

    @ParameterizedTest
    @MethodSource("timers")
    void lastTimer_isTakenOutWhileTheWatchdogSleepsForIt(Supplier<Runnable> set) throws InterruptedException {
        Scheduler s = new Scheduler(Runtimes.withProcs(2));
        AtomicReference<Runnable> takeOut = new AtomicReference<>();
        Thread other = Thread.ofPlatform().start(() -> {
            Await.until(() -> takeOut.get() != null && s.allIdle());
            Await.until(() -> s.watchdog.wakesAt() - System.nanoTime() > LONG.toNanos() / 2);
            takeOut.get().run();
        });
        try {
            assertThrows(
                    DeadlockException.class,
                    () -> s.mainRun().run(() -> {
                        takeOut.set(set.get());
                        chan().recv();
                    }));
        } finally {
            s.ending().close();
        }
        other.join();
    }
}
