package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nobody is starved: neither by goroutines that only wake each other, nor by those that only compute (P13, P22, P43,
 * P99, P102). What starves in one of these never ends.
 */
class FairnessTest {

    // ---------------------------------------------------------------- goroutines that keep each other busy

    /** P13: the slice of a pair ends although neither ever goes into the ring. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "1, 16", "2, 0", "4, 0"})
    void pingPong_doesNotStarveAThird(int procs, int capacity) {
        Runtimes.run(procs, () -> {
            AtomicBoolean enough = new AtomicBoolean();
            List<GoHandle> pairs = Goroutines.start(procs, me -> {
                Chan<Integer> there = chan(capacity);
                Chan<Integer> back = chan(capacity);
                go(() -> {
                    for (int value : there) {
                        back.send(value);
                    }
                    back.close();
                });
                while (!enough.get()) {
                    there.send(me);
                    assertEquals(me, back.recv().get());
                }
                there.close();
                assertTrue(back.recv().isEmpty());
            });
            go(() -> {
                        for (int i = 0; i < 3; i++) {
                            Go.gosched();
                        }
                    })
                    .join();
            enough.set(true);
            Goroutines.join(pairs);
        });
    }

    /** P13: a chain of goroutines each of which starts the next one and ends. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void respawn_doesNotStarveOthers(int procs) {
        Runtimes.run(procs, () -> {
            AtomicBoolean enough = new AtomicBoolean();
            for (int i = 0; i < procs; i++) {
                respawn(enough);
            }
            for (int i = 0; i < 3; i++) {
                Go.gosched();
            }
            enough.set(true);
        });
    }

    private static void respawn(AtomicBoolean enough) {
        go(() -> {
            if (!enough.get()) {
                respawn(enough);
            }
        });
    }

    /** P22: a full ring does not keep the global queue from being served. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void ring_doesNotStarveTheGlobalQueue(int procs) {
        Runtimes.run(procs, () -> {
            AtomicBoolean enough = new AtomicBoolean();
            Chan<Integer> ring = chan(10);
            List<GoHandle> all = Goroutines.start(8, me -> {
                while (!enough.get()) { // sending and receiving, all ready most of the time
                    if (me % 2 == 0) {
                        ring.trySend(me);
                    } else {
                        ring.tryRecv();
                    }
                    go(() -> {}).join();
                }
            });
            for (int i = 0; i < 2; i++) {
                Go.gosched();
            }
            enough.set(true);
            Goroutines.join(all);
        });
    }

    /** TestTimerFairness: timers fire although others are always ready. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void timers_fireWhileOthersAreAlwaysReady(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> values = chan();
            Chan<Void> done = chan();
            List<GoHandle> busy = Goroutines.start(2, me -> {
                boolean[] over = {false};
                while (!over[0]) {
                    if (me == 0) {
                        Go.select()
                                .send(values, 1, () -> {})
                                .recv(done, () -> over[0] = true)
                                .run();
                    } else {
                        Go.select()
                                .recv(values, () -> {})
                                .recv(done, () -> over[0] = true)
                                .run();
                    }
                }
            });
            Option<Instant> fired = Go.after(Duration.ofMillis(20)).recv();
            assertTrue(fired.isDefined());
            Go.sleep(Duration.ofMillis(1));
            done.close();
            Goroutines.join(busy);
        });
    }

    /** TestTimerFairness2, with what blocks in the JDK. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void timers_fireWhileOthersBlockInTheJdk(int procs) {
        Runtimes.run(procs, () -> {
            AtomicBoolean enough = new AtomicBoolean();
            List<GoHandle> busy = Goroutines.start(4, me -> {
                while (!enough.get()) {
                    if (me == 0) {
                        Go.gosched();
                    } else {
                        Thread.sleep(0, 1000 * me);
                    }
                }
            });
            for (int i = 0; i < 5; i++) {
                Go.sleep(Duration.ofMillis(2));
            }
            enough.set(true);
            Goroutines.join(busy);
        });
    }

    /** Threads that are not goroutines come in although everything is busy (P60). */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void foreignSender_isServedWhileAllPsAreBusy(int procs) {
        Runtimes.run(procs, () -> {
            AtomicBoolean enough = new AtomicBoolean();
            List<GoHandle> busy = Goroutines.start(procs + 1, me -> {
                while (!enough.get()) {
                    Go.gosched();
                }
            });
            Chan<Integer> values = chan();
            Thread sender = Thread.ofPlatform().daemon().start(() -> {
                for (int i = 0; i < 100; i++) {
                    values.send(i);
                }
                values.close();
            });
            assertEquals(4950, values.stream().mapToInt(i -> i).sum());
            enough.set(true);
            sender.join();
            Goroutines.join(busy);
        });
    }

    // ---------------------------------------------------------------- yielding and polling

