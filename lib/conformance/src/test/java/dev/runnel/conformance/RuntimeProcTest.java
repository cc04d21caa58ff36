package dev.runnel.conformance;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.RuntimeConfig;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tests of the scheduler in Go's {@code runtime/proc_test.go}: progress, and what can be seen from outside. Those
 * of goroutines that compute are in {@link BusyGoroutinesTest} and {@link PingPongHogTest}.
 */
class RuntimeProcTest {

    private static final Duration LONG = Duration.ofHours(1);

    // ---------------------------------------------------------------- looks from outside

    private static void respawn(AtomicBoolean stop) {
        if (!stop.get()) {
            go(() -> respawn(stop));
        }
    }

    @GoTest(
            value = "runtime TestStopTheWorldDeadlock",
            covers = {"P18", "P30", "P37", "P69"},
            procs = {1, 2, 3, 4},
            schedules = 0)
    void collectionsDumpsAndOtherNumbersOfPs_whileGoroutinesComeAndGo_doNotDeadlock() {
        AtomicBoolean stop = new AtomicBoolean();
        List<GoHandle> disturbers = List.of(
                go(() -> {
                    for (int i = 0; i < 10; i++) {
                        System.gc();
                    }
                }),
                go(() -> {
                    for (int i = 0; i < 100; i++) {
                        assertTrue(Go.dump().contains("goroutine 1 \"main\""));
                        assertTrue(Scheduler.currentOrDefault().view().stats().goroutines() > 0);
                    }
                }),
                go(() -> {
                    for (int i = 0; i < 100; i++) {
                        Go.gomaxprocs(1 + i % 3);
                    }
                }),
                go(() -> {
                    for (int procs = 1; procs <= 4; procs++) {
                        Go.run(
                                RuntimeConfig.fromProperties().withProcs(procs),
                                () -> go(() -> {}).join());
                    }
                }));
        go(() -> respawn(stop));
        disturbers.forEach(GoHandle::join);
        stop.set(true);
        Waiting.until(() -> Go.numGoroutine() == 1);
    }

    private static final Pattern ENTRY = Pattern.compile("(?m)^goroutine \\d+");
    private static final Pattern NOT_STARTED = Pattern.compile("and (\\d+) goroutines that have not started");

    private static long inDump() {
        String dump = Scheduler.currentOrDefault().view().dump();
        Matcher notStarted = NOT_STARTED.matcher(dump);
        long shown = ENTRY.matcher(dump).results().count();
        return notStarted.find() ? shown + Long.parseLong(notStarted.group(1)) : shown;
    }

    /**
     * A dump is exact when nothing runs: a goroutine that starts while it is made is in it twice, and none is left out.
     */
    @GoTest(value = "runtime TestNumGoroutine", covers = "P98", schedules = 20)
    void numGoroutine_isTheNumberInTheDump() {
        assertEquals(1, Go.numGoroutine());
        assertEquals(1, inDump());
        Chan<Integer> release = chan();
        for (int n = 1; n <= 10; n++) {
            int all = 1 + n;
            go(() -> release.recv());
            assertEquals(all, Go.numGoroutine());
            assertTrue(inDump() >= all);
            Waiting.until(() -> inDump() == all);
        }
        for (int n = 9; n >= 0; n--) {
            int left = 1 + n;
            release.send(n);
            Waiting.until(() -> Go.numGoroutine() == left && inDump() == left);
        }
    }

    // ---------------------------------------------------------------- progress

    @GoTest(
            value = "runtime TestYieldProgress",
            covers = {"P40", "S13"},
            procs = {})
    void goschedLoop_seesAMessage_underSchedules() {
        AtomicInteger yields = new AtomicInteger();
        Chan<Boolean> message = chan();
        Chan<Boolean> answer = chan();
        go(() -> {
            boolean[] over = {false};
            while (!over[0]) {
                select().recv(message, () -> over[0] = true)
                        .otherwise(() -> {
                            yields.incrementAndGet();
                            Go.gosched();
                        })
                        .run();
            }
            answer.send(true);
        });
        while (yields.get() < 3) {
            Go.gosched();
        }
        message.send(true);
        assertEquals(Option.some(true), answer.recv());
    }

