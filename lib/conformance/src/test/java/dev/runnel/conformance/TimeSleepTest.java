package dev.runnel.conformance;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Current;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tests of sleeping in Go's {@code time} package, and those of the heaps of timers, with the timers of waits. Where
 * Go moves a timer by Reset, here a wait is ended before its time and another begins, which takes one timer out of the
 * heap and puts the next one in. The tests with Reset are in {@link TimeTimerTest}.
 */
class TimeSleepTest {

    private static final Duration EVER = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration MOMENT = Duration.ofNanos(1);

    // ---------------------------------------------------------------- sleep

    /** Go sends itself a signal; here the thread is interrupted. */
    @GoTest(value = "time TestSleep", covers = "T1", everySchedule = true)
    void sleep_lastsAtLeastSoLong_alsoIfInterrupted() {
        Duration delay = Duration.ofMillis(20);
        Thread sleeper = Thread.currentThread();
        GoHandle other = go(() -> {
            Go.sleep(delay.dividedBy(2));
            sleeper.interrupt();
        });
        long begin = Current.now();
        Go.sleep(delay);
        assertTrue(Current.now() - begin >= delay.toNanos());
        other.join();
        assertTrue(Thread.interrupted(), "the status is kept");
    }

    @GoTest(
            value = "time TestSleepZeroDeadlock",
            covers = {"T1", "C51"},
            schedules = 2)
    void sleepOfNothing_leavesTheGoroutineRunning() {
        GoHandle collector = go(() -> {
            for (int i = 0; i < 20; i++) { // Go: 100
                System.gc();
            }
        });
        for (int i = 0; i < 100; i++) {
            Go.sleep(Duration.ZERO);
            Chan<Integer> c = chan(1);
            c.send(i);
            assertEquals(Option.some(i), c.recv());
        }
        collector.join();
    }

    @GoTest(
            value = "time TestOverflowSleep",
            covers = {"T1", "S7"},
            everySchedule = true)
    void timesBeyondTheClock_areForEver_andThoseBeforeItAreOver() {
        AtomicBoolean woke = new AtomicBoolean();
        go(() -> {
            Go.sleep(EVER);
            woke.set(true);
        });
        select().recv(after(EVER), () -> fail("for ever is over"))
                .recv(after(Duration.ofMillis(25)), () -> {})
                .run();
        Go.sleep(EVER.negated().minusNanos(1));
        select().recv(after(EVER.negated().minusNanos(1)), () -> {})
                .recv(after(Duration.ofHours(1)), () -> fail("an hour is over"))
                .run();
        assertFalse(woke.get());
    }

    /** A sleeper takes the place of Go's function. */
    @GoTest(
            value = "time TestAfterFuncStarvation",
            covers = {"P13", "P20", "P43", "P59"},
            schedules = 0)
    void sleeper_wakes_thoughTwoKeepEachOtherRunnable() {
        for (int i = 0; i < 20; i++) {
            AtomicBoolean stop = new AtomicBoolean();
            Chan<Boolean> c = chan(1);
            GoHandle sender = go(() -> {
                while (!stop.get()) {
                    c.send(true);
                }
                c.close();
            });
            GoHandle receiver = go(() -> c.forEach(v -> {}));
            go(() -> {
                Go.sleep(Duration.ofNanos(1000));
                stop.set(true);
            });
            sender.join();
            receiver.join();
        }
    }

    // ---------------------------------------------------------------- timers that come and go

    /** Waits on a channel on which nothing comes in time. */
    private static void expire(Chan<Integer> never, Duration wait) throws InterruptedException {
        assertTrue(never.tryRecv(wait).isEmpty());
    }

    @GoTest(
            value = "time TestZeroTimer",
            covers = {"P20", "P62"},
            schedules = 1)
    void timersThatAreDueAtOnce_areNotMissed() throws InterruptedException {
        Chan<Integer> never = chan();
        for (int i = 0; i < 20_000; i++) { // Go: 1,000,000
            assertTrue(after(Duration.ZERO).recv().isDefined());
            expire(never, MOMENT);
        }
    }

