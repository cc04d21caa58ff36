package dev.runnel.planted.programs;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static dev.runnel.Go.tick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.planted.Program;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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

    /** Timers that are removed take none of the others with them, and do not hold them up. */
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

    /** P63: a timer channel is waited for, left alone, and waited for again. */
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

    /** P66: ticks keep their phase, and those that nobody took are dropped but for one. */
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

    /** P66: those that wait for the same ticks get one each. */
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
}
