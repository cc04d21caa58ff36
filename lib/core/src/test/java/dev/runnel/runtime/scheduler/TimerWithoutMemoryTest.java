package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.queue.TimerHeap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * If there is no memory for what a timer does, it is done later, and whoever fires the timer does not end because of
 * that.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TimerWithoutMemoryTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    /** This many goroutines that timers start find no memory. */
    private static final class Refusing implements Director {
        private int refusals;
        private Runnable meanwhile = () -> {};

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {
            if (act == Act.NEW && on == null && refusals > 0) {
                refusals--;
                meanwhile.run();
                throw new OutOfMemoryError("for a test");
            }
        }
    }

    private static Scheduler directed(Director director) {
        return Schedulers.directed(Runtimes.oneP(), director);
    }

    /** The goroutine is started by a timer, which nobody has a second time. */
    @Test
    void whatATimerStarts_ifThereIsNoMemoryForIt_startsLater() {
        Refusing director = new Refusing();
        directed(director).mainRun().run(() -> {
            Chan<Integer> values = chan(1);
            director.refusals = 3;
            afterFunc(Duration.ofHours(1), () -> values.send(1));
            assertEquals(1, values.recv().get());
            assertEquals(0, director.refusals);
        });
    }

    /** The function starts for both settings: whoever sets the timer anew is told that it has gone off. */
    @Test
    void timerThatIsSetAnew_beforeThereIsMemoryForIt_startsForThatTimeToo() {
        Refusing director = new Refusing();
        directed(director).mainRun().run(() -> {
            Chan<Instant> starts = chan(3);
            Instant begin = Go.now();
            FuncTimer timer = new FuncTimer(() -> starts.send(Go.now()));
            director.refusals = 2;
            director.meanwhile = () -> {
                director.meanwhile = () -> {};
                assertFalse(byAThread(() -> timer.reset(HOUR)));
                assertTrue(byAThread(timer::stop));
                assertFalse(byAThread(() -> timer.reset(HOUR)));
            };
            timer.reset(1);
            Instant first = starts.recv().get();
            assertTrue(first.isBefore(begin.plusNanos(HOUR)), first + ", from " + begin + " on");
            assertFalse(starts.recv().get().isBefore(begin.plusNanos(HOUR)));
            sleep(Duration.ofNanos(HOUR));
            assertTrue(starts.tryRecv().isEmpty());
            assertEquals(0, director.refusals);
        });
    }

    /** The thread is none of the run's. */
    private static boolean byAThread(BooleanSupplier asked) {
        return CompletableFuture.supplyAsync(
                        asked::getAsBoolean, task -> Thread.ofPlatform().start(task))
                .join();
    }

    /** The timer's place is kept there, and nowhere else. */
    @Test
    void whatATimerStarts_ifThereIsNoMemoryForIt_isInTheHeapFromWhichItWasFired() {
        Refusing director = new Refusing();
        directed(director).mainRun().run(() -> {
            Chan<Integer> values = chan(1);
            FuncTimer timer = new FuncTimer(() -> values.send(1));
            timer.reset(1);
            TimerHeap from = new TimerHeap();
            assertTrue(timer.alarm().takeOut());
            sleep(Duration.ofNanos(1)); // it is due
            from.add(timer.alarm(), 1);
            director.refusals = 1;
            assertEquals(1, from.fireDue(1));
            assertEquals(1, from.count());
            assertTrue(timer.stop());
            assertEquals(0, from.count());
        });
    }

    /** The goroutine is told, and goes on. */
    @Test
    void whoSetsATimerThatIsDueAtOnce_ifThereIsNoMemoryForThat_fails() {
        Refusing director = new Refusing();
        directed(director).mainRun().run(() -> {
            Chan<Integer> values = chan();
            director.refusals = 1;
            assertThrows(OutOfMemoryError.class, () -> afterFunc(Duration.ZERO, () -> values.send(1)));
            afterFunc(Duration.ZERO, () -> values.send(2));
            assertEquals(2, values.recv().get());
        });
    }

    @Test
    void contextThatIsToEnd_ifThereIsNoMemoryForThat_endsLater() {
        Refusing director = new Refusing();
        directed(director).mainRun().run(() -> {
            director.refusals = 3;
            Context context = Context.withTimeout(Context.background(), Duration.ofHours(1));
            context.done().recv();
            assertEquals(0, director.refusals);
        });
    }

    /** No watchdog is there to fire it first. */
    @Test
    void aTimerWithoutMemory_endsNobodysSearch() {
        Scheduler s = new Scheduler(Runtimes.oneP());
        HeldWatchdog watchdog = new HeldWatchdog(s);
        s.mainRun().run(() -> {
            Chan<Integer> values = chan();
            for (int i = 0; i < 100; i++) {
                int value = i;
                go(() -> values.send(value));
                Failing timer = new Failing(s);
                assertEquals(value, values.recv().get());
                assertTrue(timer.fired);
            }
            watchdog.letGo();
        });
    }

    /** Nobody but the watchdog is there to fire it: the only goroutine runs on. */
    @Test
    void aTimerWithoutMemory_endsNoWatchdog() {
        Runtimes.run(1, () -> {
            for (int i = 0; i < 3; i++) {
                Failing timer = new Failing(Scheduler.current());
                TwoPs.spinUntil(() -> timer.fired);
            }
        });
    }

    private static final class Failing extends TimerHeap.Timer {

        private volatile boolean fired;

        /** The timer is due, and nobody was told of it. */
        Failing(Scheduler s) {
            s.processors[0].timers.add(this, System.nanoTime() - 1);
        }

        @Override
        protected void fire(TimerHeap from) {
            fired = true;
            throw new OutOfMemoryError("for a test");
        }
    }
}