    @GoTest(
            value = "runtime TestTimerFairness",
            covers = {"P13", "P20", "P64", "S26"},
            schedules = 0)
    void timer_isSeenBySelect_whileItsOtherClauseIsAlwaysReady() {
        Chan<Boolean> c = chan();
        Chan<Boolean> done = chan();
        List<GoHandle> senders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            boolean[] over = {false};
            senders.add(go(() -> {
                while (!over[0]) {
                    select().send(c, true, () -> {})
                            .recv(done, () -> over[0] = true)
                            .run();
                }
            }));
        }
        RecvChan<Instant> timer = after(Duration.ofMillis(20));
        boolean[] over = {false};
        while (!over[0]) {
            select().recv(c, () -> {}).recv(timer, () -> over[0] = true).run();
        }
        done.close();
        senders.forEach(GoHandle::join);
    }

    /** Go's system call takes no time and gives nothing; here it is a yield of the thread. */
    @GoTest(
            value = "runtime TestTimerFairness2",
            covers = {"P13", "P20", "P51", "P64", "S19", "S26"},
            schedules = 0)
    void timers_areSeenBySelects_thatMeetEachOtherAndCallTheJdk() {
        Chan<Boolean> c = chan();
        Chan<Boolean> done = chan();
        for (int i = 0; i < 2; i++) {
            go(() -> {
                RecvChan<Instant> timer = after(Duration.ofMillis(20));
                boolean[] over = {false};
                while (!over[0]) {
                    Thread.yield();
                    select().send(c, true, () -> {})
                            .recv(c, () -> {})
                            .recv(timer, () -> over[0] = true)
                            .run();
                }
                done.send(true);
            });
        }
        done.recv();
        done.recv();
    }

    // ---------------------------------------------------------------- blocked in the JDK

    private static void shortCalls(long nanos) {
        int goroutines = 8;
        Chan<Boolean> c = chan(goroutines);
        AtomicBoolean stop = new AtomicBoolean();
        for (int i = 0; i < goroutines; i++) {
            go(() -> {
                c.send(true);
                while (!stop.get()) {
                    LockSupport.parkNanos(nanos);
                }
                c.send(true);
            });
        }
        for (int i = 0; i < goroutines; i++) {
            c.recv();
        }
        stop.set(true);
        for (int i = 0; i < goroutines; i++) {
            c.recv();
        }
    }

    @GoTest(
            value = "runtime TestPreemptionAfterSyscall",
            covers = {"P51", "P53", "P54", "P55"},
            schedules = 0)
    void goroutinesThatBlockInTheJdkForMoments_allStartAndStop() {
        for (long micros : new long[] {10, 100, 1000}) {
            for (int round = 0; round < 10; round++) {
                shortCalls(micros * 1000);
            }
        }
    }

    // ---------------------------------------------------------------- nobody runs

    private static Thread start(Runnable body) {
        return Thread.ofPlatform().daemon().start(() -> {
            LockSupport.parkNanos(50_000_000); // so that the watchdog can fall asleep
            body.run();
        });
    }

    /** Go breaks a wait in the network poller; here the watchdog waits for timers when all Ps are idle. */
    @GoTest(
            value = "runtime TestNetpollBreak",
            covers = {"P59", "P64"},
            schedules = 0)
    void waitForALateTimer_isBrokenByWhatComesEarlier() throws InterruptedException {
        go(() -> Go.sleep(LONG));
        for (int i = 0; i < 3; i++) {
            Chan<Integer> c = chan();
            Thread sender = start(() -> c.send(1));
            assertEquals(Option.some(1), c.recv());
            Go.sleep(Duration.ofMillis(1));
            sender.join();
            RecvChan<Instant> timer = after(Duration.ofMillis(60)); // is in a heap only while someone waits for it
            start(timer::recv).join();
        }
    }
}
