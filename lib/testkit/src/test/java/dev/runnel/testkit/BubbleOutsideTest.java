package dev.runnel.testkit;

import static dev.runnel.Go.after;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting in a bubble for somebody outside; B4 and B6. */
class BubbleOutsideTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration INSTANT = Duration.ofNanos(1);

    private static final Chan<Integer> ANOTHER = chan();

    /** The waits of TestChannelFromOutsideBubble, and more; each with what ends it. */
    enum Wait {
        RECEIVE_CLOSED(c -> c.recv(), c -> c.close()),
        RECEIVE(c -> c.recv(), c -> c.send(0)),
        RECEIVE_NO_LONGER_THAN(c -> c.tryRecv(SECOND), c -> c.send(0)),
        RECEIVE_INTERRUPTIBLY(c -> c.recvInterruptibly(), c -> c.send(0)),
        SEND(c -> c.send(0), c -> c.recv()),
        SELECT_OUTSIDE(c -> select().recv(c, () -> {}).recv(ANOTHER, () -> {}).run(), c -> c.close()),
        SELECT_MIXED(c -> select().recv(c, () -> {}).recv(chan(), () -> {}).run(), c -> c.close()),
        SELECT_WITH_TIMEOUT(
                c -> select().recv(c, () -> {}).after(SECOND, () -> {}).run(), c -> c.send(0)),
        SELECT_TO_SEND(c -> select().recv(chan(), () -> {}).send(c, 0, () -> {}).run(), c -> c.recv());

        private final Use inside;
        private final Use outside;

        Wait(Use inside, Use outside) {
            this.inside = inside;
            this.outside = outside;
        }
    }

    interface Use {
        void of(Chan<Integer> c) throws Exception;
    }

    /** While one waits for outside, the clock stands still, nobody returns from await, and nothing is a deadlock. */
    @ParameterizedTest
    @EnumSource
    void waitForOutside_isNotDurable(Wait wait) throws InterruptedException {
        for (Consumer<Body> starter : STARTERS) {
            Chan<Integer> c = outsideChannel();
            CountDownLatch ended = new CountDownLatch(1);
            starter.accept(() -> {
                awaitDump("\"waits for outside\" [", "\"sleeps\" [sleep]", "\"awaits\" [synctest.Wait]");
                wait.outside.of(c);
                ended.countDown();
            });
            List<String> happened = inBubble(happens -> go("waits for outside", () -> {
                wait.inside.of(c);
                assertEquals(ORIGIN, now());
                happens.add("woken");
            }));
            assertEquals(List.of("woken", "awaited", "slept"), happened);
            ended.await();
        }
    }

    /** It is known neither by its thread's handler nor by its name. */
    @Test
    void goroutineWithItsOwnHandlerAndName_isOutside() {
        Bubble.run(() -> {
            Chan<Integer> c = chan(1);
            go(() -> {
                        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {});
                        Thread.currentThread().setName("mine");
                        assertThrows(ChannelException.OutsideBubble.class, () -> c.send(1));
                    })
                    .join();
            assertTrue(c.tryRecv().isEmpty());
        });
    }

    /** Runs this in a bubble where one goroutine sleeps and one awaits; gives what happened. */
    private static List<String> inBubble(Consumer<List<String>> body) {
        List<String> happened = new ArrayList<>();
        Bubble.run(() -> {
            GoHandle sleeps = go("sleeps", () -> {
                sleep(INSTANT);
                happened.add("slept");
            });
            GoHandle awaits = go("awaits", () -> {
                Bubble.await();
                happened.add("awaited");
            });
            body.accept(happened);
            sleeps.join();
            awaits.join();
        });
        return happened;
    }

    /** TestTimerFromOutsideBubble: it is due by the clock outside, which goes on, while the bubble's does not. */
    @Test
    void timerFromOutside_isDueByItsOwnClock() {
        Instant due = now().plusMillis(20);
        RecvChan<Instant> once = after(Duration.ofMillis(20));
        RecvChan<Instant> again = Go.tick(Duration.ofMillis(20));
        Bubble.run(() -> {
            Instant first = once.recv().get();
            assertFalse(first.isBefore(due), first + ", and not before " + due);
            assertTrue(once.tryRecv().isEmpty());
            again.recv();
            again.recv();
            assertEquals(ORIGIN, now());
        });
        RecvChan<Instant> notYet = after(Duration.ofHours(1));
        Bubble.run(() -> {
            sleep(Duration.ofHours(2));
            assertTrue(notYet.tryRecv().isEmpty(), "by the clock of the bubble");
        });
    }

    /** A lock and a pipe: a goroutine that blocks in the JDK keeps the P. */
    @Test
    void blockedInTheJdk_isNotDurable() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Pipe pipe = Pipe.open();
        CountDownLatch locked = new CountDownLatch(1);
        Thread outside = Thread.ofPlatform()
                .start(() -> run(() -> {
                    lock.lock();
                    locked.countDown();
                    awaitDump("\"locks\" [running]", "\"sleeps\" [sleep]", "\"awaits\" [synctest.Wait]");
                    lock.unlock();
                    awaitDump("\"reads\" [running]", "\"sleeps\" [sleep]", "\"awaits\" [synctest.Wait]");
                    pipe.sink().write(ByteBuffer.allocate(1));
                }));
        locked.await();
        List<String> happened = inBubble(happens -> {
            go("locks", () -> {
                lock.lock();
                happens.add("locked");
                lock.unlock();
                go("reads", () -> {
                    pipe.source().read(ByteBuffer.allocate(1));
                    happens.add("read");
                });
            });
        });
        assertEquals(List.of("locked", "read", "awaited", "slept"), happened);
        outside.join();
        pipe.source().close();
        pipe.sink().close();
    }

    /** A goroutine's end is told by a channel of the place where it runs, whoever asks. */
    @Test
    void join_ofAGoroutineOutside_isNotDurable() {
        GoHandle outside = go(() -> awaitDump("\"joins\" [chan receive]", "\"stays\" [sleep]"));
        Bubble.run(() -> {
            go("joins", () -> {
                outside.join();
                assertEquals(ORIGIN, now());
            });
            go("stays", () -> sleep(SECOND)).join();
            assertEquals(ORIGIN.plus(SECOND), now());
        });
    }

    /** Main has returned, and another goroutine is still woken from outside. */
    @Test
    void bubble_doesNotEndWhileOneWaitsForOutside() {
        Chan<Integer> c = outsideChannel();
        int[] got = {0};
        Thread.ofPlatform().start(() -> {
            awaitDump("\"main\" [synctest.Wait]", "\"outlives main\" [chan receive]");
            c.send(7);
        });
        Bubble.run(() -> go("outlives main", () -> got[0] = c.recv().get()));
        assertEquals(7, got[0]);
    }

    /** Afterwards a standstill is one again. */
    @Test
    void deadlock_isFoundWhenNobodyWaitsForOutsideAnyMore() {
        Chan<Integer> c = outsideChannel();
        go(() -> c.send(1));
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> Bubble.run(() -> {
                    c.recv();
                    chan().recv();
                }));
        String message = deadlock.getMessage();
        assertTrue(message.startsWith("deadlock: all goroutines in bubble are blocked\n"), message);
    }

    /** An interrupt ends the wait as well, and the bubble goes on. */
    @Test
    void interruptFromOutside_endsTheWait() {
        Chan<Integer> c = outsideChannel();
        Thread[] waiting = new Thread[1];
        boolean[] interrupted = {false};
        Bubble.run(() -> {
            waiting[0] = Thread.currentThread();
            Thread outside = Thread.ofPlatform().start(() -> {
                awaitDump("\"main\" [chan receive]");
                waiting[0].interrupt();
            });
            assertThrows(InterruptedException.class, c::recvInterruptibly);
            interrupted[0] = true;
            outside.join();
            sleep(SECOND);
            assertEquals(ORIGIN.plus(SECOND), now());
        });
        assertTrue(interrupted[0]);
    }

    /** Many outside wake many inside, which have business of their own as well. */
    @Test
    void crowdOutside_losesNoWakeUp() throws InterruptedException {
        int pairs = 4;
        int rounds = 500;
        Chan<Integer> there = chan();
        Chan<Integer> back = chan(1);
        List<Thread> outside = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            outside.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < rounds; n++) {
                    there.send(n);
                    back.recv();
                }
            }));
        }
        int[] sum = {0};
        Bubble.run(() -> {
            Chan<Integer> inside = chan();
            Chan<Void> quit = chan();
            for (int i = 0; i < pairs; i++) {
                go(() -> {
                    for (int n = 0; n < rounds; n++) {
                        int[] got = {0};
                        select().recv(there, v -> got[0] = v.get())
                                .recv(quit, () -> {})
                                .run();
                        inside.send(got[0]);
                        back.send(got[0]);
                    }
                });
            }
            for (int n = 0; n < pairs * rounds; n++) {
                sum[0] += inside.recv().get();
            }
            sleep(SECOND);
            assertEquals(ORIGIN.plus(SECOND), now());
        });
        assertEquals(pairs * rounds * (rounds - 1) / 2, sum[0]);
        for (Thread thread : outside) {
            thread.join();
        }
    }

    /** In runs of Schedules whoever waits for somebody outside waits for ever, as before. */
    @Test
    void waitForOutside_inARunOfSchedules_isADeadlock() {
        Chan<Integer> outside = outsideChannel();
        RecvChan<Instant> timer = after(Duration.ofHours(1));
        List<Body> waits = List.of(
                outside::recv,
                () -> outside.send(1),
                () -> select().recv(outside, () -> {}).recv(chan(), () -> {}).run(),
                timer::recv);
        for (Body wait : waits) {
            ScheduleFailure failure = assertThrows(ScheduleFailure.class, () -> Schedule.PLAIN.run(wait));
            assertInstanceOf(DeadlockException.class, failure.getCause());
        }
        assertFalse(outside.trySend(1), "a receiver is left behind");
    }

    /** Somebody outside: a thread, a goroutine of the default runtime, the main goroutine of another bubble. */
    private static final List<Consumer<Body>> STARTERS = List.of(
            body -> Thread.ofPlatform().start(() -> run(body)),
            Go::go,
            body -> Thread.ofPlatform().start(() -> Bubble.run(body)));

    private static void run(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Chan<Integer> outsideChannel() {
        return chan();
    }

    private static void awaitDump(String... words) {
        long begin = System.nanoTime();
        for (String dump = Go.dump(); !List.of(words).stream().allMatch(dump::contains); dump = Go.dump()) {
            assertTrue(System.nanoTime() - begin < 60_000_000_000L, dump);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
