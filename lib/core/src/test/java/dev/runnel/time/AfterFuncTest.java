package dev.runnel.time;

import static dev.runnel.Go.afterFunc;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that a timer runs: T6, T10. */
class AfterFuncTest {

    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    @ParameterizedTest
    @EnumSource
    void function_runsInAGoroutineOfItsOwn_notBeforeItsTime(Kind kind) {
        kind.run(crew -> {
            Thread mine = Thread.currentThread();
            for (Duration delay : List.of(MOMENT, Duration.ZERO, EVER.negated())) {
                Chan<Thread> ran = Go.chan(1);
                long begin = System.nanoTime();
                Timer timer = afterFunc(delay, () -> {
                    assertTrue(Go.current().isDefined());
                    ran.send(Thread.currentThread());
                });
                assertNotSame(mine, ran.recv().get());
                assertTrue(delay.isNegative() || System.nanoTime() - begin >= delay.toNanos());
                assertFalse(timer.stop());
                assertSame(Go.nilChan(), timer.c());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void stop_beforeItIsDue_isTrueOnce_andItDoesNotRun(Kind kind) {
        kind.run(crew -> {
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 50; i++) {
                Timer never = afterFunc(i % 2 == 0 ? LONG : EVER, ran::incrementAndGet);
                assertTrue(never.stop());
                assertFalse(never.stop());
            }
            Chan<Integer> later = Go.chan();
            afterFunc(MOMENT, () -> later.send(1));
            later.recv();
            assertEquals(0, ran.get());
        });
    }

    /** Each setting starts the function once; those that were started may run at the same time. */
    @ParameterizedTest
    @EnumSource
    void reset_afterItRan_runsItAgain_alsoBesideTheFormer(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> begun = Go.chan();
            Chan<Integer> goOn = Go.chan();
            Chan<Integer> ended = Go.chan();
            Timer timer = afterFunc(Duration.ZERO, () -> {
                begun.send(1);
                goOn.recv();
                ended.send(1);
            });
            begun.recv();
            assertFalse(timer.reset(LONG));
            assertTrue(timer.reset(MOMENT));
            begun.recv();
            assertFalse(timer.reset(Duration.ZERO));
            begun.recv();
            assertFalse(timer.stop(), "which waits for none of the three");
            assertTrue(begun.tryRecv().isEmpty());
            goOn.close();
            for (int i = 0; i < 3; i++) {
                ended.recv();
            }
        });
    }

    /** T10: a stop that says so has prevented the function; else it runs. */
    @ParameterizedTest
    @EnumSource
    void stopRacingWithExpiry_agreesWithWhetherItRuns(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 300; i++) {
                Chan<Integer> ran = Go.chan(1);
                Timer timer = afterFunc(Duration.ofNanos(20_000), () -> ran.send(1));
                Go.sleep(Duration.ofNanos(19_000));
                if (!timer.stop()) {
                    assertEquals(1, ran.recv().get()); // else this would wait for ever
                }
                assertTrue(ran.tryRecv().isEmpty());
            }
        });
    }

    /**
     * T10: several parties stop and set the timer; the function runs as often as no stop and no setting prevented it.
     */
    @ParameterizedTest
    @EnumSource
    void settings_endInOneWayEach(Kind kind) {
        kind.run(crew -> {
            AtomicInteger ends = new AtomicInteger();
            AtomicInteger settings = new AtomicInteger(1);
            Timer timer = afterFunc(LONG, ends::incrementAndGet);
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int party = i;
                all.add(crew.go(() -> {
                    for (int n = 0; n < 1_000; n++) {
                        boolean prevented;
                        if ((n + party) % 3 > 0) {
                            settings.incrementAndGet();
                            prevented = timer.reset(Duration.ofNanos(n % 7 * 100));
                        } else {
                            prevented = timer.stop();
                        }
                        if (prevented) {
                            ends.incrementAndGet();
                        }
                    }
                }));
            }
            all.forEach(Member::join);
            if (timer.stop()) {
                ends.incrementAndGet();
            }
            Await.until(() -> ends.get() >= settings.get());
            assertEquals(settings.get(), ends.get());
        });
    }

    /** What was done before the timer was set is visible; the field is plain. */
    @ParameterizedTest
    @EnumSource
    void whatWasDoneBefore_isVisible(Kind kind) {
        kind.run(crew -> {
            int[] plain = {0};
            Chan<Integer> seen = Go.chan();
            Timer timer = afterFunc(LONG, () -> seen.send(plain[0]));
            for (int i = 1; i <= 200; i++) {
                plain[0] = i;
                timer.reset(Duration.ofNanos(i % 2 * 1000));
                assertEquals(i, seen.recv().get());
            }
        });
    }

    /** A pending function is something that may yet run. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void pendingFunction_isNoDeadlock(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> c = Go.chan();
            afterFunc(Duration.ofMillis(30), () -> c.send(1));
            assertEquals(1, c.recv().get());
        });
    }

    /** A stopped function will not run. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stoppedFunction_keepsNoDeadlockFromBeingFound(int procs) {
        assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(procs), () -> {
                    Chan<Integer> c = Go.chan();
                    assertTrue(afterFunc(LONG, () -> c.send(1)).stop());
                    c.recv();
                }));
    }

    @Test
    void function_thatFails_failsAsAnyGoroutine() {
        IllegalStateException oops = new IllegalStateException("oops");
        GoroutineFailedException failed = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    afterFunc(MOMENT, () -> {
                        throw oops;
                    });
                    Go.sleep(LONG);
                }));
        assertSame(oops, failed.getCause());
    }

    /** A timer belongs to the runtime in which it was made, whoever sets it, and does not outlive that runtime. */
    @Test
    void function_runsInTheRuntimeOfItsMaker() {
        Chan<Integer> ran = Go.chan(1);
        Timer[] made = new Timer[1];
        try (GoRuntime first = new GoRuntime(Runtimes.withProcs(1))) {
            first.go(() -> made[0] = afterFunc(LONG, () -> ran.send((int) Go.numGoroutine())))
                    .join();
            Runtimes.run(1, () -> {
                Go.go(() -> Go.sleep(LONG));
                assertTrue(made[0].reset(Duration.ZERO));
                assertEquals(1, ran.recv().get());
                assertFalse(made[0].reset(MOMENT));
                assertEquals(1, ran.recv().get());
            });
        }
        assertFalse(made[0].reset(Duration.ZERO));
        assertFalse(made[0].reset(LONG));
        assertTrue(made[0].stop());
        assertTrue(ran.tryRecv().isEmpty());
    }
}