    /** TestYieldProgress. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void gosched_loopSeesAMessage(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Boolean> message = chan();
            Chan<Boolean> answer = chan();
            go(() -> {
                boolean[] over = {false};
                while (!over[0]) {
                    Go.select()
                            .recv(message, () -> over[0] = true)
                            .otherwise(Go::gosched)
                            .run();
                }
                answer.send(true);
            });
            Go.sleep(Duration.ofMillis(1));
            message.send(true);
            assertTrue(answer.recv().get());
        });
    }

    /** P99: the same without yielding. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void polling_loopSeesAMessage(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Boolean> message = chan();
            Chan<Boolean> answer = chan();
            go(() -> {
                while (message.tryRecv().isEmpty()) {
                    Thread.onSpinWait();
                }
                answer.send(true);
            });
            Go.sleep(Duration.ofMillis(1));
            message.send(true);
            assertTrue(answer.recv().get());
        });
    }

    /** P99: as many pollers as there may be carriers, each with calls that never have to wait. */
    @ParameterizedTest
    @EnumSource(Poll.class)
    void pollers_onAllCarriers_leaveThemToOthers(Poll poll) {
        int n = Runtime.getRuntime().availableProcessors() + 1;
        Runtimes.run(n, () -> {
            Chan<Integer> never = chan();
            Chan<Integer> over = chan();
            over.close();
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger counted = new AtomicInteger();
            List<GoHandle> pollers = Goroutines.start(n, me -> {
                counted.incrementAndGet();
                while (!stop.get()) {
                    poll.once(never, over);
                }
            });
            while (counted.get() < n) {
                Go.sleep(Duration.ofMillis(1));
            }
            stop.set(true);
            Goroutines.join(pollers);
        });
    }

    private enum Poll {
        TRY {
            @Override
            void once(Chan<Integer> never, Chan<Integer> over) {
                assertTrue(never.tryRecv().isEmpty());
            }
        },
        RECEIVE {
            @Override
            void once(Chan<Integer> never, Chan<Integer> over) {
                assertTrue(over.recv().isEmpty());
            }
        },
        SELECT {
            @Override
            void once(Chan<Integer> never, Chan<Integer> over) {
                Go.select().recv(never, () -> {}).recv(over, () -> {}).run();
            }
        },
        OTHERWISE {
            @Override
            void once(Chan<Integer> never, Chan<Integer> over) {
                Go.select().recv(never, () -> {}).otherwise(() -> {}).run();
            }
        };

        abstract void once(Chan<Integer> never, Chan<Integer> over);
    }

    // ---------------------------------------------------------------- goroutines that only compute

    /** How many goroutines may compute without end so that one more still gets to run. */
    private static int hogs(int wanted) {
        int n = Math.min(wanted, JdkPool.carriers() - 1);
        assumeTrue(n > 0);
        return n;
    }

    /** P43, P44: the P of a goroutine that does not come back goes to others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void hogs_doNotStarveWhoWillStopThem(int procs) {
        int n = hogs(4);
        Runtimes.run(procs, () -> {
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger counted = new AtomicInteger();
            Chan<Integer> results = chan();
            List<GoHandle> hogs = Goroutines.start(n, me -> {
                counted.incrementAndGet();
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
                results.send(me); // the hog needs a P here, and gets one
            });
            Goroutines.until(() -> counted.get() == n);
            stop.set(true);
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += results.recv().get();
            }
            assertEquals(n * (n - 1) / 2, sum);
            Goroutines.join(hogs);
        });
    }

    /** P43: goroutines that wait for others in loops of their own get on, turn by turn. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void hog_thatIsInterruptedByTimersAndChannels(int procs) {
        hogs(1);
        Runtimes.run(procs, () -> {
            AtomicBoolean stop = new AtomicBoolean();
            GoHandle hog = go(() -> {
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
            Chan<Integer> values = chan();
            GoHandle sender = go(() -> {
                for (int i = 0; i < 100; i++) {
                    values.send(i);
                    if (i % 20 == 0) {
                        Go.sleep(Duration.ofMillis(1));
                    }
                }
                values.close();
            });
            assertEquals(4950, values.stream().mapToInt(i -> i).sum());
            sender.join();
            stop.set(true);
            hog.join();
        });
    }

    /**
     * TestGoroutineParallelism: all spin, and each waits for its turn; in slices if there are fewer Ps than goroutines.
     */
    @ParameterizedTest
    @CsvSource({"2, 2", "4, 4", "1, 2", "1, 4", "2, 4"})
    void parallelism_allSpinAtOnce(int procs, int wanted) {
        int goroutines = Math.min(wanted, JdkPool.carriers());
        Runtimes.run(procs, () -> {
            AtomicInteger turn = new AtomicInteger();
            Goroutines.all(goroutines, me -> {
                for (int i = 0; i < 10; i++) {
                    int mine = i * goroutines + me;
                    while (turn.get() != mine) {
                        Thread.onSpinWait();
                    }
                    turn.set(mine + 1);
                }
            });
            assertEquals(10 * goroutines, turn.get());
        });
    }
}