    /** Ten waits of an hour that others end; then one that is over at once. */
    @GoTest(
            value = "time TestTimerModifiedEarlier",
            covers = {"P59", "P62", "P63"},
            schedules = 2)
    void timerThatFollowsLaterOnes_isNotDropped() throws InterruptedException {
        Chan<Integer> never = chan();
        Chan<Integer> requests = chan();
        Chan<Integer> answers = chan();
        GoHandle other = go(() -> {
            for (int request : requests) {
                Go.gosched(); // so that the wait for the answer can begin
                answers.send(request);
            }
        });
        for (int i = 0; i < 200; i++) { // Go: 1,000
            for (int j = 0; j < 10; j++) {
                requests.send(j);
                assertEquals(
                        Option.some(j), answers.tryRecv(Duration.ofHours(1)).toOption());
            }
            expire(never, MOMENT);
        }
        requests.close();
        other.join();
    }

    /** What one of many does, all of them in random order: waits that are ended by a value, and waits that expire. */
    private static final class Waits {

        private final Chan<Integer> values = chan();
        private final Chan<Boolean> expired = chan(2);
        private final Deque<Runnable> steps = new ArrayDeque<>();

        Waits() {
            GoHandle waiter = Waiting.start(() -> {
                expire(values, MOMENT);
                expired.send(true);
                for (int minutes : new int[] {1, 3, 2}) {
                    assertEquals(
                            minutes,
                            values.tryRecv(Duration.ofMinutes(minutes))
                                    .toOption()
                                    .get());
                }
                expire(values, MOMENT);
                expired.send(true);
            });
            steps.add(expired::recv);
            for (int minutes : new int[] {1, 3, 2}) {
                steps.add(() -> values.send(minutes));
            }
            steps.add(expired::recv);
            steps.add(waiter::join);
        }
    }

    @GoTest(
            value = "time TestAdjustTimers",
            covers = {"P62", "P63", "P66"},
            schedules = 10)
    void manyTimersMovedInAnyOrder_allFire() {
        Random random = new Random(47762);
        List<Waits> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(new Waits());
        }
        while (!all.isEmpty()) {
            int i = random.nextInt(all.size());
            Deque<Runnable> steps = all.get(i).steps;
            steps.remove().run();
            if (steps.isEmpty()) {
                all.remove(i);
            }
        }
    }

    // ---------------------------------------------------------------- many sleepers

    /** Passes on what it gets, in order; the queue is its own. */
    private static GoHandle startQueue(Chan<Integer> in, Chan<Integer> out) {
        return go(() -> {
            Deque<Integer> queue = new ArrayDeque<>();
            boolean[] over = {false};
            while (!over[0]) {
                Integer first = queue.peek();
                select().send(first == null ? null : out, first == null ? 0 : first, () -> queue.remove())
                        .recv(in, v -> v.peek(queue::add).onEmpty(() -> over[0] = true))
                        .run();
            }
        });
    }

    @GoTest(
            value = "time TestLongAdjustTimers",
            covers = {"P20", "P62", "P63", "T9"},
            schedules = 0)
    void selectsWithTimeouts_getOn_afterThousandsHaveSlept() {
        List<GoHandle> sleepers = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            sleepers.add(go(() -> Go.sleep(Duration.ofNanos(10_000))));
        }
        for (int i = 0; i < 300; i++) { // Go: 5,000
            Go.sleep(Duration.ofNanos(1000));
        }
        Chan<Integer> in = chan();
        Chan<Integer> out = chan();
        GoHandle queue = startQueue(in, out);
        for (int round = 0; round < 500; round++) { // Go: 50,000
            for (int i = 0; i < 20; i++) {
                in.send(i);
            }
            for (int i = 0; i < 20; i++) {
                int expected = i;
                select().recv(out, v -> assertEquals(Option.some(expected), v))
                        .recv(after(Duration.ofMinutes(1)), () -> fail("waited for a minute\n" + Go.dump()))
                        .run();
            }
        }
        in.close();
        queue.join();
        sleepers.forEach(GoHandle::join);
    }
}
