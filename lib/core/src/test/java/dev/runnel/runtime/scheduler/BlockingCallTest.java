package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.blocking;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that are said to block: P52, P55, P56. */
class BlockingCallTest {

    private static @Nullable Processor held() {
        return Machine.current().processorOrNull();
    }

    @Test
    void call_givesItsValue_andThrowsWhatItThrows() {
        Runtimes.run(1, () -> {
            assertEquals(5, Go.<Integer, RuntimeException>blocking(() -> 5));
            assertNull(Go.<@Nullable String, RuntimeException>blocking(() -> null));
            AtomicBoolean ran = new AtomicBoolean();
            blocking(() -> ran.set(true));
            assertTrue(ran.get());
            IOException expected = new IOException("expected by this test");
            assertSame(expected, assertThrows(IOException.class, () -> blocking(() -> fails(expected))));
            assertNotNull(held());
        });
    }

    private static void fails(IOException e) throws IOException {
        throw e;
    }

    @Test
    void threadThatIsNoGoroutine_simplyMakesTheCall() throws IOException {
        Thread caller = Thread.currentThread();
        assertSame(caller, blocking(Thread::currentThread));
        IOException expected = new IOException("expected by this test");
        assertSame(expected, assertThrows(IOException.class, () -> blocking(() -> fails(expected))));
    }

    /** Slices last for hours, and a goroutine that spins is not blocked: nobody else takes the P. */
    @Test
    void others_runAtOnce() {
        TwoPs.run(1, () -> {
            for (int i = 0; i < 100; i++) {
                AtomicBoolean ran = new AtomicBoolean();
                go(() -> ran.set(true));
                blocking(() -> TwoPs.spinUntil(ran::get));
                assertNotNull(held());
            }
        });
    }

    @Test
    void callIntoTheRuntime_getsAP_andTheNextCallGivesItAway() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan(1);
            blocking(() -> {
                assertNull(held());
                c.send(1);
                Go.gosched();
                assertNotNull(held());
                blocking(() -> assertNull(held()));
                assertNotNull(held());
            });
            assertEquals(1, c.recv().get());
        });
    }

    @Test
    void callWithinACall_doesNotEndTheOuterOne() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Scheduler s = Scheduler.current();
            blocking(() -> {
                blocking(() -> assertNull(held()));
                assertNull(held());
                assertThrows(IOException.class, () -> blocking(() -> fails(new IOException())));
                assertNull(held());
                assertEquals(1, s.outside.count());
            });
            assertNotNull(held());
            assertEquals(0, s.outside.count());
        });
    }

    /** The watchdog may take the P just when the call begins: the call has no P all the same. */
    @Test
    void callWhosePIsBeingTaken_hasNone() {
        whileTheWatchdogTakesIt(() -> blocking(() -> assertNull(held())));
    }

    /** And a call within does not answer what the watchdog asked as it took the P: it would get a P for that. */
    @Test
    void callWithinACallWhosePIsBeingTaken_hasNone() {
        whileTheWatchdogTakesIt(() -> blocking(() -> {
            blocking(() -> assertNull(held()));
            assertNull(held());
        }));
    }

    private static void whileTheWatchdogTakesIt(Runnable call) {
        Runtimes.run(Runtimes.oneP(), () -> {
            Machine mine = Machine.current();
            AtomicBoolean over = new AtomicBoolean();
            Thread taker = Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    Processor taken = mine.take(Holder.Why.BLOCKED);
                    if (taken != null) {
                        mine.summon();
                        mine.lost();
                        mine.scheduler.dispatch.handOff(taken);
                    }
                }
            });
            try {
                for (int i = 0; i < 20_000; i++) {
                    call.run();
                }
            } finally {
                over.set(true);
                taker.join();
            }
        });
    }

    /** Outside the calls there never run more goroutines than there are Ps. */
    @Test
    void afterTheCall_onlyAsManyRunAsThereArePs() {
        for (int procs = 1; procs <= 2; procs++) {
            int most = procs;
            TwoPs.run(procs, () -> {
                AtomicInteger running = new AtomicInteger();
                AtomicInteger seen = new AtomicInteger();
                List<GoHandle> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    int nanos = 10_000 * i;
                    all.add(go(() -> {
                        for (int round = 0; round < 200; round++) {
                            blocking(() -> LockSupport.parkNanos(nanos));
                            seen.accumulateAndGet(running.incrementAndGet(), Math::max);
                            for (int spin = 0; spin < 1_000; spin++) {
                                Thread.onSpinWait();
                            }
                            running.decrementAndGet();
                        }
                    }));
                }
                all.forEach(GoHandle::join);
                assertTrue(seen.get() <= most, () -> seen + " ran on " + most);
            });
        }
    }

    @Test
    void whileAllAreInSuchCalls_thereIsNoDeadlock() {
        Runtimes.run(1, () -> {
            Chan<Integer> c = chan();
            go(() -> {
                blocking(() -> LockSupport.parkNanos(50_000_000));
                c.send(1);
            });
            assertEquals(1, c.recv().get());
        });
    }

    @Test
    void closing_interruptsTheCall() {
        AtomicInteger interrupted = new AtomicInteger();
        AtomicBoolean wentOn = new AtomicBoolean();
        Runtimes.run(1, () -> {
            Scheduler s = Scheduler.current();
            for (int i = 0; i < 3; i++) {
                go(() -> {
                    try {
                        blocking(() -> Thread.sleep(Duration.ofHours(1)));
                    } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                    }
                    blocking(() -> wentOn.set(true)); // unwound here
                });
            }
            Await.until(() -> s.outside.count() >= 3);
        });
        assertEquals(3, interrupted.get());
        assertEquals(false, wentOn.get());
    }

    @Test
    void cleanUpOfAGoroutineThatUnwinds_mayMakeSuchCalls() {
        AtomicInteger got = new AtomicInteger();
        Runtimes.run(1, () -> {
            Chan<Integer> never = chan();
            go(() -> {
                try {
                    never.recv();
                } finally {
                    got.set(blocking(() -> 7));
                }
            });
            Await.until(() -> !Scheduler.current().view.waitedFor().isEmpty());
        });
        assertEquals(7, got.get());
    }

    /** Both in the call and in the wait for a P after it. */
    @Test
    void interrupt_isKept() {
        TwoPs.run(1, () -> {
            Scheduler s = Scheduler.current();
            AtomicBoolean leave = new AtomicBoolean();
            AtomicBoolean kept = new AtomicBoolean();
            CountDownLatch in = new CountDownLatch(1);
            Thread[] thread = new Thread[1];
            GoHandle g = go(() -> {
                thread[0] = Thread.currentThread();
                blocking(() -> {
                    in.countDown();
                    TwoPs.spinUntil(leave::get);
                });
                kept.set(Thread.currentThread().isInterrupted());
            });
            blocking(() -> in.await());
            leave.set(true);
            TwoPs.spinUntil(() -> s.global.size() == 1);
            thread[0].interrupt();
            g.join();
            assertTrue(kept.get());
        });
    }
}
