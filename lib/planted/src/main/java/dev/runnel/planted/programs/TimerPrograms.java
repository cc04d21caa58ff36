package dev.runnel.planted.programs;

import static dev.runnel.Go.after;
import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static dev.runnel.Go.tick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.planted.Program;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Time, which is virtual here: whatever waits for it ends at the very instant. */
public final class TimerPrograms {

    private TimerPrograms() {}

    private static Duration ms(long n) {
        return Duration.ofMillis(n);
    }

    /** Nobody wakes early or late, however many sleep. */
    @Program
    public static void sleepersWakeInTime() {
        Instant begin = now();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            Duration mine = Duration.ofNanos(1 + i * 7_000_003L % 25_000_000L);
            all.add(go(() -> {
                sleep(mine);
                assertEquals(begin.plus(mine), now());
            }));
        }
        all.forEach(GoHandle::join);
    }

    /** Timers that are removed take no others with them, and do not hold them up. */
    @Program
    public static void removedTimersDisturbNobody() {
        Instant begin = now();
        List<Chan<Integer>> channels = new ArrayList<>();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            Chan<Integer> mine = chan();
            channels.add(mine);
            int delay = 10 + i * 7 % 25;
            boolean isServed = i % 3 == 0;
            all.add(go(() -> {
                boolean empty = mine.tryRecv(ms(delay)).isEmpty();
                assertEquals(!isServed, empty);
                assertEquals(begin.plus(ms(isServed ? 5 : delay)), now());
            }));
        }
        sleep(ms(5));
        for (int i = 0; i < 25; i += 3) {
            channels.get(i * 2 % 27).send(i);
        }
        all.forEach(GoHandle::join);
    }

    /** P64: a timer channel is waited for, left alone, and waited for again. */
    @Program
    public static void timerChannelIsWaitedForAgain() {
        RecvChan<Instant> late = after(ms(10));
        Chan<Integer> c = chan();
        Instant begin = now();
        go(() -> {
            for (int i = 0; i < 3; i++) {
                sleep(ms(2));
                c.send(i);
            }
        });
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    "value",
                    choose().recv(c, () -> "value").recv(late, () -> "late").get());
        }
        assertEquals(begin.plus(ms(10)), late.recv().get());
        assertEquals(begin.plus(ms(10)), now());
        assertTrue(late.tryRecv().isEmpty());
    }

    /** P65: ticks keep their phase, and those that nobody took are dropped but for one. */
    @Program
    public static void ticksKeepTheirPhase() {
        Instant begin = now();
        RecvChan<Instant> ticks = tick(ms(10));
        assertEquals(begin.plus(ms(10)), ticks.recv().get());
        sleep(ms(25));
        ticks.recv();
        assertEquals(begin.plus(ms(35)), now());
        assertEquals(begin.plus(ms(40)), ticks.recv().get());
        assertEquals(begin.plus(ms(40)), now());
        assertEquals(begin.plus(ms(50)), ticks.recv().get());
        assertTrue(ticks.tryRecv().isEmpty());
    }

    /** P64: those that wait for the same ticks get one each. */
    @Program
    public static void ticksServeAllWhoWait() {
        Instant begin = now();
        RecvChan<Instant> ticks = tick(ms(10));
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(go(() -> ticks.recv()));
        }
        all.forEach(GoHandle::join);
        assertEquals(begin.plus(ms(30)), now());
    }

    /** One of several that wait for a timer channel gets its value. */
    @Program
    public static void afterServesOne() throws InterruptedException {
        RecvChan<Instant> late = after(ms(3));
        int[] got = {0};
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(go(() -> {
                if (!late.tryRecv(ms(5)).isEmpty()) {
                    got[0]++;
                }
            }));
        }
        all.forEach(GoHandle::join);
        assertEquals(1, got[0]);
    }

    /**
     * T3, T4, T10: a timer that is stopped or set anew when it is due gives its value, or the answer says that it will
     * not.
     */
    @Program(outcomes = {"stopped", "received"})
    public static void stoppedTimerGivesNothing(Consumer<String> outcome) {
        Timer timer = new Timer(ms(3));
        boolean[] undone = {false};
        GoHandle stops = go(() -> {
            sleep(ms(3));
            undone[0] = timer.stop();
            assertTrue(timer.c().tryRecv().isEmpty());
        });
        boolean received =
                choose().recv(timer.c(), () -> true).after(ms(3), () -> false).get();
        stops.join();
        assertEquals(!received, undone[0]);
        assertFalse(timer.stop());
        outcome.accept(received ? "received" : "stopped");
    }

    /** T3: a value that was looked at and not taken is gone after a reset. */
    @Program
    public static void loserOfTwoTimersIsSetAnew() {
        Instant begin = now();
        Timer one = new Timer(ms(2));
        Timer other = new Timer(ms(2));
        sleep(ms(5));
        Timer loser =
                choose().recv(one.c(), () -> other).recv(other.c(), () -> one).get();
        assertTrue(loser.reset(ms(4)));
        assertTrue(loser.c().tryRecv().isEmpty());
        assertEquals(begin.plus(ms(9)), loser.c().recv().get());
        assertEquals(begin.plus(ms(9)), now());
    }

    /** A timer is moved to and fro while somebody waits for it, beside others that are due in between. */
    @Program
    public static void timersAreMovedWhileOneWaits() {
        Instant begin = now();
        List<Timer> timers = new ArrayList<>();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Timer timer = new Timer(ms(40 + i));
            timers.add(timer);
            int due = i % 3 == 0 ? 10 + i : i % 3 == 1 ? 80 - i : 40 + i;
            all.add(go(() -> {
                assertEquals(begin.plus(ms(due)), timer.c().recv().get());
                assertEquals(begin.plus(ms(due)), now());
            }));
        }
        sleep(ms(1));
        for (int i = 0; i < 12; i++) {
            if (i % 3 != 2) {
                assertTrue(timers.get(i).reset(ms(i % 3 == 0 ? 9 + i : 79 - i)));
            }
        }
        all.forEach(GoHandle::join);
    }

    /** T7: a reset begins a new phase, and drops the tick that was kept. */
    @Program
    public static void tickerIsSetToAnotherPeriod() {
        Instant begin = now();
        Ticker ticker = new Ticker(ms(10));
        assertEquals(begin.plus(ms(10)), ticker.c().recv().get());
        sleep(ms(15));
        ticker.reset(ms(7));
        assertTrue(ticker.c().tryRecv().isEmpty());
        assertEquals(begin.plus(ms(32)), ticker.c().recv().get());
        assertEquals(begin.plus(ms(39)), ticker.c().recv().get());
        assertEquals(begin.plus(ms(39)), now());
        ticker.stop();
        sleep(ms(20));
        assertTrue(ticker.c().tryRecv().isEmpty());
    }

    /** T6, T10: a function is run once for each setting that was not undone. */
    @Program
    public static void functionsRunOrAreStopped() {
        Instant begin = now();
        int[] runs = {0};
        int[] undone = {0};
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int mine = i;
            Timer timer = afterFunc(ms(3), () -> {
                assertTrue(!now().isBefore(begin.plus(ms(3))));
                runs[0]++;
            });
            all.add(go(() -> {
                sleep(ms(2 + mine % 2));
                if (mine < 3 ? timer.stop() : timer.reset(ms(4))) {
                    undone[0]++;
                }
            }));
        }
        all.forEach(GoHandle::join);
        sleep(ms(10));
        assertEquals(7, runs[0] + undone[0]);
    }
}
